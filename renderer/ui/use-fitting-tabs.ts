import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Tab } from './tab.ts'

/** Of the button that has the others. */
const morePx = 32

interface FittingTabs<Id extends string> {
  readonly shown: readonly Tab<Id>[]
  /** Those that have no room. */
  readonly others: readonly Tab<Id>[]
}

/** The tabs that are whole in the room there is, the current one always among them. */
export function useFittingTabs<Id extends string>(
  list: RefObject<HTMLElement | null>,
  widthPx: number,
  tabs: readonly Tab<Id>[],
  current: Id,
): FittingTabs<Id> {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const isMeasured = tabs.every((tab) => widths.has(keyOf(tab)))
  // All of them are drawn for that, before anything is painted.
  useLayoutEffect(() => {
    if (isMeasured || !list.current) return
    const drawn = [...list.current.querySelectorAll('[role="tab"]')]
    setWidths(
      new Map(tabs.map((tab, index) => [keyOf(tab), drawn[index]?.getBoundingClientRect().width ?? 0])),
    )
  }, [isMeasured, list, tabs])
  if (!isMeasured || widthPx === 0) return { shown: tabs, others: [] }
  return fitting(tabs, current, (tab) => widths.get(keyOf(tab)) ?? 0, widthPx)
}

/** Figures are all of one width. */
function keyOf({ id, name, count = 0 }: Tab<string>): string {
  return `${id} ${name} ${count > 0 && String(count).length}`
}

function fitting<Id extends string>(
  tabs: readonly Tab<Id>[],
  current: Id,
  widthOf: (tab: Tab<Id>) => number,
  roomPx: number,
): FittingTabs<Id> {
  const all = tabs.reduce((sum, tab) => sum + widthOf(tab), 0)
  if (all <= roomPx) return { shown: tabs, others: [] }
  const own = tabs.find(({ id }) => id === current)
  let left = roomPx - morePx - (own ? widthOf(own) : 0)
  let isFull = false
  const shown = tabs.filter((tab) => {
    if (tab === own) return true
    isFull ||= widthOf(tab) > left
    if (!isFull) left -= widthOf(tab)
    return !isFull
  })
  return { shown, others: tabs.filter((tab) => !shown.includes(tab)) }
}
