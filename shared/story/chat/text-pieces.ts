// A growing text in pieces that are drawn one by one: a piece is final once the next has begun, so a chunk costs the same at
// the start and after ten thousand others. Pieces end between markdown blocks where possible, else at a line end, else
// anywhere.

import { clip } from '../../shorten.ts'

export interface TextPiece {
  readonly text: string
  /** The opening fence, where the previous piece ended inside a code block. */
  readonly fence?: string
}

/** A piece is looked at for a good place to end from this length on. */
const pieceChars = 1_500
// Of the line that opens a code block, which the next row repeats.
const maxFenceChars = 40
// Of a text drawn as one row, which a browser lays out in a few milliseconds; the next row continues it.
export const maxTextPieceChars = 4_000

export class TextPieces {
  readonly #closed: TextPiece[] = []
  #open = ''
  #openFence: string | undefined
  #lookAgainAt = pieceChars
  #length = 0
  #listed: readonly TextPiece[] | undefined

  add(text: string): void {
    this.#open += text
    this.#length += text.length
    this.#listed = undefined
    while (this.#open.length >= this.#lookAgainAt) {
      const end = blockEnd(this.#open, this.#openFence)
      if (end !== undefined) this.#close(end, undefined)
      else if (this.#open.length > maxTextPieceChars) {
        const anywhere = lineEnd(this.#open)
        this.#close(anywhere, fenceAfter(this.#open.slice(0, anywhere), this.#openFence))
      } else this.#lookAgainAt = Math.min(this.#lookAgainAt * 2, maxTextPieceChars + 1)
    }
  }

  /** All pieces; those but the last keep their reference. */
  list(): readonly TextPiece[] {
    this.#listed ??=
      this.#open === '' && this.#closed.length > 0
        ? this.#closed.slice()
        : [...this.#closed, pieceOf(this.#open, this.#openFence)]
    return this.#listed
  }

  get length() {
    return this.#length
  }

  #close(end: number, fence: string | undefined) {
    this.#closed.push(pieceOf(this.#open.slice(0, end), this.#openFence))
    this.#open = this.#open.slice(end)
    this.#openFence = fence
    this.#lookAgainAt = pieceChars
  }
}

export function textPiecesOf(text: string): readonly TextPiece[] {
  if (text.length <= maxTextPieceChars) return [{ text }]
  const pieces = new TextPieces()
  pieces.add(text)
  return pieces.list()
}

function pieceOf(text: string, fence: string | undefined): TextPiece {
  return fence === undefined ? { text } : { text, fence }
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})/

/** After the last blank line outside of code, within the longest piece. */
function blockEnd(whole: string, fenceBefore: string | undefined): number | undefined {
  const text = whole.slice(0, maxTextPieceChars)
  let fence = fenceBefore
  let end: number | undefined
  let from = 0
  for (;;) {
    const newline = text.indexOf('\n', from)
    if (newline < 0) break
    const line = text.slice(from, newline)
    fence = fenceOver(line, fence)
    // An indented line after a blank one belongs to the list before it.
    const next = text[newline + 1]
    if (fence === undefined && line.trim() === '' && next !== undefined && next !== ' ' && next !== '\n') {
      end = newline + 1
    }
    from = newline + 1
  }
  return end !== undefined && end >= pieceChars / 2 ? end : undefined
}

function lineEnd(whole: string): number {
  const text = whole.slice(0, maxTextPieceChars)
  const newline = text.lastIndexOf('\n', maxTextPieceChars - 1)
  if (newline >= pieceChars) return newline + 1
  const space = text.lastIndexOf(' ', maxTextPieceChars - 1)
  if (space >= pieceChars) return space + 1
  return clip(whole, maxTextPieceChars).length
}

function fenceAfter(text: string, before: string | undefined): string | undefined {
  return text.split('\n').reduce<string | undefined>((fence, line) => fenceOver(line, fence), before)
}

function fenceOver(line: string, fence: string | undefined): string | undefined {
  const mark = fenceLine.exec(line)?.[1]
  if (mark === undefined) return fence
  if (fence === undefined) return line.trim().slice(0, maxFenceChars)
  const closes = mark.startsWith(fence[0] ?? '') && line.trim() === mark
  return closes ? undefined : fence
}
