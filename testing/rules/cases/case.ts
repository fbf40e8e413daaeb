import type { Finding, Severity } from '#shared/a2a/finding.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { RuleId } from '#shared/a2a/rules/registry.ts'
import type { Sample } from '../sample.ts'
import { samples } from '../samples.ts'

/** One violation of one rule: the expected finding, and what should cause it. */
export type Case = readonly [
  rule: RuleId,
  severity: Severity,
  pointer: string,
  what: string,
  findings: () => readonly Finding[],
]

export function sampleNamed(name: string): Sample {
  const sample = samples.find((each) => each.name === name)
  if (sample === undefined) throw new Error(`There is no sample ${name}`)
  return sample
}

/** A copy with some members replaced; undefined removes a member. */
export function changed(
  document: JsonObject,
  members: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const entries = Object.entries({ ...document, ...members })
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined))
}
