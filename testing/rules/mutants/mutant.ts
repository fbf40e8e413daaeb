// Kinds of fault that agents have, each as a table anyone can extend: something sound, one place of it broken, and the
// finding that has to be there. What is found is a share over these tables: `mutants.test.ts`.

import type { Finding, Severity } from '#shared/a2a/finding.ts'
import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { stepsOf } from '#shared/a2a/rules/pointer.ts'
import type { RuleId } from '#shared/a2a/rules/registry.ts'

export interface Mutant {
  readonly what: string
  readonly rule: RuleId
  readonly severity: Severity
  readonly pointer: string
  /** Of the one that nothing was done to: has no finding. */
  readonly sound: () => readonly Finding[]
  readonly broken: () => readonly Finding[]
}

/** What a kind of fault is called, and what has it. */
export type FaultKind = readonly [name: string, mutants: readonly Mutant[]]

/** `at` is the place that is broken; the finding stands there too, unless it says another place. */
type Break = readonly [
  what: string,
  at: string,
  value: JsonValue | undefined,
  rule: RuleId,
  severity: Severity,
  pointer?: string,
]

/** Breaks one document in one place at a time. */
export function broken(
  name: string,
  document: JsonValue,
  judge: (document: JsonValue) => readonly Finding[],
  breaks: readonly Break[],
): readonly Mutant[] {
  return breaks.map(([what, at, value, rule, severity, pointer = at]) => ({
    what: `${name}: ${what}`,
    rule,
    severity,
    pointer,
    sound: () => judge(document),
    broken: () => judge(replaced(document, stepsOf(at), value)),
  }))
}

/** Undefined takes the value out; one past the end of a list is added to it. */
function replaced(
  document: JsonValue,
  [step, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue {
  if (step === undefined) return value ?? null
  if (isList(document)) {
    const index = Number(step)
    const items = [...document]
    if (rest.length === 0 && value === undefined) items.splice(index, 1)
    else items[index] = replaced(items[index] ?? null, rest, value)
    return items
  }
  const owner = isObject(document) ? document : {}
  if (rest.length > 0) return { ...owner, [step]: replaced(owner[step] ?? null, rest, value) }
  return value === undefined
    ? Object.fromEntries(Object.entries(owner).filter(([name]) => name !== step))
    : { ...owner, [step]: value }
}
