// Reads rare objects (cards, configurations, pages) by tables: a line for each member. Objects in streams have readers with a
// `switch` instead (members.ts has what both share): a look-up for each member takes more than twice the time.

import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { keep, misfit, objectsOf, strings as stringsOf, type Writable } from './members.ts'

/** The object being read, with the members that did not fit. */
export interface Draft {
  extra?: JsonObject
}

/** A member under its names. `take` stores its value; returns false where the value does not fit. */
export interface Line<D, C> {
  readonly names: readonly string[]
  readonly take: (draft: D, value: JsonValue, context: C, key: string) => boolean
}

/** Decodes a value; undefined where it is not what the member holds. */
type Read<T, C = unknown> = (value: JsonValue, context: C, draft: Draft, key: string) => T | undefined

type With<K extends string, T> = { [P in K]?: T }

type Table<D, C> = ReadonlyMap<string, Line<D, C>['take']>

export function tableOf<D extends Draft, C = unknown>(...lines: readonly Line<D, C>[]): Table<D, C> {
  return new Map(lines.flatMap(({ names, take }) => names.map((name) => [name, take] as const)))
}

export function readMembers<D extends Draft, C>(
  table: Table<D, C>,
  raw: JsonObject,
  draft: D,
  context: C,
): D {
  for (const key in raw) {
    const value = raw[key] ?? null
    const take = table.get(key)
    if (take === undefined) keep(draft, key, value)
    else if (!take(draft, value, context, key)) misfit(draft, key, value)
  }
  return draft
}

/** Reads an object into the result of `begun`. */
export function reader<T, C = unknown>(
  begun: () => Writable<T> & Draft,
  ...lines: readonly Line<Writable<T>, C>[]
): (raw: JsonObject, context: C) => T {
  const table = tableOf<Writable<T> & Draft, C>(...lines)
  return (raw, context) => readMembers(table, raw, begun(), context)
}

/** Both spellings of ProtoJSON, and others in use. */
function spelled(name: string, others: readonly string[] = []): readonly string[] {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [...new Set([name, snake, ...others])]
}

/** Names in both spellings, mapped to themselves. */
export function spellingsOf<const N extends string>(...names: readonly N[]): ReadonlyMap<string, N> {
  return new Map(names.flatMap((name) => spelled(name).map((each) => [each, name] as const)))
}

export function line<D, C = unknown>(names: readonly string[], take: Line<D, C>['take']): Line<D, C> {
  return { names, take }
}

export function memberOf<const K extends string, T, C>(
  name: K,
  read: Read<T, C>,
  ...others: readonly string[]
): Line<With<K, T>, C> {
  return {
    names: spelled(name, others),
    take(draft, value, context, key) {
      const memberValue = read(value, context, draft, key)
      if (memberValue === undefined) return false
      draft[name] = memberValue
      return true
    },
  }
}

/** A text that is absent where it is empty. */
export function filled<const K extends string>(
  name: K,
  ...others: readonly string[]
): Line<With<K, string>, unknown> {
  return {
    names: spelled(name, others),
    take(draft, value) {
      if (typeof value !== 'string') return false
      if (value !== '') draft[name] = value
      return true
    },
  }
}

/** The same member under another name. */
export function called<D, C>(name: string, { take }: Line<D, C>, ...others: readonly string[]): Line<D, C> {
  return { names: spelled(name, others), take }
}

/** Stored in the context, for the evaluation of the whole object. */
export function aside<C>({ names, take }: Line<C, C>): Line<unknown, C> {
  return { names, take: (_, value, context, key) => take(context, value, context, key) }
}

export const text = <const K extends string>(name: K, ...others: readonly string[]) =>
  memberOf(name, (value) => (typeof value === 'string' ? value : undefined), ...others)
export const flag = <const K extends string>(name: K) =>
  memberOf(name, (value) => (typeof value === 'boolean' ? value : undefined))
export const number = <const K extends string>(name: K) =>
  memberOf(name, (value) => (typeof value === 'number' ? value : undefined))
export const object = <const K extends string>(name: K) =>
  memberOf(name, (value) => (isObject(value) ? value : undefined))
export const list = <const K extends string>(name: K) =>
  memberOf(name, (value) => (isList(value) ? value : undefined))
export const strings = <const K extends string>(name: K) => memberOf(name, stringsOf)

export function within<T, C>(read: (value: JsonObject, context: C) => T): Read<T, C> {
  return (value, context) => (isObject(value) ? read(value, context) : undefined)
}

/** The readable items of a list. Where some are not, the whole list is kept in `extra` as well. */
export function each<T, C>(read: (item: JsonObject, context: C) => T | undefined): Read<readonly T[], C> {
  return (value, context, draft, key) =>
    isList(value) ? objectsOf(draft, key, value, (item) => read(item, context)) : undefined
}

export function objects<const K extends string, T, C>(
  name: K,
  read: (item: JsonObject, context: C) => T | undefined,
) {
  return memberOf(name, each(read))
}
