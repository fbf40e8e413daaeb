import type { JsonValue } from '../a2a/model.ts'

/** The same with each text of it, at any depth, put otherwise; names of members stay. */
export function mapStrings<T>(value: T, replace: (text: string) => string): T
export function mapStrings(value: JsonValue, replace: (text: string) => JsonValue): JsonValue
export function mapStrings(value: unknown, replace: (text: string) => unknown): unknown {
  const mapped = (each: unknown): unknown => {
    if (typeof each === 'string') return replace(each)
    if (Array.isArray(each)) return each.map(mapped)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, mapped(member)]))
  }
  return mapped(value)
}
