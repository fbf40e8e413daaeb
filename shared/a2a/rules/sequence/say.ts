import type { Finding, Severity } from '../../finding.ts'
import { type RuleId, rules } from '../registry.ts'
import { noFindings } from '../report.ts'
import { specOf } from '../sections.ts'

/** `pointer` goes below the update's own place. */
export type Say = (rule: RuleId, pointer: string, message: string, severity?: Severity) => void

interface Told {
  readonly say: Say
  findings(): readonly Finding[]
}

/** Collects what one observation gives rise to; the list is made only when there is something to put in. */
export function createTold(base: string, version: string): Told {
  let found: Finding[] | undefined
  return {
    say(id, pointer, message, severity) {
      const rule = rules[id]
      found ??= []
      found.push({
        rule: id,
        severity: severity ?? rule.severity,
        pointer: base + pointer,
        message,
        hint: rule.hint,
        spec: specOf(rule.section, version),
      })
    },
    findings: () => found ?? noFindings,
  }
}
