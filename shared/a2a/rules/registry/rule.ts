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

/** What a finding's `rule` stands for; each is declared once, in one of the tables of this folder. */
export interface Rule {
  readonly title: string
  readonly severity: Severity
  /** Milder or sterner severities the same rule takes where a version or a leniency reports it. */
  readonly also: readonly Severity[]
  /** What a finding cites, in the agent’s own version; the one table of sections has it. */
  readonly section: Topic | Elsewhere
  readonly meaning: string
  readonly hint: string
}

/** Most rules have one severity. */
export function rule({ also = [], ...text }: Omit<Rule, 'also'> & Partial<Pick<Rule, 'also'>>): Rule {
  return { ...text, also }
}
