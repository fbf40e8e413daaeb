// The events of a task, newest last: rows by position, bursts that open, following the end until the reader scrolls.

import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { EntryPlace } from '#shared/contract/timeline.ts'
import { entryBody } from '#shared/record/entry-body.ts'
import type { Outline, TimelineChunk, TimelineRow } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { readBody } from '../../record/use-exchange.ts'
import { useMode } from '../../state/selection.ts'
import { showOnWire } from '../../state/show-on-wire.ts'
import { formatBytes, formatDuration, formatOffset } from '../../ui/format.ts'
import { useWidth } from '../../ui/hooks.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'
import type { GridColumn } from '../../ui/virtual-grid-props.ts'
import { gapWidth, offsetWidth } from './column-widths.ts'
import { ChunkText, RowText, SourceMark } from './rows/row-text.tsx'
import type { TaskTimeline } from './task-timeline.ts'
import { entriesOf, type OpenBursts, useOpenBursts } from './use-open-bursts.ts'
import { selectEntry } from './use-selected-row.ts'
import './rows/events.css'

type ColumnId = 'frame' | 'time' | 'gap' | 'source' | 'event' | 'size'

/** Of the longest state with its icon; the text and the facts beside it shrink instead. */
const leastEventPx = 120
/** Of a digit in the list's monospaced figures. */
const digitPx = 7.1

/** `from`: width of the list from which on the column has room. */
const columns: readonly (GridColumn & { readonly id: ColumnId; readonly from: number })[] = [
  { id: 'frame', name: '#', width: 'max-content', fits: true, from: 540 },
  { id: 'time', name: 'Time', width: 'max-content', fits: true, from: 0 },
  { id: 'gap', name: 'Gap', width: 'max-content', fits: true, from: 380 },
  { id: 'source', name: 'Source', width: '16px', fits: true, from: 0 },
  { id: 'event', name: 'Event', width: `minmax(${leastEventPx}px, 1fr)`, fits: true, from: 0 },
  { id: 'size', name: 'Size', width: '58px', fits: true, from: 500 },
]
/** Width from which on the word of the source has room. */
const wordsFrom = 440

/** Lines a browser lays out; the pane reports it, and a filter brings the others. */
export const maxGridLines = 1_200_000

interface EventGridProps {
  readonly timeline: TaskTimeline
  readonly outline: Outline
  readonly matching: number
  readonly taskKey: string
  /** Position of the selected entry. */
  readonly selected: EntryPlace | undefined
  readonly selectedSeq: number | undefined
}

export function EventGrid({ timeline, outline, matching, taskKey, selected, selectedSeq }: EventGridProps) {
  const { client, recorded } = useEngine()
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const lines = useOpenBursts(timeline, matching)
  const words = widthPx >= wordsFrom
  const { totalMs, events } = outline.figures
  const frameWidth = `${Math.max(2, String(events).length) * digitPx + 2}px`
  const [timeWidth, pauseWidth] = [offsetWidth(totalMs), gapWidth(totalMs)]
  const shown = useMemo(
    () =>
      columns
        .filter(({ from }) => widthPx >= from)
        .map((column) => {
          if (column.id === 'frame') return { ...column, width: frameWidth }
          if (column.id === 'time') return { ...column, width: timeWidth }
          if (column.id === 'gap') return { ...column, width: pauseWidth }
          return column.id === 'source' && words ? { ...column, width: '56px' } : column
        }),
    [widthPx, words, frameWidth, timeWidth, pauseWidth],
  )
  // An open row and the first of its entries are the same entry.
  const [chosen, setChosen] = useState<{ readonly seq: number; readonly isRow: boolean }>()
  const isChosenHere = chosen !== undefined && chosen.seq === selectedSeq
  const isRowChosen = isChosenHere && chosen.isRow
  const reveal = useReveal(selected, lines, isChosenHere)
  const lineAt = useLines(timeline, outline, lines)
  const turn = useStableCallback((row: TimelineRow, position: number) => lines.toggle(row, position))
  const cellsOf = useCallback(
    (line: Line) => shown.map(({ id }) => cellOf(id, line, { words, turn })),
    [shown, words, turn],
  )

  return (
    <div ref={ref} className="full-height">
      <VirtualGrid
        name="Events"
        place={recorded ? undefined : `events ${taskKey}`}
        columns={shown}
        rowHeight={27}
        count={Math.min(lines.length, maxGridLines)}
        // An open row is being read.
        followsTail={lines.length === matching}
        reveal={reveal}
        onRange={(from, to) => {
          timeline.request(positionOf(lines, from), positionOf(lines, to))
          lines.requestPieces(from, to)
        }}
        rowOf={lineAt}
        isSelected={(line) =>
          line.kind === 'piece'
            ? line.chunk.seq === selectedSeq && !isRowChosen
            : line.row.index === selected?.row && (isRowChosen || !lines.isOpen(line.row.index))
        }
        onSelect={(line) => {
          const entry = line.kind === 'row' ? line.row : line.chunk
          setChosen({ seq: entry.seq, isRow: line.kind === 'row' })
          selectEntry(entry, taskKey)
        }}
        onTurn={(line, _index, turnTo) => {
          if (line.kind === 'piece' || entriesOf(line.row) < 2) return
          const open = lines.isOpen(line.row.index)
          if (turnTo === 'other' || (turnTo === 'open') !== open) lines.toggle(line.row, line.position)
        }}
        menu={{ label: 'Event', items: (line) => itemsOf(line, client, turn) }}
        cellsOf={cellsOf}
      />
    </div>
  )
}

function itemsOf(line: Line, client: EngineClient, turn: Drawing['turn']): readonly MenuItem[] {
  const entry = line.kind === 'row' ? line.row : line.chunk
  const { exchangeId, text } = entry
  const turned =
    line.kind === 'row' && line.open !== undefined
      ? [
          {
            label: line.open ? 'Close the entries' : 'Open the entries',
            run: () => turn(line.row, line.position),
          },
        ]
      : []
  return [
    { label: 'Copy', disabled: text === '', run: () => void navigator.clipboard.writeText(text) },
    { label: 'Copy JSON', run: () => void copyEntry(client, entry).catch(() => undefined) },
    ...turned,
    { label: 'Show request', run: () => showOnWire(exchangeId) },
    { label: 'Show in the chat', run: () => useMode.getState().show('chat') },
  ]
}

interface Drawing {
  readonly words: boolean
  turn(row: TimelineRow, position: number): void
}

function cellOf(column: ColumnId, line: Line, { words, turn }: Drawing): ReactNode {
  const { sinceMs, at, source, frame, wireBytes } = line.kind === 'row' ? line.row : line.chunk
  switch (column) {
    case 'frame':
      return <span className="mono faint">{frame !== undefined && frame + 1}</span>
    case 'time':
      return (
        <span className="mono dim" title={new Date(at).toISOString()}>
          {formatOffset(sinceMs)}
        </span>
      )
    case 'gap':
      return <span className="mono faint">{line.gapMs !== undefined && formatDuration(line.gapMs)}</span>
    case 'source':
      return <SourceMark source={source} byCaller={line.row?.byCaller} bare={!words} />
    case 'event':
      return line.kind === 'piece' ? (
        <ChunkText chunk={line.chunk} />
      ) : (
        <RowText
          row={line.row}
          pieces={line.pieces}
          open={line.open}
          onToggle={() => turn(line.row, line.position)}
        />
      )
    case 'size':
      return wireBytes > 0 && <span className="mono dim">{formatBytes(wireBytes)}</span>
  }
}

function positionOf(lines: OpenBursts, index: number): number {
  const line = lines.lineAt(index)
  return line.kind === 'row' ? line.position : line.burst.position
}

/** Scrolls to a selection made elsewhere; a selection made here is on screen. */
function useReveal(
  place: EntryPlace | undefined,
  lines: OpenBursts,
  isChosenHere: boolean,
): { readonly index: number } | undefined {
  const [reveal, setReveal] = useState<{ readonly index: number }>()
  const goTo = useEffectEvent((position: number) => {
    if (!isChosenHere) setReveal({ index: lines.indexOf(position) })
  })
  useEffect(() => {
    if (place?.position !== undefined) goTo(place.position)
  }, [place])
  return reveal
}

/** A stable function that always calls the latest one. */
function useStableCallback<A extends readonly unknown[]>(run: (...given: A) => void): (...given: A) => void {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...given: A) => latest.current(...given), [])
}

/** The content of a line in the list. */
type Line =
  | {
      readonly kind: 'row'
      readonly row: TimelineRow
      readonly position: number
      /** Of the whole artifact, for a row of one. */
      readonly pieces: number | undefined
      /** Absent if it cannot be opened. */
      readonly open: boolean | undefined
      readonly gapMs: number | undefined
    }
  | {
      readonly kind: 'piece'
      readonly chunk: TimelineChunk
      /** From the previous entry in its row. */
      readonly gapMs: number | undefined
      readonly row?: undefined
    }

/** Lines by position; the same object while the content is the same, so that a line on screen is not drawn again. */
function useLines(
  timeline: TaskTimeline,
  outline: Outline,
  bursts: OpenBursts,
): (index: number) => Line | undefined {
  const drawn = useMemo(() => new WeakMap<TimelineRow | TimelineChunk, Line>(), [])
  const lineOf = (source: TimelineRow | TimelineChunk, line: Line): Line => {
    const before = drawn.get(source)
    if (before && showsTheSame(before, line)) return before
    drawn.set(source, line)
    return line
  }
  return (index) => {
    const at = bursts.lineAt(index)
    if (at.kind === 'piece') {
      const chunk = bursts.pieceAt(at.burst, at.place)
      const before = at.place === 0 ? undefined : bursts.pieceAt(at.burst, at.place - 1)
      const gapMs = chunk && before && chunk.sinceMs - before.sinceMs
      return chunk && lineOf(chunk, { kind: 'piece', chunk, gapMs })
    }
    const row = timeline.rowAt(at.position)
    if (row === undefined) return undefined
    const pieces = row.artifact === undefined ? undefined : outline.artifacts[row.artifact]?.chunks
    const open = entriesOf(row) > 1 ? bursts.isOpen(row.index) : undefined
    return lineOf(row, { kind: 'row', row, position: at.position, pieces, open, gapMs: row.gapMs })
  }
}

function showsTheSame(one: Line, other: Line): boolean {
  if (one.kind === 'piece' || other.kind === 'piece')
    return one.kind === 'piece' && other.kind === 'piece' && one.gapMs === other.gapMs
  return one.position === other.position && one.pieces === other.pieces && one.open === other.open
}

/** The content of an entry on the wire. */
async function copyEntry(
  client: EngineClient,
  { exchangeId, seq }: { readonly exchangeId: string; readonly seq: number },
): Promise<void> {
  const { entries } = await client.record.exchange({ exchangeId, after: seq - 1, limit: 1 })
  const body = entries[0] && entryBody(entries[0])
  const { hash, sizeBytes: length = 0 } = body ?? {}
  const bytes = hash === undefined ? undefined : await readBody(client, { hash, length })
  await navigator.clipboard.writeText(body?.text ?? new TextDecoder().decode(bytes))
}
