// What one check has found so far. A report lives for one call; it keeps the path the walker stands at, so that a
// clean document costs no pointer and no finding.

import type { Finding, Severity } from '../finding.ts'
import type { JsonValue } from '../model.ts'
import { type PathStep, pointerTo } from './pointer.ts'
import { type RuleId, rules } from './registry.ts'

/** A document that strays more often is summed up by one last finding. */
export const maxFindings = 200

export const noFindings: readonly Finding[] = Object.freeze([])

export interface Report {
  /** The specification the document is held against, such as `0.2.5`, `0.3.0` or `1.0`. */
  readonly version: string
  readonly path: PathStep[]
  found: Finding[] | undefined
}

export interface Details {
  readonly severity?: Severity
  /** In the report's own version; without it the rule's section is cited. */
  readonly section?: string | undefined
  readonly hint?: string
}

export function createReport(version: string): Report {
  return { version, path: [], found: undefined }
}

export function isFull(report: Report): boolean {
  return report.found !== undefined && report.found.length > maxFindings
}

/** `at` is a member of the value the walker stands at; without it the finding is about that value itself. */
export function note(
  report: Report,
  id: RuleId,
  at: PathStep | undefined,
  message: string,
  details: Details = {},
): void {
  report.found ??= []
  if (report.found.length > maxFindings) return
  if (report.found.length === maxFindings) {
    report.found.push(overflow(report.version))
    return
  }
  const rule = rules[id]
  report.found.push({
    rule: id,
    severity: details.severity ?? rule.severity,
    pointer: pointerTo(report.path, at),
    message,
    hint: details.hint ?? rule.hint,
    spec: details.section === undefined ? rule.spec : { version: report.version, section: details.section },
  })
}

export function findingsIn(report: Report): readonly Finding[] {
  return report.found ?? noFindings
}

/** Runs a check with the walker standing at `at`. */
export function inside(report: Report, at: PathStep | undefined, check: () => void): void {
  if (at !== undefined) report.path.push(at)
  check()
  if (at !== undefined) report.path.pop()
}

/** `at` is the value's place in the one the walker stands at; undefined when it is that value itself. */
export type Check = (report: Report, value: JsonValue, at: PathStep | undefined) => void

function overflow(version: string): Finding {
  const rule = rules['PARLEY-BOUND-001']
  return {
    rule: 'PARLEY-BOUND-001',
    severity: rule.severity,
    pointer: '',
    message: `There are more than ${maxFindings} findings (version ${version}); the rest is not listed.`,
    hint: rule.hint,
    spec: rule.spec,
  }
}
