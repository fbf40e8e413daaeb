// Helpers for plain JSON values, from which the kit builds its wire JSON.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter(isText) : undefined
}

/** Python's `json.dumps` spacing: a space after every comma and colon. */
export function spacedJson(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member)}`,
  )
  return `{${members.join(', ')}}`
}

export function withoutMembers<T>(
  object: Readonly<Record<string, T>>,
  ...names: readonly string[]
): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}
