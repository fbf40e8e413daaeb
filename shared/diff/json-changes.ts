// Differences between two JSON documents, member by member. Items of a list are matched by their name (id, uri, url, name),
// else by their index. Bounded: a hostile pair costs no more than a list of `limit` changes and a depth of 40.

import { isList, isObject, memberOf, textOf } from '../a2a/json-kinds.ts'
import type { JsonValue } from '../a2a/model.ts'

// JSON as text, for a comparison by lines.

const ofId = /(?:^id|Id|_id)$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.,]*(?:Z|[+-]\d\d:?\d\d)?$/

/** Ids and times differ between any two calls and seldom matter: with `foldsIds` each is an ellipsis. */
export function jsonText(value: JsonValue, foldsIds: boolean): string {
  const fold = (name: string, member: unknown) =>
    typeof member === 'string' && (ofId.test(name) || uuid.test(member) || time.test(member)) ? '…' : member
  try {
    return JSON.stringify(value, foldsIds ? fold : undefined, 2)
  } catch {
    return '(nested too deeply to be written out)'
  }
}

export interface JsonChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** An item that has an id is named by it. */
  readonly path: readonly string[]
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** Levels compared one by one; deeper values are shown as changed whole. */
const maxComparedDepth = 40

export function changesOf(before: JsonValue, after: JsonValue, limit = 500): readonly JsonChange[] {
  const changes: JsonChange[] = []
  compare(before, after, [], changes, limit)
  return changes
}

function compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: readonly string[],
  changes: JsonChange[],
  limit: number,
): void {
  if (changes.length >= limit || before === after) return
  if (before === undefined && after !== undefined) changes.push({ kind: 'added', path, after })
  else if (after === undefined && before !== undefined) changes.push({ kind: 'removed', path, before })
  else if (path.length < maxComparedDepth && isList(before) && isList(after)) {
    for (const [name, left, right] of pairItems(before, after))
      compare(left, right, [...path, name], changes, limit)
  } else if (path.length < maxComparedDepth && isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(memberOf(before, name), memberOf(after, name), [...path, name], changes, limit)
  } else if (before !== undefined && after !== undefined && !sameText(before, after)) {
    changes.push({ kind: 'changed', path, before, after })
  }
}

type Pair = readonly [name: string, before: JsonValue | undefined, after: JsonValue | undefined]

function pairItems(before: readonly JsonValue[], after: readonly JsonValue[]): readonly Pair[] {
  const left = named(before)
  const right = named(after)
  if (left && right) {
    const names = [...new Set([...left.keys(), ...right.keys()])]
    return names.map((name) => [name, left.get(name), right.get(name)])
  }
  const length = Math.max(before.length, after.length)
  return Array.from({ length }, (_, index) => [String(index), before[index], after[index]])
}

/** Undefined when an item has no name or two have the same. */
function named(items: readonly JsonValue[]): ReadonlyMap<string, JsonValue> | undefined {
  const byName = new Map<string, JsonValue>()
  for (const item of items) {
    const name = nameOf(item)
    if (name === undefined || byName.has(name)) return undefined
    byName.set(name, item)
  }
  return byName
}

function nameOf(item: JsonValue): string | undefined {
  if (typeof item === 'string') return item
  if (!isObject(item)) return undefined
  return textOf(item, 'id') ?? textOf(item, 'uri') ?? textOf(item, 'url') ?? textOf(item, 'name')
}

function sameText(before: JsonValue, after: JsonValue): boolean {
  try {
    return JSON.stringify(before) === JSON.stringify(after)
  } catch {
    // Nested too deeply to be serialised: not compared any further.
    return true
  }
}
