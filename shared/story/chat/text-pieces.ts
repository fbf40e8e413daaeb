// A text that grows, in pieces that can be drawn on their own: a piece is never touched again once the next has begun, so that a chunk costs
// the same at the start and after ten thousand others. Pieces end between the blocks of a markdown text where there is such a
// place, else at a line, else anywhere.

export interface TextPiece {
  readonly text: string
  /** The fence of a code block that goes on from the piece before. */
  readonly fence?: string
}

export interface TextPieces {
  add(text: string): void
  /** All pieces; those but the last keep their reference. */
  list(): readonly TextPiece[]
  readonly length: number
}

/** A piece is looked at for a good place to end from this length on. */
const pieceChars = 1_500
// Of the line that opens code, where the next row goes on within it.
const maxFenceChars = 40
// Of a text that is drawn as one row, which a browser lays out in a few milliseconds whatever it is; the next row goes on with it.
export const maxTextPieceChars = 4_000

export function createTextPieces(): TextPieces {
  const closed: TextPiece[] = []
  let open = ''
  let openFence: string | undefined
  let lookAgainAt = pieceChars
  let length = 0
  let listed: readonly TextPiece[] | undefined

  const close = (end: number, fence: string | undefined) => {
    closed.push(pieceOf(open.slice(0, end), openFence))
    open = open.slice(end)
    openFence = fence
    lookAgainAt = pieceChars
  }

  return {
    add(text) {
      open += text
      length += text.length
      listed = undefined
      while (open.length >= lookAgainAt) {
        const end = blockEnd(open, openFence)
        if (end !== undefined) close(end, undefined)
        else if (open.length > maxTextPieceChars) {
          const anywhere = lineEnd(open)
          close(anywhere, fenceAfter(open.slice(0, anywhere), openFence))
        } else lookAgainAt = Math.min(lookAgainAt * 2, maxTextPieceChars + 1)
      }
    },
    list() {
      listed ??= open === '' && closed.length > 0 ? closed.slice() : [...closed, pieceOf(open, openFence)]
      return listed
    },
    get length() {
      return length
    },
  }
}

/** All of a text that is known. */
export function textPiecesOf(text: string): readonly TextPiece[] {
  if (text.length <= maxTextPieceChars) return [{ text }]
  const pieces = createTextPieces()
  pieces.add(text)
  return pieces.list()
}

function pieceOf(text: string, fence: string | undefined): TextPiece {
  return fence === undefined ? { text } : { text, fence }
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})/

/** Behind the last blank line that lies outside of code, within the longest piece. */
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
    // What follows a blank line and is indented belongs to the list before it.
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
  const last = text.charCodeAt(maxTextPieceChars - 1)
  // Never through a surrogate pair.
  return last >= 0xd800 && last <= 0xdbff ? maxTextPieceChars - 1 : maxTextPieceChars
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
