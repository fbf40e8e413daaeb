// A text without the escapes of JSON, addresses and HTML, in any nesting, with the original position of each character.
// Both secrets and texts are converted, and then compared character by character.

export interface Unescaped {
  readonly text: string
  /** The range of the original that spells a range of `text`. */
  placeOf(from: number, to: number): readonly [from: number, to: number]
}

// Nested escapes; more occur only where something is hidden on purpose.
const maxEscapeDepth = 3

/** Undefined if no character that `matters`, by its code, is escaped. */
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

/** Replacements in order, four numbers each: position and length before and after. */
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

/** The range that spells the character at this position. */
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

const backslash = 0x5c
const percent = 0x25
const ampersand = 0x26
const lineFeed = 0x0a
/** A line break within base64 is ignored. */
const nothing = -1

interface Escape {
  /** The code of the character; undefined where this is no escape. */
  readonly code: number | undefined
  readonly end: number
}

/** An escape of JSON, an address or HTML, in any case, whose first character may itself be escaped any number of times. */
function escapeAt(text: string, at: number): Escape {
  switch (text.charCodeAt(at)) {
    case backslash:
      return afterBackslash(text, at)
    case percent:
      return afterPercent(text, at)
    case ampersand:
      return afterAmpersand(text, at)
    default:
      return isInBase64(text, at - (text[at - 1] === '\r' ? 1 : 0), at + 1)
        ? escapeOf(nothing, at + 1)
        : none(at + 1)
  }
}

function afterBackslash(text: string, start: number): Escape {
  let at = start + 1
  while (text.charCodeAt(at) === backslash) at++
  const letter = text[at] ?? ''
  if (letter === 'u' || letter === 'x') {
    const end = at + (letter === 'u' ? 5 : 3)
    const code = hexIn(text, at + 1, end)
    if (code !== undefined) return escapeOf(code, end)
  }
  if ((letter === 'n' || letter === 'r') && isInBase64(text, start, afterBreak(text, at + 1))) {
    return escapeOf(nothing, at + 1)
  }
  const short = shortEscapes.get(letter)
  if (short !== undefined) return escapeOf(short, at + 1)
  return at > start + 1 ? escapeOf(backslash, at) : none(at)
}

/** Skips a line feed after a carriage return. */
function afterBreak(text: string, at: number): number {
  const [whole = ''] = /^\\+n/.exec(text.slice(at, at + 8)) ?? []
  return at + whole.length
}

function afterPercent(text: string, start: number): Escape {
  let at = start + 1
  while (text.startsWith('25', at) && hexIn(text, at + 2, at + 4) !== undefined) at += 2
  const code = hexIn(text, at, at + 2)
  return code === undefined ? none(at) : escapeOf(code, at + 2)
}

function afterAmpersand(text: string, start: number): Escape {
  let at = start + 1
  while (text.startsWith('amp;', at)) at += 4
  const [whole, hex, decimal, name] = reference.exec(text.slice(at, at + maxReferenceChars)) ?? []
  const code =
    hex !== undefined
      ? Number.parseInt(hex, 16)
      : decimal !== undefined
        ? Number(decimal)
        : named.get(name ?? '')
  if (whole !== undefined && code !== undefined && code <= 0x10ffff) return escapeOf(code, at + whole.length)
  return at > start + 1 ? escapeOf(ampersand, at) : none(at)
}

// Of one character reference of HTML in which a secret is searched; cuts nothing shown.
const maxReferenceChars = 16
const reference = /^(?:#[xX]0*([0-9a-fA-F]{1,6});?|#0*(\d{1,7});?|([A-Za-z]{2,6});)/

const shortEscapes: ReadonlyMap<string, number> = new Map(
  [...'"\'/', ...'bfnrt'].map((letter) => {
    const code = ({ b: 8, f: 12, n: lineFeed, r: 13, t: 9 } as Record<string, number>)[letter]
    return [letter, code ?? letter.charCodeAt(0)] as const
  }),
)

/** Every ASCII character with a name in HTML. */
const named: ReadonlyMap<string, number> = new Map(
  (
    'Tab 9 excl 33 quot 34 QUOT 34 num 35 dollar 36 percnt 37 amp 38 AMP 38 apos 39 lpar 40 rpar 41 ast 42 midast 42 ' +
    'plus 43 comma 44 period 46 sol 47 colon 58 semi 59 lt 60 LT 60 equals 61 gt 62 GT 62 quest 63 commat 64 lsqb 91 ' +
    'lbrack 91 bsol 92 rsqb 93 rbrack 93 Hat 94 lowbar 95 grave 96 lcub 123 lbrace 123 verbar 124 vert 124 rcub 125 rbrace 125'
  )
    .match(/\w+ \d+/g)
    ?.map((pair) => pair.split(' '))
    .map(([name = '', code]) => [name, Number(code)]),
)

/** Length of base64 before a line break; no word is that long. */
const fewestOfBase64 = 16

function isInBase64(text: string, from: number, to: number): boolean {
  if (from < fewestOfBase64 || !isOfBase64(text.charCodeAt(to))) return false
  for (let at = from - fewestOfBase64; at < from; at++) if (!isOfBase64(text.charCodeAt(at))) return false
  return true
}

function isOfBase64(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x5f
  )
}

function hexIn(text: string, from: number, to: number): number | undefined {
  if (to > text.length) return undefined
  let value = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    const digit =
      code >= 0x30 && code <= 0x39
        ? code - 0x30
        : code >= 0x61 && code <= 0x66
          ? code - 0x57
          : code >= 0x41 && code <= 0x46
            ? code - 0x37
            : -1
    if (digit < 0) return undefined
    value = value * 16 + digit
  }
  return value
}

function escapeOf(code: number, end: number): Escape {
  return { code, end }
}

function none(end: number): Escape {
  return { code: undefined, end }
}
