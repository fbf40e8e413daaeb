// One axis for the waterfall of all rows: time without calls is reduced to a seam.

import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { createScale } from '../../../ui/time-scale/scale.ts'

type Timed = Pick<ExchangeRow, 'startedAt' | 'headMs' | 'endedMs'>

export interface WaterfallScale {
  /** In percent of the width, with its duration. An open exchange lasts to the newest moment. */
  placeOf(exchange: Timed): { readonly left: number; readonly width: number; readonly ms: number }
}

/** Nominal width for the computation. */
const widthPx = 1_000
const seamPx = 8
/** Share of the busy time: a shorter pause is not cut. */
const leastSkippedShare = 0.05

/** `now`: for a live record. */
export function waterfallScale(exchanges: readonly Timed[], now = 0): WaterfallScale {
  const latest = Math.max(
    now,
    ...exchanges.map(({ startedAt, headMs = 0, endedMs = headMs }) => startedAt + endedMs),
  )
  const endOf = ({ startedAt, endedMs }: Timed) => (endedMs === undefined ? latest : startedAt + endedMs)
  const spans = exchanges
    .map((each) => ({ from: each.startedAt, to: endOf(each) }))
    .toSorted((a, b) => a.from - b.from)
  const start = spans[0]?.from ?? 0
  const quiet: { readonly fromMs: number; readonly toMs: number }[] = []
  let end = start
  for (const { from, to } of spans) {
    if (from > end) quiet.push({ fromMs: end - start, toMs: from - start })
    end = Math.max(end, to)
  }
  const pauses = quiet.map(({ fromMs, toMs }) => toMs - fromMs)
  const busyMs = end - start - pauses.reduce((sum, ms) => sum + ms, 0)
  const broken = quiet.filter(({ fromMs, toMs }) => toMs - fromMs > busyMs * leastSkippedShare)
  const scale = createScale({
    endMs: end - start,
    quiet,
    widthPx,
    broken,
    // With many pauses, most of the width is still for what is between them.
    breakPx: Math.min(seamPx, widthPx / 4 / Math.max(1, broken.length)),
  })
  const percentAt = (at: number) => (scale.px(at - start) / widthPx) * 100
  return {
    placeOf(exchange) {
      const { startedAt } = exchange
      const left = percentAt(startedAt)
      return { left, width: percentAt(endOf(exchange)) - left, ms: endOf(exchange) - startedAt }
    },
  }
}
