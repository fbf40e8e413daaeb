import type { Finding, Severity } from '../../finding.ts'
import type { RuleId } from '../registry.ts'
import { findingOf, noFindings } from '../report.ts'

/** `pointer` goes below the update's own place. */
export type AddFinding = (rule: RuleId, pointer: string, message: string, severity?: Severity) => void

interface FindingSink {
  readonly add: AddFinding
  findings(): readonly Finding[]
}

/** Collects what one observation gives rise to; the list is made only when there is something to put in. */
export function createFindingSink(base: string, version: string): FindingSink {
  let matches: Finding[] | undefined
  return {
    add(id, pointer, message, severity) {
      matches ??= []
      matches.push(findingOf(id, version, base + pointer, message, { severity }))
    },
    findings: () => matches ?? noFindings,
  }
}
