// Text of an agent, split into what can be shown as it is and what would hide or reorder the rest: direction overrides,
// invisible and control characters. Linear in the text, whatever is in it.

import { clip } from '#shared/shorten.ts'

interface Mark {
  readonly kind: 'unseen'
  readonly code: string
  readonly name: string
  /** How many times the same character, or how many in turn. */
  readonly count: number
}

type TextPiece = { readonly kind: 'text'; readonly text: string } | Mark

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

/** Any of them in a row. A line break written as CR LF is a line break. */
const unseenRuns = new RegExp(`(?:(?!\\r\\n)${unseen.source})+`, 'gv')

/** Marks drawn in one text; those after them are written out as text, `[U+202E]`, which is far cheaper to lay out. */
const maxMarks = 60
/** Marks next to each other that are drawn one by one; more become one mark that counts them. */
const maxMarksInRow = 8
/** Characters of a title or an accessible name; what is cut off ends in an ellipsis. */
const maxNameCharacters = 400

export function visiblePieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let marks = 0
  let at = 0
  for (const { 0: run, index } of text.matchAll(unseenRuns)) {
    if (marks >= maxMarks) break
    const found = marksOf(run)
    if (index > at) pieces.push({ kind: 'text', text: text.slice(at, index) })
    pieces.push(...found)
    marks += found.length
    at = index + run.length
  }
  if (at < text.length) pieces.push({ kind: 'text', text: writtenOut(text.slice(at)) })
  return pieces
}

/** The same text as one string, with the unseen written out: for titles and accessible names. */
export function visibleString(text: string, maxCharacters = maxNameCharacters): string {
  const part = clip(text, maxCharacters)
  return part.length < text.length ? `${writtenOut(part)}…` : writtenOut(part)
}

function writtenOut(text: string): string {
  return text.replaceAll(unseenRuns, (run) =>
    marksOf(run)
      .map(({ code, count }) => `[${code}${count > 1 ? ` ×${count}` : ''}]`)
      .join(''),
  )
}

function marksOf(run: string): readonly Mark[] {
  const marks: Mark[] = []
  for (const char of run) {
    const point = char.codePointAt(0) ?? 0
    const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    const last = marks.at(-1)
    if (last?.code === code) marks[marks.length - 1] = { ...last, count: last.count + 1 }
    else marks.push({ kind: 'unseen', code, name: names[point] ?? 'control character', count: 1 })
  }
  if (marks.length <= maxMarksInRow) return marks
  const codes = [...new Set(marks.map(({ code }) => code))]
  const some = codes.length > 3 ? `${codes.slice(0, 3).join(' ')} …` : codes.join(' ')
  const count = marks.reduce((sum, mark) => sum + mark.count, 0)
  return [{ kind: 'unseen', code: some, name: 'hidden characters in turn', count }]
}
