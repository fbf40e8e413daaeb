import { useEffect, useMemo, useReducer, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { createPages, type Pages } from '../../record/pages.ts'
import type { TaskTimeline } from './task-timeline.ts'

/** Entries of a row that open as lines; the others are in the list of their request. */
const maxBurstLines = 1_000_000

export interface OpenBursts extends Unfolded {
  isOpen(row: number): boolean
  toggle(row: TimelineRow, position: number): void
  pieceAt(burst: OpenBurst, place: number): TimelineChunk | undefined
  requestPieces(from: number, to: number): void
}

interface Opened {
  readonly position: number
  readonly row: number
  readonly pages: Pages<TimelineChunk>
}

/** The open rows with their entries. They close when the list changes. */
export function useOpenBursts(timeline: TaskTimeline, rows: number): OpenBursts {
  const { client } = useEngine()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [opened, setOpened] = useState<{ readonly timeline: TaskTimeline; readonly all: readonly Opened[] }>()
  const all = opened?.timeline === timeline ? opened.all : none
  const counts = all.map(({ position }) => Math.min(maxBurstLines, entriesOf(timeline.rowAt(position))))
  const countKey = counts.join()
  const bursts = useMemo(() => {
    const pieces = countKey === '' ? [] : countKey.split(',').map(Number)
    return all.map(({ position, row }, index): OpenBurst => ({ position, row, pieces: pieces[index] ?? 0 }))
  }, [all, countKey])
  const unfolded = useMemo(() => unfold(rows, bursts), [rows, bursts])

  useEffect(() => {
    for (const [index, { pages }] of all.entries()) pages.grow(bursts[index]?.pieces ?? 0)
  }, [all, bursts])

  const pagesOf = (row: number) => all.find((one) => one.row === row)?.pages
  return {
    ...unfolded,
    isOpen: (row) => all.some((one) => one.row === row),
    toggle({ index: row }, position) {
      pagesOf(row)?.close()
      const others = all.filter((one) => one.row !== row)
      const added =
        all.length > others.length
          ? []
          : [{ position, row, pages: piecesOf(client, timeline.task, row, redraw) }]
      setOpened({ timeline, all: [...others, ...added].sort((a, b) => a.position - b.position) })
    },
    pieceAt: ({ row }, place) => pagesOf(row)?.at(place),
    requestPieces(from, to) {
      for (const { position, row, pieces } of bursts) {
        const first = unfolded.indexOf(position) + 1
        const shown = { from: Math.max(0, from - first), to: Math.min(pieces - 1, to - first) }
        if (shown.from <= shown.to) pagesOf(row)?.request(shown.from, shown.to)
      }
    },
  }
}

const none: readonly Opened[] = []

/** Number of entries in a row: the pieces of a burst, and repeated sightings. */
export function entriesOf(row: TimelineRow | undefined): number {
  return row ? row.again.reduce((sum, { count }) => sum + count, row.count) : 0
}

function piecesOf(client: EngineClient, task: TimelineTask, row: number, onChange: () => void) {
  return createPages<TimelineChunk>({
    load: async (from, limit, signal) =>
      (await client.timeline.chunks({ task, row, from, limit }, { signal })).chunks,
    onChange,
    // The rows report problems of the record.
    onProblem: () => undefined,
    final: true,
  })
}

// Line positions when rows are opened: the entries of an open row follow it.

interface OpenBurst {
  /** Among the rows of the list. */
  readonly position: number
  /** Of the row itself. */
  readonly row: number
  readonly pieces: number
}

type Line =
  | { readonly kind: 'row'; readonly position: number }
  | { readonly kind: 'piece'; readonly burst: OpenBurst; readonly place: number }

interface Unfolded {
  readonly length: number
  lineAt(index: number): Line
  indexOf(position: number, place?: number): number
}

/** `bursts` in the order of their positions; there are as few as a reader opens. */
export function unfold(rows: number, bursts: readonly OpenBurst[]): Unfolded {
  const indexOf = (position: number, place = -1) => {
    const before = bursts.filter((burst) => burst.position < position)
    return position + before.reduce((sum, { pieces }) => sum + pieces, 0) + place + 1
  }
  return {
    length: bursts.reduce((sum, { pieces }) => sum + pieces, rows),
    indexOf,
    lineAt(index) {
      let passed = 0
      for (const burst of bursts) {
        const at = burst.position + passed
        if (index <= at) break
        if (index <= at + burst.pieces) return { kind: 'piece', burst, place: index - at - 1 }
        passed += burst.pieces
      }
      return { kind: 'row', position: index - passed }
    },
  }
}
