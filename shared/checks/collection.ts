// Assertions on the result of a step as a whole: at one path, or on any, all or none of the items of a list.

import { shown } from '../a2a/json-kinds.ts'
import type { JsonValue } from '../a2a/model.ts'
import { expectation, type Mismatch, mismatchOf } from './assertion.ts'
import type { Matches } from './operators.ts'
import { type PathMatch, valueAt, valuesAt } from './path.ts'
import type { NamedAssertion } from './steps.ts'

export function collectionMismatch(
  assertion: Omit<NamedAssertion, 'source'>,
  source: JsonValue | undefined,
  matches: Matches,
): Mismatch | undefined {
  const { path = '', match, any, all, none, description } = assertion
  const value = path === '' ? source : valueAt(source, path)
  const valuesIn = (at: string) => (value === undefined ? [] : valuesAt(value, at))
  const misses = (condition: NonNullable<typeof any>) =>
    valuesIn(condition.path).map((each) => mismatchOf(condition.match, each.value, matches, each.path))
  if (match !== undefined) {
    const miss = mismatchOf(match, value, matches, path)
    if (miss) return miss
  }
  const unlike = (
    condition: NonNullable<typeof any>,
    expected: 'one' | 'none',
    actual: string,
  ): Mismatch => ({
    path: condition.path,
    verb: 'has',
    expected: description ?? `${expected} that is ${expectation(condition.match)}`,
    actual,
  })
  if (any && !misses(any).includes(undefined)) return unlike(any, 'one', 'none')
  if (all) {
    const miss = misses(all).find((each) => each !== undefined)
    if (miss) return miss
  }
  if (none && misses(none).includes(undefined)) return unlike(none, 'none', 'one')
  return (
    sortedMismatch(assertion['x-sorted'], valuesIn) ??
    sequenceMismatch(assertion['x-sequence'], valuesIn) ??
    nowhereMismatch(assertion['x-nowhere'], value)
  )
}

type FoundAt = (path: string) => readonly PathMatch[]

/** Compares times across time zones. */
function sortedMismatch(sorted: NamedAssertion['x-sorted'], foundAt: FoundAt): Mismatch | undefined {
  if (!sorted) return undefined
  const isBefore = sorted.order === 'ascending' ? isLess : (a: JsonValue, b: JsonValue) => isLess(b, a)
  const all = foundAt(sorted.path)
  const index = all.findIndex((each, at) => {
    const before = all[at - 1]
    return before !== undefined && isBefore(each.value, before.value)
  })
  const [before, each] = [all[index - 1], all[index]]
  if (!before || !each) return undefined
  const { order } = sorted
  return {
    path: each.path,
    expected: `one after ${shown(before.value)}, in ${order} order`,
    actual: shown(each.value),
  }
}

function isLess(a: JsonValue, b: JsonValue): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  const [timeA, timeB] = [Date.parse(String(a)), Date.parse(String(b))]
  return Number.isNaN(timeA) || Number.isNaN(timeB) ? String(a) < String(b) : timeA < timeB
}

function sequenceMismatch(sequence: NamedAssertion['x-sequence'], foundAt: FoundAt): Mismatch | undefined {
  if (!sequence) return undefined
  const values = foundAt(sequence.path).map(({ value }) => value)
  let from = 0
  for (const value of sequence.values) {
    const at = values.indexOf(value, from)
    if (at < 0) {
      const expected = `${sequence.values.map(shown).join(', then ')}`
      return { path: sequence.path, expected, actual: values.map(shown).join(', ') || 'nothing' }
    }
    from = at + 1
  }
  return undefined
}

function nowhereMismatch(text: string | undefined, value: JsonValue | undefined): Mismatch | undefined {
  if (text === undefined || !JSON.stringify(value ?? null).includes(text)) return undefined
  return { path: '', verb: 'has', expected: `no ${shown(text)} in a name or value`, actual: 'it' }
}
