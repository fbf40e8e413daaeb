// Spans of a task over time by category: close ones are one bar, so that ten thousand fit into a lane.

import type { SpanCategory } from './received-span.ts'
import { placeOf, type SpanClock } from './span-clock.ts'
import type { SpanRow } from './span-tree.ts'

const laneSorts = ['model', 'tool', 'database', 'other'] as const
export type LaneSort = (typeof laneSorts)[number]

// Bars of one lane; closer ones are merged.
const maxLaneBars = 200

export interface SpanLaneBar {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  readonly spans: number
  readonly failed: number
  /** Of the longest one: its row, its name, and the exchange above it or of its trace. */
  readonly key: string
  readonly name: string
  readonly exchangeId: string
}

export interface SpanLane {
  readonly sort: LaneSort
  readonly spans: number
  readonly bars: readonly SpanLaneBar[]
}

export function spanLanes(rows: readonly SpanRow[], clock: SpanClock): readonly SpanLane[] {
  const apartMs = (clock.end - clock.start) / maxLaneBars
  const bars = Map.groupBy(barsOf(rows, clock), ({ sort }) => sort)
  return laneSorts.flatMap((sort) => {
    const own = bars.get(sort) ?? []
    return own.length === 0 ? [] : [{ sort, spans: own.length, bars: joined(own, apartMs) }]
  })
}

interface SortedBar extends SpanLaneBar {
  readonly sort: LaneSort
}

function barsOf(rows: readonly SpanRow[], clock: SpanClock): readonly SortedBar[] {
  const exchanges = new Map<string, string>()
  for (const { exchangeId, traceId } of rows)
    if (exchangeId !== undefined && !exchanges.has(traceId)) exchanges.set(traceId, exchangeId)
  /** By depth: the lane of the rows above. */
  const above: (string | undefined)[] = []
  const bars: SortedBar[] = []
  for (const row of rows) {
    const within = row.depth > 0 ? above[row.depth - 1] : undefined
    above[row.depth] = row.exchangeId ?? within
    const sort = laneOf(row)
    const exchangeId = within ?? exchanges.get(row.traceId)
    if (row.exchangeId !== undefined || sort === undefined || exchangeId === undefined) continue
    const { fromMs, toMs, odd } = placeOf(clock, row)
    if (odd === 'long-before' || odd === 'long-after') continue
    const failed = row.status === 'error' ? 1 : 0
    const times = { start: clock.start + fromMs, end: clock.start + toMs }
    bars.push({ sort, ...times, spans: 1, failed, key: row.key, name: row.name, exchangeId })
  }
  return bars.toSorted((one, other) => one.start - other.start)
}

/** Spans that only contain others, and their HTTP calls, are represented by their content. */
function laneOf({ category, within }: Pick<SpanRow, 'category' | 'within'>): LaneSort | undefined {
  const sort: SpanCategory = category
  if (sort === 'model' || sort === 'tool' || sort === 'database') return sort
  return within === 0 ? 'other' : undefined
}

function joined(bars: readonly SortedBar[], apartMs: number): readonly SpanLaneBar[] {
  const all: SpanLaneBar[] = []
  let longestMs = 0
  for (const { sort: _, ...bar } of bars) {
    const last = all.at(-1)
    const tookMs = bar.end - bar.start
    if (!last || bar.start > last.end + apartMs) {
      all.push(bar)
      longestMs = tookMs
      continue
    }
    const spanLaneBar = tookMs > longestMs ? bar : last
    longestMs = Math.max(longestMs, tookMs)
    all[all.length - 1] = {
      ...{ key: spanLaneBar.key, name: spanLaneBar.name, exchangeId: spanLaneBar.exchangeId },
      ...{ start: last.start, end: Math.max(last.end, bar.end) },
      ...{ spans: last.spans + bar.spans, failed: last.failed + bar.failed },
    }
  }
  return all
}
