// The tokens of a JSON text: without recursion, and without regular expressions over strings, which may be of any length.

import { parsedJson } from './parse-json.ts'

const backslash = 0x5c

export interface JsonToken {
  readonly start: number
  readonly end: number
}

/** Tokens after which work in steps yields. */
export const tokensOfStep = 2_000

const plain = /[^\s[\]{},:"]+/y

export function* tokensOf(text: string): Generator<JsonToken> {
  let at = 0
  while (at < text.length) {
    const start = at
    const char = text[at] ?? ''
    plain.lastIndex = at
    if (char === '"') at = Math.min(endOfString(text, at) + 1, text.length)
    else if ('[]{},:'.includes(char)) at += 1
    else if (plain.test(text)) at = plain.lastIndex
    else {
      at += 1
      continue
    }
    yield { start, end: at }
  }
}

/** Position of the closing quote of a JSON string; the end of the text where there is none. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

export interface JsonContainer {
  readonly isArray: boolean
  /** Of the item, or the name of the member, that is read; empty before there is one. */
  key: string | number
}

/** A name, a value or a bracket. A container that opens or closes is inside those around it. */
export interface JsonStep extends JsonToken {
  readonly kind: 'name' | 'value' | 'open' | 'close'
  /** The outermost first, as they are at this step. */
  readonly inside: readonly JsonContainer[]
}

/** Reads on where a text breaks off or is no JSON; undefined is a pause. */
export function* walkJson(text: string): Generator<JsonStep | undefined> {
  const inside: JsonContainer[] = []
  let expectsName = false
  let tokens = 0
  for (const token of tokensOf(text)) {
    if (++tokens % tokensOfStep === 0) yield undefined
    const piece = text.slice(token.start, token.end)
    const top = inside.at(-1)
    if (piece === '{' || piece === '[') {
      yield { kind: 'open', ...token, inside }
      inside.push({ isArray: piece === '[', key: piece === '[' ? 0 : '' })
      expectsName = piece === '{'
    } else if (piece === '}' || piece === ']') {
      inside.pop()
      expectsName = false
      yield { kind: 'close', ...token, inside }
    } else if (piece === ',') {
      if (top) top.key = typeof top.key === 'number' ? top.key + 1 : ''
      expectsName = top?.isArray === false
    } else if (piece === ':') expectsName = false
    else if (expectsName && top && piece.startsWith('"')) {
      top.key = unquoted(piece)
      yield { kind: 'name', ...token, inside }
    } else yield { kind: 'value', ...token, inside }
  }
}

function unquoted(piece: string): string {
  const plain = piece.slice(1, -1)
  return plain.includes('\\') ? String(parsedJson(piece) ?? plain) : plain
}
