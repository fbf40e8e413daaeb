// The events of a task, newest last: rows by position, bursts that open, following the tail until the reader scrolls.

import { useEffect, useMemo, useRef, useState } from 'react'
import type { EntryPlace } from '#shared/contract/timeline.ts'
import type { Outline, TimelineChunk, TimelineRow } from '#shared/record/timeline/outline.ts'
import { formatDuration, formatOffset } from '../../../ui/format.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { type GridColumn, VirtualGrid } from '../../../ui/virtual-grid.tsx'
import type { TaskTimeline } from '../follow/index.ts'
import { ChunkText, RowFacts, RowText } from './row-text.tsx'
import { SourceMark } from './source-mark.tsx'
import { type OpenBursts, useOpenBursts } from './use-open-bursts.ts'
import { selectEntry } from './use-selected-row.ts'
import './events.css'

type ColumnId = 'time' | 'gap' | 'source' | 'event' | 'facts'

/** `from` is the width of the list at which there is room for the column. */
const columns: readonly (GridColumn & { readonly id: ColumnId; readonly from: number })[] = [
  { id: 'time', name: 'Time', width: 'max-content', from: 0 },
  { id: 'gap', name: 'Gap', width: '54px', from: 330 },
  { id: 'source', name: 'Source', width: '16px', from: 0 },
  { id: 'event', name: 'Event', width: 'minmax(0, 1fr)', from: 0 },
  { id: 'facts', name: 'More', width: 'max-content', from: 290 },
]
/** Where the word of the source has room. */
const wordsFrom = 380
/** Where a burst's rate has room beside its size. */
const ratesFrom = 520

/** +12.345 */
const leastOffsetChars = 7
/** Of the list's monospaced figures. */
const characterPx = 7.1

/** A browser lays out no more than this. */
export const mostLines = 1_200_000

type Shown =
  | { readonly kind: 'row'; readonly row: TimelineRow; readonly position: number }
  | { readonly kind: 'piece'; readonly chunk: TimelineChunk; readonly place: number }

interface EventGridProps {
  readonly timeline: TaskTimeline
  readonly outline: Outline
  readonly matching: number
  readonly taskKey: string
  /** Where the selected entry stands. */
  readonly selected: EntryPlace | undefined
  readonly selectedSeq: number | undefined
}

export function EventGrid({ timeline, outline, matching, taskKey, selected, selectedSeq }: EventGridProps) {
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const lines = useOpenBursts(timeline, matching)
  const words = widthPx >= wordsFrom
  const offsetChars = Math.max(leastOffsetChars, formatOffset(outline.figures.totalMs).length)
  const shown = useMemo(
    () =>
      columns
        .filter(({ from }) => widthPx >= from)
        .map((column) => {
          if (column.id === 'time') return { ...column, width: `${offsetChars * characterPx + 2}px` }
          return column.id === 'source' && words ? { ...column, width: '56px' } : column
        }),
    [widthPx, words, offsetChars],
  )
  const reveal = useReveal(selected, lines)
  const drawn = useMemo(() => new WeakMap<TimelineRow | TimelineChunk, Shown>(), [])
  /** The same line for the same row, so that one that is on screen is not drawn again. */
  const known = (of: TimelineRow | TimelineChunk, line: Shown): Shown => {
    const before = drawn.get(of)
    if (before && placeOf(before) === placeOf(line)) return before
    drawn.set(of, line)
    return line
  }

  const lineAt = (index: number): Shown | undefined => {
    const line = lines.lineAt(index)
    if (line.kind === 'piece') {
      const chunk = lines.pieceAt(line.burst, line.place)
      return chunk && known(chunk, { kind: 'piece', chunk, place: line.place })
    }
    const row = timeline.rowAt(line.position)
    return row && known(row, { kind: 'row', row, position: line.position })
  }
  const cell = (column: ColumnId, line: Shown) => {
    const { sinceMs, at, source } = line.kind === 'row' ? line.row : { ...line.chunk, source: undefined }
    switch (column) {
      case 'time':
        return (
          <span className="mono muted" title={new Date(at).toISOString()}>
            {formatOffset(sinceMs)}
          </span>
        )
      case 'gap':
        return (
          <span className="mono faint">
            {line.kind === 'row' && line.row.gapMs !== undefined && formatDuration(line.row.gapMs)}
          </span>
        )
      case 'source':
        return source && <SourceMark source={source} bare={!words} />
      case 'event':
        return line.kind === 'piece' ? (
          <ChunkText chunk={line.chunk} place={line.place} />
        ) : (
          <RowText
            row={line.row}
            artifact={line.row.artifact === undefined ? undefined : outline.artifacts[line.row.artifact]}
            open={isBurst(line.row) ? lines.isOpen(line.row.index) : undefined}
            onToggle={() => lines.toggle(line.row, line.position)}
          />
        )
      case 'facts':
        return line.kind === 'row' && <RowFacts row={line.row} rates={widthPx >= ratesFrom} />
    }
  }

  return (
    <div ref={ref} className="event-grid">
      <VirtualGrid
        name="Events"
        columns={shown}
        rowHeight={27}
        count={Math.min(lines.length, mostLines)}
        // Who opened a burst is reading it.
        followsTail={lines.length === matching}
        reveal={reveal}
        onRange={(from, to) => {
          timeline.want(positionOf(lines, from), positionOf(lines, to))
          lines.wantPieces(from, to)
        }}
        rowOf={lineAt}
        isSelected={(line) =>
          line.kind === 'piece'
            ? line.chunk.seq === selectedSeq
            : line.row.index === selected?.row &&
              !(lines.isOpen(line.row.index) && line.row.seq !== selectedSeq)
        }
        onSelect={(line) => selectEntry(line.kind === 'row' ? line.row : line.chunk, taskKey)}
        onTurn={(line, _index, wanted) => {
          if (line.kind === 'piece' || !isBurst(line.row)) return
          const open = lines.isOpen(line.row.index)
          if (wanted === 'other' || (wanted === 'open') !== open) lines.toggle(line.row, line.position)
        }}
        cellsOf={(line) => shown.map(({ id }) => <span key={id}>{cell(id, line)}</span>)}
      />
    </div>
  )
}

function placeOf(line: Shown): number {
  return line.kind === 'row' ? line.position : line.place
}

function isBurst({ kind, count }: TimelineRow): boolean {
  return kind === 'chunks' && count > 1
}

function positionOf(lines: OpenBursts, index: number): number {
  const line = lines.lineAt(index)
  return line.kind === 'row' ? line.position : line.burst.position
}

/** Goes to what was selected somewhere else; what is selected here is on screen already. */
function useReveal(place: EntryPlace | undefined, lines: OpenBursts): { readonly index: number } | undefined {
  const latest = useRef(lines)
  latest.current = lines
  const [reveal, setReveal] = useState<{ readonly index: number }>()
  useEffect(() => {
    if (place?.position !== undefined) setReveal({ index: latest.current.indexOf(place.position) })
  }, [place])
  return reveal
}
