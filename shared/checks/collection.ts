// Assertions on what a step brought as a whole: at one place, or on any, all or none of the items of a list.

import type { JsonValue } from '../a2a/model.ts'
import { type Mismatch, mismatchOf } from './assertion.ts'
import type { Matches } from './operators.ts'
import { valueAt, valuesAt } from './path.ts'
import type { NamedAssertion } from './suite.ts'

export function collectionMismatch(
  { path = '', match, any, all, none, description }: NamedAssertion,
  source: JsonValue | undefined,
  matches: Matches,
): Mismatch | undefined {
  const value = path === '' ? source : valueAt(source, path)
  const found = (at: string) => (value === undefined ? [] : valuesAt(value, at))
  const misses = (of: NonNullable<typeof any>) =>
    found(of.path).map((each) => mismatchOf(of.match, each.value, matches, each.path))
  if (match !== undefined) {
    const miss = mismatchOf(match, value, matches, path)
    if (miss) return miss
  }
  if (any && !misses(any).includes(undefined)) {
    return {
      path: any.path,
      expected: description ?? `one with ${JSON.stringify(any.match)}`,
      actual: 'none',
    }
  }
  if (all) {
    const miss = misses(all).find((each) => each !== undefined)
    if (miss) return miss
  }
  if (none && misses(none).includes(undefined)) {
    return {
      path: none.path,
      expected: description ?? `none with ${JSON.stringify(none.match)}`,
      actual: 'one',
    }
  }
  return undefined
}
