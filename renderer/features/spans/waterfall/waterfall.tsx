// Spans as a tree beside their bars, to one scale. Only what is on screen is drawn, and fetched.

import { useCallback, useMemo, useState } from 'react'
import type { SpanClock } from '#shared/spans/span-clock.ts'
import { placeOf } from '#shared/spans/span-clock.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import type { Rows } from '../../../record/paged-list.ts'
import { createScale } from '../../../ui/time-scale/scale.ts'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { SpanBar } from './span-bar.tsx'
import { SpanName } from './span-name.tsx'
import { TimeHead, tickLines } from './time-head.tsx'
import './waterfall.css'

interface WaterfallProps {
  /** The accessible name. */
  readonly name: string
  readonly rows: Rows<SpanRow>
  readonly total: number
  readonly clock: SpanClock
  /** More than one: each row says of which it is. */
  readonly services: number
  readonly selectedKey: string | undefined
  /** Where to scroll to; a new object goes there again. */
  readonly reveal?: { readonly index: number } | undefined
  onSelect(row: SpanRow): void
  /** What is in a row is to be shown, or not. */
  onFold(row: SpanRow, folded: boolean): void
}

const rowHeight = 24
/** Of the width: what the tree has beside the bars. */
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

  function turn(row: SpanRow, index: number, wanted: 'other' | 'open' | 'closed'): void {
    const isOpen = row.within > 0 && !row.folded
    const isFolded = row.within > 0 && row.folded === true
    if (isFolded && wanted !== 'closed') onFold(row, false)
    else if (isOpen && wanted !== 'open') onFold(row, true)
    else if (isOpen) moveTo(index + 1)
    else if (wanted === 'closed') moveTo(parentIndex(rows, row, index))
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
        onRange={rows.want}
        reveal={useNewest(parent, props.reveal)}
      />
    </div>
  )
}

function nestOf({ depth, within, folded }: SpanRow) {
  return { level: depth + 1, open: within === 0 ? undefined : folded !== true }
}

/** Itself where it is in no other. */
function parentIndex(rows: Rows<SpanRow>, row: SpanRow, index: number): number {
  for (let at = index - 1; at >= 0; at--) {
    const other = rows.rowAt(at)
    if (other === undefined || other.depth < row.depth) return other ? at : index
  }
  return index
}

/** Whichever of the two has changed last. */
function useNewest<T>(one: T | undefined, other: T | undefined): T | undefined {
  const [last, setLast] = useState({ one, other, newest: other })
  if (last.one === one && last.other === other) return last.newest
  const next = { one, other, newest: last.one === one ? other : one }
  setLast(next)
  return next.newest
}
