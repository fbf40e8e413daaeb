// Kinds of faults of agents, as tables to extend: a valid value, one broken place, and the expected finding.
// `mutants.test.ts` computes the share that is found.

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
  /** Without the fault; it has no findings. */
  readonly sound: () => readonly Finding[]
  readonly broken: () => readonly Finding[]
}

/** A kind of fault, and its mutants. */
export type FaultKind = readonly [name: string, mutants: readonly Mutant[]]

/** `at` is the broken place, and the place of the finding unless another is given. */
type Break = readonly [
  what: string,
  at: string,
  value: JsonValue | undefined,
  rule: RuleId,
  severity: Severity,
  pointer?: string,
]

/** Breaks one place of a document at a time. */
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

/** Undefined removes the value; an index past the end of a list appends. */
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
