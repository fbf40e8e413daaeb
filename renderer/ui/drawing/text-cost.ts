// Estimates the cost of laying out a text, in DOM elements: breaking lines, shaping other scripts than Latin, ordering
// bidirectional text, and drawing marks for invisible characters. One pass over the character codes, since each text is
// measured before it is drawn.

const charactersOfElement = 80
const linesOfElement = 4
/** Measured: right-to-left, joined, stacked and unspaced scripts cost a quarter of an element per character. */
const charactersShaped = 4

export function textCost(text: string): number {
  let lines = 1
  let marked = 0
  let shaped = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x20 && code < 0x7f) continue
    if (code === newline) lines += 1
    else if (isMarked(code)) marked += 1
    else if (isShaped(code)) shaped += 1
    else if (code >= 0xd800 && code <= 0xdfff) {
      const kind = pairs[code - 0xd800]
      // Both halves of a surrogate pair at once; a lone one is drawn as a mark.
      const isPair = code < 0xdc00 && text.charCodeAt(at + 1) >> 10 === 0x37
      if (!isPair) marked += 1
      else {
        at += 1
        if (kind === 'shaped') shaped += 1
        else if (kind === 'marked') marked += 1
      }
    }
  }
  return Math.ceil(
    text.length / charactersOfElement + lines / linesOfElement + marked + shaped / charactersShaped,
  )
}

const newline = 10
const tab = 9

/** Characters that `visible-text.ts` marks, and some more: controls, formats, and those in no font. */
function isMarked(code: number): boolean {
  if (code < 0xa0) return (code < 0x20 && code !== tab) || code >= 0x7f
  if (code < 0x2000) return code === 0xad || code === 0x61c || code === 0x180e
  if (code < 0x2070)
    return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) || code >= 0x2060
  return (code >= 0xe000 && code <= 0xf8ff) || code === 0xfeff || code >= 0xfff0
}

function isShaped(code: number): boolean {
  if (code < 0x2000) return code >= 0x0590 || (code >= 0x0300 && code <= 0x036f)
  return (
    (code >= 0x20d0 && code <= 0x20ff) ||
    (code >= 0xfb1d && code <= 0xfe2f) ||
    (code >= 0xfe70 && code < 0xfeff)
  )
}

/** By high surrogate: right-to-left scripts (U+10800 …), pictographs (U+1F000 …); tags, private use, unassigned. */
const pairs: readonly (undefined | 'shaped' | 'marked')[] = Array.from({ length: 0x400 }, (_, index) => {
  const high = 0xd800 + index
  if (high === 0xd802 || high === 0xd803 || (high >= 0xd83a && high <= 0xd83f)) return 'shaped'
  return high >= 0xdb40 ? 'marked' : undefined
})
