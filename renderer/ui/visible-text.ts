// Splits an agent's text into plain text and marks for characters that would hide or reorder text.

import { clip } from '#shared/shorten.ts'
import { type Unseen, unseenIn, unseenRuns, writtenOut } from '#shared/unseen.ts'

interface Mark extends Unseen {
  readonly kind: 'unseen'
}

type TextPiece = { readonly kind: 'text'; readonly text: string } | Mark

/** Marks drawn in one text; later ones are written as text, `[U+202E]`, which is far cheaper to lay out. */
const maxMarks = 60
/** Characters of a title or an accessible name; longer text ends in an ellipsis. */
const maxVisibleNameChars = 400

export function visiblePieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let marks = 0
  let at = 0
  for (const { 0: run, index } of text.matchAll(unseenRuns)) {
    if (marks >= maxMarks) break
    const unseen = unseenIn(run).map((each): Mark => ({ kind: 'unseen', ...each }))
    if (index > at) pieces.push({ kind: 'text', text: text.slice(at, index) })
    pieces.push(...unseen)
    marks += unseen.length
    at = index + run.length
  }
  if (at < text.length) pieces.push({ kind: 'text', text: writtenOut(text.slice(at)) })
  return pieces
}

/** The text with marks written out, for titles and accessible names. */
export function visibleString(text: string, maxChars = maxVisibleNameChars): string {
  const part = clip(text, maxChars)
  return part.length < text.length ? `${writtenOut(part)}…` : writtenOut(part)
}

/** The two ends of an id, for comparison; the title should have all of it. */
export function shortId(id: string): string {
  return id.length <= 12
    ? visibleString(id)
    : `${visibleString(id.slice(0, 4))}…${visibleString(id.slice(-2))}`
}
