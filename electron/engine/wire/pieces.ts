// Frames of a stream that are the next pieces of one text, told by what stands around it.

import type { PieceForm } from '#shared/a2a/text-hole.ts'
import { maxInRun } from '#shared/bounded.ts'
import { maxInlineBodyBytes } from '#shared/record/entry.ts'
import { type Wrap, wrapOf } from '#shared/record/plain-frame.ts'

/** Fewer are entries like any others, which the record makes runs of with those that come next. */
export const fewestPieces = 4

interface PiecesFound {
  readonly wrap: Wrap
  /** As they stand in the frames. */
  readonly insides: readonly string[]
  /** The same, read. */
  readonly texts: readonly string[]
}

export function piecesIn(frames: readonly string[], from: number, form: PieceForm): PiecesFound {
  const wrap = wrapOf(frames[from] ?? '')
  const head = wrap.start + form.head
  const tail = form.tail + wrap.end
  const insides: string[] = []
  if (head.includes('\n') || form.tail.includes('\n')) return { wrap, insides, texts: [] }
  const texts: string[] = []
  const upTo = Math.min(frames.length, from + maxInRun)
  for (let index = from; index < upTo; index += 1) {
    const inside = between(frames[index] ?? '', head, tail)
    const text = inside === undefined ? undefined : form.textOf(inside)
    if (inside === undefined || text === undefined) break
    insides.push(inside)
    texts.push(text)
  }
  return { wrap, insides, texts }
}

/** An empty text is read the long way, and a frame that is not kept in its entry too. */
function between(frame: string, head: string, tail: string): string | undefined {
  const length = frame.length - head.length - tail.length
  if (length < 1 || frame.length > maxPieceChars) return undefined
  // Slices are compared many times as fast as `startsWith` does it.
  if (frame.slice(0, head.length) !== head || frame.slice(head.length + length) !== tail) return undefined
  return frame.slice(head.length, head.length + length)
}

// Of a frame that is kept together with others, surely no more bytes than lie within an entry; a longer one is an entry of its own.
export const maxPieceChars = Math.floor(maxInlineBodyBytes / 3)
