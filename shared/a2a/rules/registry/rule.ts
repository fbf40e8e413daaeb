import type { Severity } from '../../finding.ts'

export type RuleArea = 'card' | 'object' | 'envelope' | 'http' | 'stream' | 'push' | 'sequence' | 'bounds'

/** What a finding's `rule` stands for; each is declared once, in one of the tables of this folder. */
export interface Rule {
  readonly title: string
  readonly severity: Severity
  /** Milder or sterner severities the same rule takes where a version or a leniency says so. */
  readonly also: readonly Severity[]
  readonly spec: { readonly version: string; readonly section: string }
  readonly meaning: string
  readonly hint: string
}

interface RuleText {
  readonly title: string
  readonly severity: Severity
  readonly also?: readonly Severity[]
  /** Section of `version`, which is 1.0 unless said otherwise. */
  readonly section: string
  readonly version?: string
  readonly meaning: string
  readonly hint: string
}

export function rule(text: RuleText): Rule {
  return {
    title: text.title,
    severity: text.severity,
    also: text.also ?? [],
    spec: { version: text.version ?? '1.0', section: text.section },
    meaning: text.meaning,
    hint: text.hint,
  }
}
