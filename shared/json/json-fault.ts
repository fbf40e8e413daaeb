// Why a text is not JSON, and where, as the rest of a sentence.

import { shown } from '../a2a/json-kinds.ts'

// Finds where a text stops being JSON, for the editor of a card: `JSON.parse` states it for some errors only. Uses its own
// stack: a text may be nested without end.

type Expect = 'value' | 'value-or-end' | 'name-or-end' | 'name' | 'colon' | 'comma-or-end' | 'nothing'

const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const space = /[ \t\n\r]*/y
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

/** The offset of the first wrong character; the length of a text that ends too early; undefined for JSON. */
export function jsonBreak(source: string): number | undefined {
  const open: ('{' | '[')[] = []
  let expect: Expect = 'value'
  let at = 0
  const close = () => {
    open.pop()
    expect = open.length === 0 ? 'nothing' : 'comma-or-end'
    at += 1
  }
  for (;;) {
    at = endOf(space, source, at) ?? at
    const next = source[at]
    if (next === undefined) return expect === 'nothing' ? undefined : source.length
    const top = open.at(-1)
    if (expect === 'value' || expect === 'value-or-end') {
      if (next === ']' && expect === 'value-or-end') {
        close()
      } else if (next === '{' || next === '[') {
        open.push(next)
        expect = next === '{' ? 'name-or-end' : 'value-or-end'
        at += 1
      } else {
        const value = next === '"' ? textAt(source, at) : scalarAt(source, at)
        if (!value.whole) return value.at
        at = value.at
        expect = top === undefined ? 'nothing' : 'comma-or-end'
      }
    } else if (expect === 'name' || expect === 'name-or-end') {
      if (next === '}' && expect === 'name-or-end') {
        close()
      } else {
        if (next !== '"') return at
        const name = textAt(source, at)
        if (!name.whole) return name.at
        at = name.at
        expect = 'colon'
      }
    } else if (expect === 'colon' && next === ':') {
      expect = 'value'
      at += 1
    } else if (expect === 'comma-or-end' && next === ',') {
      expect = top === '{' ? 'name' : 'value'
      at += 1
    } else if (expect === 'comma-or-end' && next === (top === '{' ? '}' : ']')) {
      close()
    } else return at
  }
}

/** The end of a value, or where it breaks. */
interface Span {
  readonly whole: boolean
  readonly at: number
}

function textAt(source: string, start: number): Span {
  for (let at = start + 1; at < source.length; at += 1) {
    const unit = source.charCodeAt(at)
    if (unit === quote) return { whole: true, at: at + 1 }
    if (unit < firstPrintable) return { whole: false, at }
    if (unit !== backslash) continue
    const after = endOf(escaped, source, at)
    if (after === undefined)
      return { whole: false, at: source.length - at < maxEscapeChars ? source.length : at }
    at = after - 1
  }
  return { whole: false, at: source.length }
}

function scalarAt(source: string, at: number): Span {
  const end = endOf(scalar, source, at)
  if (end !== undefined) return { whole: true, at: end }
  const rest = source.slice(at, at + maxEscapeChars)
  const cutShort =
    at + rest.length === source.length && ['true', 'false', 'null', '-'].some((word) => word.startsWith(rest))
  return { whole: false, at: cutShort ? source.length : at }
}

function endOf(pattern: RegExp, source: string, at: number): number | undefined {
  // Sticky: the position is set before each use.
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : undefined
}

const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20
// Characters of one escape in a JSON text (RFC 8259); cuts nothing.
const maxEscapeChars = 6

export interface JsonFault {
  /** `more` and `again`: a whole JSON text precedes it. */
  readonly kind: 'empty' | 'end' | 'character' | 'more' | 'again'
  /** Lines and columns from 1. */
  readonly line: number
  readonly column: number
  readonly actual: string
}

export function jsonFaultIn(source: string): JsonFault | undefined {
  const text = source.replace(/^\uFEFF/, '')
  const offset = jsonBreak(text)
  if (offset === undefined) return undefined
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const place = { line: before.split('\n').length, column: offset - lineStart + 1 }
  if (text.trim() === '') return { kind: 'empty', ...place, actual: '' }
  if (offset >= text.length) return { kind: 'end', ...place, actual: '' }
  const whole = before.trim()
  if (whole === '' || jsonBreak(before) !== undefined)
    return { kind: 'character', ...place, actual: String.fromCodePoint(text.codePointAt(offset) ?? 0) }
  const more = text.slice(offset).trim()
  return { kind: more === whole ? 'again' : 'more', ...place, actual: more }
}

export function faultShown({ kind, line, column, actual }: JsonFault): string {
  const place = `line ${line}, column ${column}`
  switch (kind) {
    case 'empty':
      return 'it is empty'
    case 'end':
      return `it ends at ${place}, before it is complete`
    case 'character':
      return `unexpected ${shown(actual)} at ${place}`
    case 'more':
      return `after its end, there is more at ${place}: ${shown(actual)}`
    case 'again':
      return `after its end, the same is there again at ${place}`
  }
}
