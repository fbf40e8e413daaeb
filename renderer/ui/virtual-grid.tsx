// A grid that draws only the rows in view, so that a million rows cost no more than a screenful. Arrow keys move the selection.
// It follows its end until the user scrolls away, and then counts new rows.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: its role is one of two
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: its role is one of two

import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLook } from '../state/appearance.ts'
import { useRenderSlot } from './drawing/use-render-slot.ts'
import { type Point, PointedMenu } from './menu.tsx'
import { headPx, leavesTail, reachable } from './reveal.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useTail, withTail } from './use-tail.ts'
import type { GridColumn, VirtualGridProps } from './virtual-grid-props.ts'
import './virtual-grid.css'

// A row of a virtual grid.

interface DrawnRowProps<Row>
  extends Pick<VirtualGridProps<Row>, 'cellsOf' | 'columns' | 'costOf' | 'nestOf'> {
  readonly row: Row
  readonly index: number
  readonly topPx: number
  readonly heightPx: number
  readonly tracks: string
  readonly selected: boolean
  readonly cursor: RefObject<number>
  onSelect(row: Row, isPaired: boolean): void
}

/** Not rendered again while the list scrolls or other rows change. */
const DrawnRow = memo(function DrawnRow<Row>(props: DrawnRowProps<Row>) {
  const {
    row,
    index,
    topPx,
    heightPx,
    tracks,
    columns,
    selected,
    cursor,
    cellsOf,
    costOf,
    nestOf,
    onSelect,
  } = props
  const cost = useMemo(() => costOf?.(row) ?? 0, [costOf, row])
  const isDrawn = useRenderSlot(cost)
  const nest = nestOf?.(row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-level={nest?.level}
      aria-expanded={nest?.open}
      className="grid-row"
      style={{ gridTemplateColumns: tracks, height: heightPx, top: topPx }}
      onClick={(event) => {
        cursor.current = index
        onSelect(row, event.ctrlKey || event.metaKey)
      }}
    >
      {(isDrawn ? cellsOf(row, index) : []).map((cell, column) => (
        <span
          key={columns[column]?.id}
          role="gridcell"
          className={columns[column]?.fits ? 'grid-cell' : 'grid-cell truncate'}
        >
          {cell}
        </span>
      ))}
    </div>
  )
}) as <Row>(props: DrawnRowProps<Row>) => ReactNode

/** Rows are positioned relative to their stretch: browsers store positions as floats, which are inexact millions of pixels down. */
const stretch = 512

const free = () => 0

/** What the density adds to a row. */
const roomPx = { compact: 0, comfortable: 4 }

export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { name, columns, count, followsTail = false, rowOf, cellsOf, isSelected } = props
  const { place, onRange, reveal, costOf = free, nestOf } = props
  const rowHeight = props.rowHeight + useLook(({ density }) => roomPx[density])
  const scroller = useRef<HTMLDivElement>(null)
  const pick = usePick(props)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollPaddingEnd: headPx,
    overscan: 12,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured holds until the height of a row changes
  useEffect(() => rows.measure(), [rows, rowHeight])

  const isThere = (index: number) => rowOf(index) !== undefined
  const box = { scroller, rows, rowHeight }
  const tail = useTail({ ...box, count, followsTail, place, isThere })
  const { isFollowing, news, setAtTail, onScroll } = tail
  const drawn = rows.getVirtualItems()
  const from = drawn[0]?.index ?? 0
  const to = drawn.at(-1)?.index ?? 0
  // Before the paint, so that rows load meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the range changes, whatever the callback
  useLayoutEffect(() => {
    // While following, requests the rows at the end: the grid scrolls there once they are loaded.
    if (isFollowing) onRange?.(Math.max(0, count - 1 - (to - from)), count - 1)
    else onRange?.(from, to)
  }, [from, to, count, isFollowing])
  const revealed = reachable(reveal, count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once, not whenever rows arrive
  useEffect(() => {
    if (revealed === undefined) return
    if (leavesTail(revealed.index, { from, to })) setAtTail(false)
    rows.scrollToIndex(revealed.index, { align: 'auto' })
  }, [revealed])
  const { pointable, pointedMenu } = useGridMenu(props)
  const { cursor, onKeyDown, onContextMenu } = useGridKeys(pointable, pick, box)

  // Two rows may show one entry: the cursor stays on the one it moved to.
  const atCursor = rowOf(cursor.current)
  const keepsCursor = atCursor !== undefined && isSelected(atCursor)
  const firstOfStretch = from - (from % stretch)
  const tracks = columns.map(({ width }) => width).join(' ')
  return (
    <div className="grid-frame">
      <div
        ref={scroller}
        className="grid full-height scrolls"
        role={nestOf ? 'treegrid' : 'grid'}
        aria-label={name}
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        aria-multiselectable={props.onPair && true}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
      >
        {props.head?.(tracks) ?? <GridHead columns={columns} tracks={tracks} />}
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          <div
            role="rowgroup"
            className="grid-rows"
            style={{ transform: `translateY(${firstOfStretch * rowHeight}px)` }}
          >
            {withTail(drawn, isFollowing ? tail.end : undefined).map((index) => {
              const row = rowOf(index)
              if (row === undefined) return null
              const selected = isSelected(row)
              if (selected && !keepsCursor) cursor.current = index
              return (
                <DrawnRow
                  key={index}
                  row={row}
                  index={index}
                  topPx={(index - firstOfStretch) * rowHeight}
                  heightPx={rowHeight}
                  tracks={tracks}
                  columns={columns}
                  selected={selected}
                  cursor={cursor}
                  cellsOf={cellsOf}
                  costOf={costOf}
                  nestOf={nestOf}
                  onSelect={pick}
                />
              )
            })}
          </div>
        </div>
      </div>
      {pointedMenu}
      {news > 0 && (
        <button type="button" className="tail-pill inline gap-5 small" onClick={() => setAtTail(true)}>
          <ArrowDown size={12} /> {news} new
        </button>
      )}
    </div>
  )
}

/** The same function for every selection, so that rows are not rendered again. */
function usePick<Row>(props: VirtualGridProps<Row>) {
  const latest = useRef(props)
  latest.current = props
  return useCallback((row: Row, isPaired: boolean) => {
    const { onSelect, onPair = onSelect } = latest.current
    if (isPaired) onPair(row)
    else onSelect(row)
  }, [])
}

function GridHead({ columns, tracks }: { readonly columns: readonly GridColumn[]; readonly tracks: string }) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="grid-head"
      style={{ gridTemplateColumns: tracks, height: headPx }}
    >
      {columns.map((column) => (
        <span key={column.id} role="columnheader" className="truncate">
          {column.head ?? <ColumnName column={column} />}
        </span>
      ))}
    </div>
  )
}

function ColumnName({ column: { name, width } }: { readonly column: GridColumn }) {
  return width === '16px' ? <span className="visually-hidden">{name}</span> : name
}

interface GridMenu<Row> {
  readonly pointable: VirtualGridProps<Row>
  readonly pointedMenu: ReactNode
}

function useGridMenu<Row>(props: VirtualGridProps<Row>): GridMenu<Row> {
  const { menu, onSelect } = props
  const [pointed, setPointed] = useState<Point & { readonly row: Row }>()
  if (!menu) return { pointable: props, pointedMenu: null }
  const onContext = (row: Row, at: Point) => {
    onSelect(row)
    setPointed({ row, ...at })
  }
  return {
    pointable: { ...props, onContext },
    pointedMenu: pointed && (
      <PointedMenu
        label={menu.label}
        items={() => menu.items(pointed.row)}
        x={pointed.x}
        y={pointed.y}
        onClose={() => setPointed(undefined)}
      />
    ),
  }
}
