// JSON Canonicalization Scheme (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as
// ECMAScript writes them, which is what `JSON.stringify` does.

import type { JsonValue } from '#shared/a2a/model.ts'

/** Undefined for what has no canonical form: a number too large for JSON (§3.2.2.3) or half a surrogate pair (§3.2.2.2). */
export function canonicalJson(value: JsonValue): string | undefined {
  const parts: string[] = []
  return write(value, parts) ? parts.join('') : undefined
}

function write(value: JsonValue, parts: string[]): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false
  if (typeof value === 'string') return writeText(value, parts)
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value))
    return true
  }
  return isList(value) ? writeList(value, parts) : writeObject(value, parts)
}

function writeText(text: string, parts: string[]): boolean {
  if (!text.isWellFormed()) return false
  parts.push(JSON.stringify(text))
  return true
}

function writeList(list: readonly JsonValue[], parts: string[]): boolean {
  parts.push('[')
  for (const [index, item] of list.entries()) {
    if (index > 0) parts.push(',')
    if (!write(item, parts)) return false
  }
  parts.push(']')
  return true
}

function writeObject(object: { readonly [name: string]: JsonValue }, parts: string[]): boolean {
  parts.push('{')
  // Without a comparator, sort goes by UTF-16 code units.
  for (const [index, name] of Object.keys(object).sort().entries()) {
    if (index > 0) parts.push(',')
    if (!writeText(name, parts)) return false
    parts.push(':')
    if (!write(object[name] ?? null, parts)) return false
  }
  parts.push('}')
  return true
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
