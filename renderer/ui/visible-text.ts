// Text of an agent, split into what can be shown as it is and what would hide or reorder the rest: direction overrides,
// invisible and control characters. Linear in the text, whatever is in it.

type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `count` times the same unseen character. */
  | { readonly kind: 'unseen'; readonly code: string; readonly name: string; readonly count: number }

const names: Readonly<Record<number, string>> = {
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero-width space',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of direction',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of isolate',
  65279: 'byte order mark',
}

/** Joiners (U+200C, U+200D) stay: scripts and emoji are written with them. Line breaks and tabs are text. */
const unseen =
  /[[\p{Cc}\p{Surrogate}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]--[\t\n]]/v

const unseenAll = new RegExp(unseen, 'gv')

function hasUnseen(text: string): boolean {
  return unseen.test(text)
}

export function visiblePieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const match of text.matchAll(unseenAll)) {
    // A line break written as CR LF is a line break.
    if (match[0] === '\r' && text[match.index + 1] === '\n') continue
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) })
    addUnseen(pieces, match[0], match.index === at)
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) })
  return pieces
}

/** The same text as one string, with the unseen written out: for titles and accessible names. */
export function visibleString(text: string): string {
  if (!hasUnseen(text)) return text
  return visiblePieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`))
    .join('')
}

function addUnseen(pieces: TextPiece[], char: string, follows: boolean): void {
  const point = char.codePointAt(0) ?? 0
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  const last = pieces.at(-1)
  if (follows && last?.kind === 'unseen' && last.code === code) {
    pieces[pieces.length - 1] = { ...last, count: last.count + 1 }
    return
  }
  pieces.push({ kind: 'unseen', code, name: names[point] ?? 'control character', count: 1 })
}
