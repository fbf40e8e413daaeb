import type { Finding, Severity } from '../../finding.ts'
import type { RuleId } from '../registry.ts'
import { findingOf, noFindings } from '../report.ts'

/** `pointer` goes below the update's own place. */
export type Say = (rule: RuleId, pointer: string, message: string, severity?: Severity) => void

interface Told {
  readonly say: Say
  findings(): readonly Finding[]
}

/** Collects what one observation gives rise to; the list is made only when there is something to put in. */
export function createTold(base: string, version: string): Told {
  let matches: Finding[] | undefined
  return {
    say(id, pointer, message, severity) {
      matches ??= []
      matches.push(findingOf(id, version, base + pointer, message, { severity }))
    },
    findings: () => matches ?? noFindings,
  }
}
