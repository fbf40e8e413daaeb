// The rows of a list that are drawn: those in sight, and beyond them the one that has the focus and the one that is dragged, whose keys
// and events would be lost with it.

import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** What a row takes as a rule; what it really takes is measured. */
const usualPx = 29
/** Around the whole list. */
const edgePx = 6

export function useRowsInSight(
  keys: readonly string[],
  { dragged, selected }: { readonly dragged: string | undefined; readonly selected: string | undefined },
) {
  const list = useRef<HTMLUListElement>(null)
  const scroller = () => list.current?.closest<HTMLElement>('.pane-body') ?? null
  const [topPx, setTopPx] = useState(0)
  useLayoutEffect(() => {
    const [box, top] = [scroller(), list.current?.getBoundingClientRect().top ?? 0]
    // What stands above the list goes with it.
    if (box) setTopPx(Math.round(top - box.getBoundingClientRect().top + box.scrollTop))
  })
  const [focused, setFocused] = useState<string>()
  const staying = [focused, dragged].map((key) => keys.indexOf(key ?? ''))
  const rows = useVirtualizer({
    count: keys.length,
    getScrollElement: scroller,
    scrollMargin: topPx,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => usualPx,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...staying])]
        .filter((index) => index >= 0)
        .toSorted((a, b) => a - b),
    overscan: 8,
    paddingStart: edgePx,
    paddingEnd: edgePx,
    scrollPaddingStart: edgePx,
    scrollPaddingEnd: edgePx,
  })

  const place = keys.indexOf(selected ?? '')
  const isThere = place >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes there when it is selected, not whenever it moves
  useEffect(() => {
    if (isThere) rows.scrollToIndex(place)
  }, [selected, isThere])

  /** True where the key leads to another row, which then has the focus. */
  function walk(key: string, from: number): boolean {
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      Home: 0,
      End: keys.length - 1,
    }
    const target = targets[key]
    if (target === undefined) return false
    // Drawn before it is focused, as keys can be faster than frames.
    flushSync(() => setFocused(keys[target] ?? keys[from]))
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${target}"] .agent-pick`)
    if (!row) return true
    rows.scrollToIndex(target)
    row.focus({ preventScroll: true })
    return true
  }

  const propsAt = ({ index, start, key }: VirtualItem): ComponentProps<'li'> & { 'data-index': number } => ({
    ref: rows.measureElement,
    'data-index': index,
    'aria-setsize': keys.length,
    'aria-posinset': index + 1,
    style: { transform: `translateY(${start - topPx}px)` },
    onFocus: () => setFocused(String(key)),
  })

  return { list, rows, propsAt, walk }
}
