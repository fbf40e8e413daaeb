import type { Severity } from '../../finding.ts'
import type { Elsewhere, Topic } from '../sections.ts'

export type RuleArea =
  | 'card'
  | 'object'
  | 'envelope'
  | 'http'
  | 'stream'
  | 'push'
  | 'sequence'
  | 'trace'
  | 'bounds'

/** Declared once, in one of the tables of this folder; a finding's `rule` refers to it. */
export interface Rule {
  readonly title: string
  readonly severity: Severity
  /** Other severities the rule has in certain versions or cases. */
  readonly also: readonly Severity[]
  /** Cited in the agent’s own version, by the table of sections. */
  readonly section: Topic | Elsewhere
  readonly meaning: string
  readonly hint: string
}

export function rule({ also = [], ...text }: Omit<Rule, 'also'> & Partial<Pick<Rule, 'also'>>): Rule {
  return { ...text, also }
}
