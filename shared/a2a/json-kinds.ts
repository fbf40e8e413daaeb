import { shorten } from '../shorten.ts'
import type { JsonObject, JsonValue } from './model.ts'

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** For values that are not typed as JSON. */
export function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** An own member; `__proto__` is never looked up the prototype chain. */
export function memberOf<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

export function textOf(object: JsonObject, name: string): string | undefined {
  const value = memberOf(object, name)
  return typeof value === 'string' ? value : undefined
}

/** Of a value in a finding, which then ends in "…". */
export const maxShownValueChars = 80

/** A value for a sentence: short, quoted, never a whole document. */
export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') {
    return JSON.stringify(shorten(value, maxShownValueChars))
  }
  if (isList(value)) return listShown(value)
  if (isObject(value)) return 'an object'
  return String(value)
}

function listShown({ length }: readonly JsonValue[]): string {
  if (length === 0) return 'an empty list'
  return length === 1 ? 'a list of one element' : `a list of ${length} elements`
}

/** Completes a sentence with a value, or with its absence. */
export function isShown(value: JsonValue | undefined): string {
  return value === undefined ? 'is missing' : `is ${shown(value)}`
}

/** Completes a sentence with a content type, or with its absence. */
export function contentTypeShown(contentType: string | undefined): string {
  return contentType === undefined ? 'it has no content type' : `its content type is ${shown(contentType)}`
}

export function named(name: string | number | undefined): string {
  if (name === undefined) return 'The value'
  if (typeof name === 'number') return `Element ${name}`
  const text = String(name)
  return `\`${shorten(text, maxShownValueChars)}\``
}
