// The small steps of every reader. A reader walks an object's own members once, by a `switch` or a table (member-table.ts):
// members of the model go there, all else is kept in `extra`. `null` is absent (PROTOCOL 3.3). A member of a wrong type
// is kept in `extra`, too: the model never has a value that the peer did not send.

import { asciiOfBase64 } from '../base64.ts'
import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue } from '../model.ts'

// The 0.3 SDKs of Python and Java put a file's base64 text where `a2a.v1` has its bytes, so that it is encoded twice; those of
// JavaScript and Go put the bytes. Detected by the content: this many base64 digits in a row are not a coincidence.

const fewestDigits = 16
const wholeDigits = /^[A-Za-z0-9+/]+={0,2}$/
const someDigits = /^[A-Za-z0-9+/]+$/

/** The text inside, if that is base64 itself. */
export function encodedTwice(base64: string): string | undefined {
  if (base64.length < fewestDigits || !startsWithDigits(base64)) return undefined
  const inner = asciiOfBase64(base64)
  const isBase64 = inner !== undefined && inner.length % 4 === 0 && wholeDigits.test(inner)
  return isBase64 && inner.length >= fewestDigits ? inner : undefined
}

/** Checks the first bytes, which spares the work for most. */
function startsWithDigits(base64: string): boolean {
  return someDigits.test(asciiOfBase64(base64.slice(0, fewestDigits)) ?? '')
}

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** How a dialect settles what shape alone leaves ambiguous. */
export interface Habits {
  /** `a2a.v1` wraps a data part's object twice: `{data:{data:{…}}}`. */
  readonly dataInData: boolean
  /** A file's bytes in `a2a.v1` may be base64 text, encoded twice. */
  readonly twiceEncoded: boolean
  /** 0.1 numbers its artifacts, and its events name the task by `id`. */
  readonly numbered: boolean
}

/** A plain assignment to `__proto__` would set the prototype instead of a member. */
export function put<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  target[key] = value
}

export function keep(draft: { extra?: JsonObject }, key: string, value: JsonValue): void {
  draft.extra ??= {}
  // This draft created the object, so no other reference to it exists.
  put(draft.extra as Record<string, JsonValue>, key, value)
}

/** For a member that did not fit: `null` is dropped, anything else is kept. */
export function misfit(draft: { extra?: JsonObject }, key: string, value: JsonValue): void {
  if (value !== null) keep(draft, key, value)
}

export function strings(value: JsonValue): readonly string[] | undefined {
  if (!isList(value)) return undefined
  for (const item of value) if (typeof item !== 'string') return undefined
  return value as readonly string[]
}

/** Reads the objects of a list. Unreadable ones are left out, and then the whole list is kept in `extra` as well. */
export function objectsOf<T>(
  draft: { extra?: JsonObject },
  key: string,
  value: JsonValue,
  read: (item: JsonObject) => T | undefined,
): readonly T[] | undefined {
  if (!isList(value)) {
    misfit(draft, key, value)
    return undefined
  }
  const items: T[] = []
  for (const item of value) {
    const value = isObject(item) ? read(item) : undefined
    if (value !== undefined) items.push(value)
  }
  if (items.length !== value.length) keep(draft, key, value)
  return items
}
