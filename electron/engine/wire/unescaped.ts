// A text without the escapes of JSON, addresses and HTML, whichever of them stand in whichever, and where each character of it
// stood. Both what is looked for and what it is looked for in are read so, and then compare character by character.

import { ampersand, backslash, escapeAt, nothing, percent } from './escapes.ts'

export interface Unescaped {
  readonly text: string
  /** Of a stretch of `text`, the whole stretch of the original that spells it. */
  placeOf(from: number, to: number): readonly [from: number, to: number]
}

/** An escape within an escape within an escape: more than anyone writes who does not mean to hide something. */
const maxEscapeDepth = 3

/** Undefined where nothing is escaped that `matters`, told by the code of a character. */
export function unescaped(
  original: string,
  matters: (code: number) => boolean = () => true,
): Unescaped | undefined {
  let text = original
  const layers: Layer[] = []
  while (layers.length < maxEscapeDepth) {
    const layer = unescapedOnce(text, matters)
    if (layer === undefined) break
    layers.push(layer)
    text = layer.text
  }
  if (layers.length === 0) return undefined
  return {
    text,
    placeOf: (from, to) =>
      layers.reduceRight<readonly [number, number]>(([a, b], layer) => placeIn(layer, a, b), [from, to]),
  }
}

/** What was replaced, in order: four numbers each, its place and length before and after. */
interface Layer {
  readonly text: string
  readonly replaced: readonly number[]
}

function unescapedOnce(original: string, matters: (code: number) => boolean): Layer | undefined {
  const replaced: number[] = []
  const pieces: string[] = []
  let done = 0
  let length = 0
  for (let at = nextEscape(original, 0); at >= 0; ) {
    const { code, end } = escapeAt(original, at)
    if (code !== undefined && (code <= nothing || isEscape(code) || matters(code))) {
      const spelled = code === nothing ? '' : String.fromCodePoint(code)
      pieces.push(original.slice(done, at), spelled)
      length += at - done
      replaced.push(length, spelled.length, at, end - at)
      length += spelled.length
      done = end
    }
    at = nextEscape(original, end)
  }
  return done === 0 ? undefined : { text: pieces.join('') + original.slice(done), replaced }
}

function isEscape(code: number): boolean {
  return code === backslash || code === percent || code === ampersand
}

const anyEscape = /[\\%&\n]/g

function nextEscape(text: string, from: number): number {
  anyEscape.lastIndex = from
  return anyEscape.test(text) ? anyEscape.lastIndex - 1 : -1
}

function placeIn({ replaced }: Layer, from: number, to: number): readonly [number, number] {
  const [start] = placeOfOne(replaced, from)
  const [, end] = placeOfOne(replaced, to - 1)
  return [start, end]
}

/** The stretch that spells the character at this place. */
function placeOfOne(replaced: readonly number[], at: number): readonly [number, number] {
  let low = 0
  let high = replaced.length / 4
  while (low < high) {
    const middle = (low + high) >> 1
    if ((replaced[middle * 4] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const last = (low - 1) * 4
  if (last < 0) return [at, at + 1]
  const [after = 0, afterLength = 0, before = 0, beforeLength = 0] = replaced.slice(last, last + 4)
  if (at < after + afterLength) return [before, before + beforeLength]
  const place = before + beforeLength + at - after - afterLength
  return [place, place + 1]
}
