// The findings of one check. A report lives for one call; it tracks the walker's path, so that a clean document costs no
// pointer and no finding.

import { formatCount } from '../../format-count.ts'
import type { Finding, Severity } from '../finding.ts'
import { isList, isObject, memberOf } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { type PathStep, pointerTo } from './pointer.ts'
import { type RuleId, rules } from './registry.ts'
import { specOf, type Topic } from './sections.ts'

/** Findings of one document; one last finding reports that the rest is not listed. */
export const maxFindings = 200

/** Values of one document that are judged: further ones are not looked at, and a last finding reports where that begins. */
export const maxJudged = 30_000
/** Members of one object. A document with a larger one is not judged, and a finding reports it. */
export const maxMembers = 20_000

export const noFindings: readonly Finding[] = Object.freeze([])

export interface Report {
  /** The specification that the document is held to, such as `0.2.5`, `0.3.0` or `1.0`. */
  readonly version: string
  readonly path: PathStep[]
  findings: Finding[] | undefined
  /** How many values may still be judged. */
  left: number
}

export interface Details {
  readonly severity?: Severity | undefined
  /** Cited in place of the rule’s own topic. */
  readonly section?: Topic | undefined
  readonly hint?: string
}

export function createReport(version: string): Report {
  return { version, path: [], findings: undefined, left: maxJudged }
}

/** Ends the check: enough findings, or enough judged values. */
export function isFull({ findings, left }: Report): boolean {
  return left <= 0 || (findings !== undefined && findings.length > maxFindings)
}

/** Counts what is judged next, at the walker's position; some checks cost as much as several values. */
export function spend(report: Report, values = 1): void {
  if (isFull(report)) return
  report.left -= values
  if (report.left > 0) return
  report.findings ??= []
  report.findings.push(unjudged(report.version, pointerTo(report.path, undefined)))
}

function unjudged(version: string, pointer: string): Finding {
  const message = `Only the first ${formatCount(maxJudged)} values were checked, up to this place.`
  return findingOf('PARLEY-BOUND-004', version, pointer, message)
}

/** The only finding on a document that is not judged. */
export function notJudged(version: string, why: string): readonly Finding[] {
  const message = `${why}: the document wasn’t checked.`
  return [findingOf('PARLEY-BOUND-004', version, '', message)]
}

/** `at`: a member of the value at the walker's position, or a path below it; without it the finding is about that value itself. */
export function note(
  report: Report,
  id: RuleId,
  at: PathStep | readonly PathStep[] | undefined,
  message: string,
  details: Details = {},
): void {
  if (isFull(report)) return
  report.findings ??= []
  if (report.findings.length === maxFindings) {
    report.findings.push(overflow(report.version))
    return
  }
  const pointer = typeof at === 'object' ? pointerTo(report.path) + pointerTo(at) : pointerTo(report.path, at)
  report.findings.push(findingOf(id, report.version, pointer, message, details))
}

export function findingsIn(report: Report): readonly Finding[] {
  return report.findings ?? noFindings
}

/** Findings of `check` cite another version: a card may serve two. */
export function asVersion(report: Report, version: string, check: (report: Report) => void): void {
  const other = { ...report, version }
  check(other)
  report.findings = other.findings
  report.left = other.left
}

/** Runs a check with the walker at `at`. */
export function inside(report: Report, at: PathStep | undefined, check: () => void): void {
  if (at !== undefined) report.path.push(at)
  check()
  if (at !== undefined) report.path.pop()
}

/** The objects of a list with their index, while values may still be judged. */
export function* objectsIn(
  report: Report,
  owner: JsonObject,
  name: string,
  cost = 1,
): Generator<readonly [number, JsonObject]> {
  const list = memberOf(owner, name)
  if (!isList(list)) return
  for (const [index, item] of list.entries()) {
    spend(report, cost)
    if (isFull(report)) return
    if (isObject(item)) yield [index, item]
  }
}

/** `at`: position of the value below the walker's; undefined when it is that value itself. */
export type Check = (report: Report, value: JsonValue, at: PathStep | undefined) => void

function overflow(version: string): Finding {
  const message = `There are more than ${maxFindings} findings (version ${version}); the rest is not listed.`
  return findingOf('PARLEY-BOUND-001', version, '', message)
}

export function findingOf(
  id: RuleId,
  version: string,
  pointer: string,
  message: string,
  details: Details = {},
): Finding {
  const rule = rules[id]
  const { severity = rule.severity, hint = rule.hint, section = rule.section } = details
  return { rule: id, severity, pointer, message, hint, spec: specOf(section, version) }
}

export function joinFindings(left: readonly Finding[], right: readonly Finding[]): readonly Finding[] {
  if (right.length === 0) return left
  return left.length === 0 ? right : [...left, ...right]
}
