// A growing text in pieces that are drawn one by one: a piece is final once the next has begun, so a chunk costs the same at
// the start and after ten thousand others. Pieces end between markdown blocks where possible, else at a line end, else
// anywhere.

export interface TextPiece {
  readonly text: string
  /** The opening fence, where the previous piece ended inside a code block. */
  readonly fence?: string
}

export interface TextPieces {
  add(text: string): void
  /** All but the last keep their reference. */
  list(): readonly TextPiece[]
  readonly length: number
}

/** Length from which on a piece is searched for a good end. */
const pieceChars = 1_500
// Of the line that opens a code block, which the next row repeats.
const maxFenceChars = 40
// Of a text drawn as one row, which a browser lays out in a few milliseconds; the next row continues it.
export const maxTextPieceChars = 4_000

export function createTextPieces(): TextPieces {
  const closed: TextPiece[] = []
  let open = ''
  let openFence: string | undefined
  let nextCheckAt = pieceChars
  let length = 0
  let listed: readonly TextPiece[] | undefined

  const close = (end: number, fence: string | undefined) => {
    closed.push(pieceOf(open.slice(0, end), openFence))
    open = open.slice(end)
    openFence = fence
    nextCheckAt = pieceChars
  }

  return {
    add(text) {
      open += text
      length += text.length
      listed = undefined
      while (open.length >= nextCheckAt) {
        const end = blockEnd(open, openFence)
        if (end !== undefined) close(end, undefined)
        else if (open.length > maxTextPieceChars) {
          const anywhere = lineEnd(open)
          close(anywhere, fenceAfter(open.slice(0, anywhere), openFence))
        } else nextCheckAt = Math.min(nextCheckAt * 2, maxTextPieceChars + 1)
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
