import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import './virtual-grid.css'

interface WindowedListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  /** The estimated height of an item; the real one is measured. */
  readonly usualPx: number
  readonly itemClassName?: string
  /** The gap between rows; without one, rows draw a separator themselves. */
  readonly gapPx?: number
  /** Fills the height of its parent. */
  readonly fills?: boolean
  draw(item: Item): ReactNode
}

/** A windowed list of items of any height. */
export function WindowedList<Item>(props: WindowedListProps<Item>) {
  const { label, items, usualPx, itemClassName, gapPx = 8, fills = false, draw } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualPx,
    overscan: 4,
    gap: gapPx,
  })
  return (
    <section
      ref={scroller}
      className={fills ? 'windowed-list fills' : 'windowed-list'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`List of ${label.toLowerCase()}`}
    >
      <ul className="windowed-items anchor" aria-label={label} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={itemClassName}
              style={{ transform: `translateY(${start}px)` }}
            >
              {draw(item)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
