// Why a text is no JSON, and where, as a sentence goes on.

import { shown } from '../a2a/json-kinds.ts'
import { jsonBreak } from './json-break.ts'

export interface JsonFault {
  /** `more` and `again`: a whole JSON text is before it. */
  readonly kind: 'empty' | 'end' | 'character' | 'more' | 'again'
  /** From 1, as are columns. */
  readonly line: number
  readonly column: number
  /** What is there. */
  readonly found: string
}

/** Undefined for JSON. */
export function jsonFaultIn(source: string): JsonFault | undefined {
  const text = source.replace(/^\uFEFF/, '')
  const offset = jsonBreak(text)
  if (offset === undefined) return undefined
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const place = { line: before.split('\n').length, column: offset - lineStart + 1 }
  if (text.trim() === '') return { kind: 'empty', ...place, found: '' }
  if (offset >= text.length) return { kind: 'end', ...place, found: '' }
  const whole = before.trim()
  if (whole === '' || jsonBreak(before) !== undefined)
    return { kind: 'character', ...place, found: String.fromCodePoint(text.codePointAt(offset) ?? 0) }
  const more = text.slice(offset).trim()
  return { kind: more === whole ? 'again' : 'more', ...place, found: more }
}

export function faultShown({ kind, line, column, found }: JsonFault): string {
  const place = `line ${line}, column ${column}`
  switch (kind) {
    case 'empty':
      return 'it is empty'
    case 'end':
      return `it ends at ${place}, before it is complete`
    case 'character':
      return `unexpected ${shown(found)} at ${place}`
    case 'more':
      return `after its end, there is more at ${place}: ${shown(found)}`
    case 'again':
      return `after its end, the same is there again at ${place}`
  }
}
