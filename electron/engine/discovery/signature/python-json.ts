// JSON as Python's `json.dumps(sort_keys=True, separators=(",", ":"))` writes it: ASCII alone, names by code point. Several
// Python releases sign this instead of RFC 8785 (PROTOCOL §2.4).

import type { JsonValue } from '#shared/a2a/model.ts'

export function pythonJson(value: JsonValue): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return number(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(',')}]`
  const members = Object.entries(value)
    .sort(([a], [b]) => byCodePoint(a, b))
    .map(([name, member]) => `${quoted(name)}:${pythonJson(member)}`)
  return `{${members.join(',')}}`
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Python writes small exponents with two digits, and switches to exponents earlier than ECMAScript. */
function number(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return String(value)
  const [digits, exponent] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 16) return String(value)
  const sign = power < 0 ? '-' : '+'
  return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`
}

function byCodePoint(a: string, b: string): number {
  const left = [...a]
  const right = [...b]
  for (const [index, character] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
