import { useMemo } from 'react'
import type { Outline, TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import type { TaskTimeline } from '../follow/index.ts'
import type { OpenBursts } from './use-open-bursts.ts'

/** All that a line of the list shows. */
export type Line =
  | {
      readonly kind: 'row'
      readonly row: TimelineRow
      readonly position: number
      /** Of the whole artifact, where the row is of one. */
      readonly pieces: number | undefined
      /** Absent where there is nothing to open. */
      readonly open: boolean | undefined
    }
  | { readonly kind: 'piece'; readonly chunk: TimelineChunk; readonly place: number }

export function isBurst({ kind, count }: TimelineRow): boolean {
  return kind === 'chunks' && count > 1
}

/** Lines by their place; the same object as long as it shows the same, so that one on screen is not drawn again. */
export function useLines(
  timeline: TaskTimeline,
  outline: Outline,
  bursts: OpenBursts,
): (index: number) => Line | undefined {
  const drawn = useMemo(() => new WeakMap<TimelineRow | TimelineChunk, Line>(), [])
  const known = (of: TimelineRow | TimelineChunk, line: Line): Line => {
    const before = drawn.get(of)
    if (before && showsTheSame(before, line)) return before
    drawn.set(of, line)
    return line
  }
  return (index) => {
    const at = bursts.lineAt(index)
    if (at.kind === 'piece') {
      const chunk = bursts.pieceAt(at.burst, at.place)
      return chunk && known(chunk, { kind: 'piece', chunk, place: at.place })
    }
    const row = timeline.rowAt(at.position)
    if (row === undefined) return undefined
    const pieces = row.artifact === undefined ? undefined : outline.artifacts[row.artifact]?.chunks
    const open = isBurst(row) ? bursts.isOpen(row.index) : undefined
    return known(row, { kind: 'row', row, position: at.position, pieces, open })
  }
}

function showsTheSame(one: Line, other: Line): boolean {
  if (one.kind === 'piece' || other.kind === 'piece')
    return one.kind === 'piece' && other.kind === 'piece' && one.place === other.place
  return one.position === other.position && one.pieces === other.pieces && one.open === other.open
}
