// The position of spans in time. Their times are claims of agents: one far away from its call would leave no room for the
// others, so it is put at the edge, and marked.

export interface SpanTimes {
  readonly start: number
  readonly end: number
}

/** Of a span from its call, and of how long it lasts; what is beyond stands at the edge and reports it. */
const maxSpanDriftMs = 86_400_000
// Waits without a span that can be drawn shortened, the longest ones; others are drawn to scale.
const maxQuiet = 16
/** Shorter waits are part of any call. */
const leastQuietMs = 3_000

export type OddTime = 'long-before' | 'long-after' | 'ends-before-start' | 'no-end'

export interface SpanClock {
  /** Start of the call, milliseconds since 1970: a span far from it is wrong. */
  readonly anchor: number
  /** From the first start to the last end of plausible spans. */
  readonly start: number
  readonly end: number
  /** Times without a span, in milliseconds since the start. */
  readonly quiet: readonly { readonly fromMs: number; readonly toMs: number }[]
}

export interface SpanPlace {
  /** Since the start of the clock. */
  readonly fromMs: number
  readonly toMs: number
  readonly odd?: OddTime
}

/** The first span is the call, if there is one. */
export function spanClock(spans: readonly SpanTimes[]): SpanClock {
  const anchor = spans[0]?.start ?? 0
  let [start, end] = [anchor, anchor]
  for (const span of spans) {
    const odd = oddTimeOf(span, anchor)
    if (odd === 'long-before' || odd === 'long-after') continue
    start = Math.min(start, span.start)
    end = Math.max(end, odd ? span.start : span.end)
  }
  const bare = { anchor, start, end, quiet: [] }
  return { ...bare, quiet: quietOf(spans.map((span) => placeOf(bare, span))) }
}

export function placeOf({ anchor, start, end }: SpanClock, span: SpanTimes): SpanPlace {
  const odd = oddTimeOf(span, anchor)
  if (odd === 'long-before') return { fromMs: 0, toMs: 0, odd }
  if (odd === 'long-after') return { fromMs: end - start, toMs: end - start, odd }
  const fromMs = span.start - start
  return odd ? { fromMs, toMs: fromMs, odd } : { fromMs, toMs: span.end - start }
}

function oddTimeOf({ start, end }: SpanTimes, anchor: number): OddTime | undefined {
  if (start < anchor - maxSpanDriftMs) return 'long-before'
  if (start > anchor + maxSpanDriftMs) return 'long-after'
  if (end === 0 || end > start + maxSpanDriftMs) return 'no-end'
  return end < start ? 'ends-before-start' : undefined
}

function quietOf(places: readonly SpanPlace[]): SpanClock['quiet'] {
  const quiet: { readonly fromMs: number; readonly toMs: number }[] = []
  let untilMs = 0
  for (const { fromMs, toMs } of places.toSorted((one, other) => one.fromMs - other.fromMs)) {
    if (fromMs - untilMs >= leastQuietMs) quiet.push({ fromMs: untilMs, toMs: fromMs })
    untilMs = Math.max(untilMs, toMs)
  }
  return quiet
    .toSorted((one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs))
    .slice(0, maxQuiet)
    .toSorted((one, other) => one.fromMs - other.fromMs)
}
