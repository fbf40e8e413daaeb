import type { Finding, Severity } from '../../finding.ts'
import type { RuleId } from '../registry.ts'
import { findingOf, noFindings } from '../report.ts'

/** `pointer`: below the update's own place. */
export type AddFinding = (rule: RuleId, pointer: string, message: string, severity?: Severity) => void

/** Collects the findings of one observation; the list is created with the first. */
export function createFindingSink(base: string, version: string) {
  let matches: Finding[] | undefined
  const add: AddFinding = (id, pointer, message, severity) => {
    matches ??= []
    matches.push(findingOf(id, version, base + pointer, message, { severity }))
  }
  return { add, findings: (): readonly Finding[] => matches ?? noFindings }
}
