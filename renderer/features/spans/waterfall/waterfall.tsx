// Spans as a tree beside their bars, on one scale. Only what is on screen is drawn and fetched.

import { CircleX, ClockAlert, Unlink } from 'lucide-react'
import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { type OddTime, placeOf, type SpanClock, type SpanPlace } from '#shared/spans/span-clock.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import type { Rows } from '../../../record/paged-list.ts'
import { TurnButton } from '../../../ui/button.tsx'
import { formatCount, joinDefined } from '../../../ui/format.ts'
import { useWidth } from '../../../ui/hooks.ts'
import { createScale, type Scale } from '../../../ui/time-scale/scale.ts'
import { TimeAxis } from '../../../ui/time-scale/time-axis.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import {
  formatSpanDuration,
  oddTimes,
  SortMark,
  shortName,
  sortOf,
  spanSentence,
  strayTexts,
} from '../sort-mark.tsx'
import '../spans.css'

/** Narrower ones would be invisible. */
const leastPx = 2
const characterPx = 6.6
const besidePx = 5

const stepPx = 13
/** Share of the column: rows are indented no further. */
const indentShare = 0.45

interface WaterfallProps {
  readonly name: string
  readonly rows: Rows<SpanRow>
  readonly total: number
  readonly clock: SpanClock
  /** More than one: each row names its own. */
  readonly services: number
  readonly selectedKey: string | undefined
  /** Where to scroll to; a new object scrolls again. */
  readonly reveal?: { readonly index: number } | undefined
  onSelect(row: SpanRow): void
  onFold(row: SpanRow, folded: boolean): void
}

const rowHeight = 24
/** Share of the width that the tree has beside the bars. */
const nameShare = 3
const barShare = 4

export function Waterfall(props: WaterfallProps) {
  const { name, rows, total, clock, services, selectedKey, onSelect, onFold } = props
  const [barsPx, setBarsPx] = useState(0)
  const [parent, setParent] = useState<{ readonly index: number }>()
  const scale = useMemo(
    () => createScale({ endMs: clock.end - clock.start, quiet: clock.quiet, widthPx: barsPx }),
    [clock, barsPx],
  )
  const columns = useMemo(
    () => [
      { id: 'name', name: 'Span', width: `minmax(160px, ${nameShare}fr)` },
      {
        id: 'time',
        name: 'Time',
        width: `minmax(110px, ${barShare}fr)`,
        head: <TimeHead scale={scale} onWidth={setBarsPx} />,
      },
    ],
    [scale],
  )
  const namePx = (barsPx * nameShare) / barShare
  const cellsOf = useCallback(
    (row: SpanRow) => {
      const place = placeOf(clock, row)
      return [
        <SpanName
          key="name"
          row={row}
          odd={place.odd}
          widthPx={namePx}
          withService={services > 1}
          onFold={onFold}
        />,
        <SpanBar key="time" row={row} place={place} scale={scale} />,
      ]
    },
    [clock, scale, namePx, services, onFold],
  )

  function turn(row: SpanRow, index: number, turnTo: 'other' | 'open' | 'closed'): void {
    const isOpen = row.within > 0 && !row.folded
    const isFolded = row.within > 0 && row.folded === true
    if (isFolded && turnTo !== 'closed') onFold(row, false)
    else if (isOpen && turnTo !== 'open') onFold(row, true)
    else if (isOpen) moveTo(index + 1)
    else if (turnTo === 'closed') moveTo(parentIndex(rows, row, index))
  }
  function moveTo(index: number): void {
    const row = rows.rowAt(index)
    if (!row) return
    setParent({ index })
    onSelect(row)
  }
  return (
    <div className="waterfall-grid shrinks full-height" style={tickLines(scale)}>
      <VirtualGrid
        name={name}
        columns={columns}
        rowHeight={rowHeight}
        count={total}
        rowOf={rows.rowAt}
        cellsOf={cellsOf}
        nestOf={nestOf}
        isSelected={(row) => row.key === selectedKey}
        onSelect={onSelect}
        onTurn={turn}
        onRange={rows.request}
        reveal={useNewest(parent, props.reveal)}
      />
    </div>
  )
}

function nestOf({ depth, within, folded }: SpanRow) {
  return { level: depth + 1, open: within === 0 ? undefined : folded !== true }
}

/** The row itself, if it has no parent. */
function parentIndex(rows: Rows<SpanRow>, row: SpanRow, index: number): number {
  for (let at = index - 1; at >= 0; at--) {
    const other = rows.rowAt(at)
    if (other === undefined || other.depth < row.depth) return other ? at : index
  }
  return index
}

/** The value that has changed last. */
function useNewest<T>(one: T | undefined, other: T | undefined): T | undefined {
  const [last, setLast] = useState({ one, other, newest: other })
  if (last.one === one && last.other === other) return last.newest
  const next = { one, other, newest: last.one === one ? other : one }
  setLast(next)
  return next.newest
}

/** The times above the bars; measures the width of the bars. */
function TimeHead({ scale, onWidth }: { readonly scale: Scale; onWidth(widthPx: number): void }) {
  const { ref, widthPx } = useWidth<HTMLSpanElement>()
  useLayoutEffect(() => onWidth(widthPx), [widthPx, onWidth])
  return (
    <span ref={ref} className="span-times">
      <span className="visually-hidden">Time</span>
      {widthPx > 0 && <TimeAxis scale={{ ...scale, tailPx: 0 }} />}
    </span>
  )
}

/** A line below each time, and a cut where a wait is shortened: drawn once for all rows. */
function tickLines({ ticks, breaks }: Scale): CSSProperties {
  const lines = ticks.map(({ px }) => layer('var(--line)', px, 1))
  const cuts = breaks.map(({ fromPx, toPx }) => layer('var(--sunken)', fromPx, toPx - fromPx))
  const all = [...lines, ...cuts]
  const styles: CSSProperties & Record<`--${string}`, string> = {
    '--tick-images': all.map(({ image }) => image).join(', ') || 'none',
    '--tick-sizes': all.map(({ size }) => size).join(', ') || 'auto',
    '--tick-places': all.map(({ place }) => place).join(', ') || '0 0',
  }
  return styles
}

function layer(colour: string, px: number, widthPx: number) {
  return {
    image: `linear-gradient(${colour}, ${colour})`,
    size: `${widthPx}px 100%`,
    place: `${Math.round(px)}px 0`,
  }
}

interface SpanNameProps {
  readonly row: SpanRow
  readonly odd: OddTime | undefined
  /** Of the column. */
  readonly widthPx: number
  readonly withService: boolean
  onFold(row: SpanRow, folded: boolean): void
}

function SpanName({ row, odd, widthPx, withService, onFold }: SpanNameProps) {
  const { depth, within, failedWithin, folded, status, astray, service } = row
  const failed = status === 'error' || (folded && failedWithin > 0)
  return (
    <span className="line shrinks full-height gap-5" title={spanSentence(row, odd)}>
      <span
        className="span-indent"
        style={{ width: Math.min(depth * stepPx, Math.floor((widthPx * indentShare) / stepPx) * stepPx) }}
      />
      <Turn row={row} onFold={onFold} />
      <SortMark sort={sortOf(row)} />
      {failed && (
        <CircleX
          className="rigid tone-bad"
          size={12}
          aria-label={status === 'error' ? 'Failed' : 'A span in it failed'}
        />
      )}
      <span className="truncate">
        {shortName(row.name)}
        {withService && service !== '' && <span className="faint"> {shortName(service)}</span>}
      </span>
      {folded && <span className="span-within num rigid dim">{formatCount(within)}</span>}
      {astray && <Unlink className="rigid tone-warn" size={12} aria-label={strayTexts[astray]} />}
      {odd && <ClockAlert className="rigid tone-warn" size={12} aria-label={oddTimes[odd]} />}
    </span>
  )
}

function Turn({ row, onFold }: Pick<SpanNameProps, 'row' | 'onFold'>) {
  if (row.within === 0) return <span className="turn span-turn" />
  return (
    <TurnButton
      className="span-turn"
      label={row.folded ? 'Expand span' : 'Collapse span'}
      isOpen={!row.folded}
      inTree
      onTurn={() => onFold(row, !row.folded)}
    />
  )
}

interface SpanBarProps {
  readonly row: SpanRow
  readonly place: SpanPlace
  readonly scale: Scale
}

function SpanBar({ row, place, scale }: SpanBarProps) {
  const widthPx = Math.max(leastPx, scale.px(place.toMs) - scale.px(place.fromMs))
  const fromPx = Math.max(0, Math.min(scale.px(place.fromMs), scale.widthPx - leastPx))
  const words = formatSpanDuration(row, place.odd)
  return (
    <span className="span-time">
      <span
        className={joinDefined(
          ' ',
          'span-bar span-sort',
          sortOf(row),
          row.status === 'error' && 'failed',
          place.odd && 'odd',
        )}
        style={{ transform: `translateX(${fromPx}px)`, width: widthPx }}
      />
      <Took words={words} fromPx={fromPx} toPx={fromPx + widthPx} roomPx={scale.widthPx} />
    </span>
  )
}

interface TookProps {
  readonly words: string
  readonly fromPx: number
  readonly toPx: number
  readonly roomPx: number
}

/** After its bar, or before it, or on it where it fills the row; where it fits nowhere it is cut off on the wider side. */
function Took({ words, fromPx, toPx, roomPx }: TookProps) {
  const wordsPx = words.length * characterPx + besidePx
  const [beforePx, behindPx] = [fromPx, roomPx - toPx]
  const isBehind = wordsPx <= behindPx
  const isBefore = !isBehind && wordsPx <= beforePx
  if (!(isBehind || isBefore) && wordsPx <= toPx - fromPx) {
    return (
      <span
        className="span-took num on-bar dim nowrap"
        style={{ transform: `translateX(calc(${toPx - besidePx}px - 100%))` }}
      >
        {words}
      </span>
    )
  }
  const endsThere = isBefore || (!isBehind && beforePx > behindPx)
  const maxWidth = Math.max(0, (endsThere ? beforePx : behindPx) - besidePx)
  const transform = endsThere
    ? `translateX(calc(${fromPx - besidePx}px - 100%))`
    : `translateX(${toPx + besidePx}px)`
  return (
    <span className="span-took num truncate dim" style={{ transform, maxWidth }}>
      {words}
    </span>
  )
}
