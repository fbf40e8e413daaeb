// Spans of ended exchanges in the record, in batches, from a position on. The record is the queue: a slow consumer
// holds only its current batch in memory.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { maxWaitMs } from '#shared/contract/constants.ts'
import { type ExchangeRow, isDeferred } from '#shared/record/exchange-row.ts'
import { createReading } from '#shared/story/reading.ts'
import { exchangeSpans, type TracedAgent } from '#shared/traces/exchange-spans.ts'
import { type OtlpSpan, otlpSpan } from '#shared/traces/otlp.ts'
import { maxSpanEvents } from '#shared/traces/span.ts'
import { traceTasks } from '#shared/traces/task-spans.ts'
import { type TracedExchange, traceExchange } from '#shared/traces/traced-exchange.ts'
import { createSlices } from '../platform/async.ts'
import type { Masking } from '../sessions/file/body-lines.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Walked } from '../store/walk.ts'
import { textBehind } from '../store/whole-body.ts'
import { spanDigest } from './span-digest.ts'

export interface TraceBatch {
  readonly spans: readonly OtlpSpan[]
  /** Where to continue after this batch. */
  readonly next: number
  /** Calls whose entries were deleted meanwhile. */
  readonly missedCalls: number
}

interface TraceBatches {
  readonly record: SessionRecord
  readonly mask: Masking
  readonly agentOf: (agentId: string | undefined) => TracedAgent | undefined
  readonly after: number
  readonly signal: AbortSignal
}

const pageEntries = 100
/** The entries that end a call. */
export const endingKinds = ['end', 'failure', 'webhook'] as const

export async function* traceBatches({ record, mask, agentOf, after, signal }: TraceBatches) {
  const tasks = traceTasks(spanDigest)
  const spansOf = async (exchangeId: string): Promise<readonly OtlpSpan[] | undefined> => {
    const row = record.exchanges.row(exchangeId)
    if (row === undefined) return undefined
    const { exchange } = await readTraced(record, row, false)
    const agent = agentOf(row.agentId ?? exchange.webhook?.registration?.agentId)
    const spans = exchangeSpans(row, exchange, { digest: spanDigest, agent, withText: false })
    tasks.add(row, exchange, spans, agent)
    return [...spans, ...tasks.take(row.taskId)].map((span) => otlpSpan(span, mask.text))
  }
  const breathe = createSlices()
  let spans: OtlpSpan[] = []
  let missedCalls = 0
  const batch = (next: number): TraceBatch => {
    const whole = { spans, next, missedCalls }
    spans = []
    missedCalls = 0
    return whole
  }
  for (let from = after; !signal.aborted; ) {
    const filter = { kinds: endingKinds }
    const { entries, next } = await record.read({
      after: from,
      limit: pageEntries,
      waitMs: maxWaitMs,
      filter,
      signal,
    })
    for (const entry of entries) {
      await breathe()
      // A webhook call with a delayed response ends later.
      if (entry.kind === 'webhook' && isDeferred(entry)) continue
      const otlpSpans = await spansOf(entry.exchangeId)
      if (otlpSpans === undefined) missedCalls += 1
      spans.push(...(otlpSpans ?? []))
      if (spans.length >= batchSpans) yield batch(entry.seq)
    }
    if (entries.length > 0) yield batch(next)
    from = next
  }
}

/** Spans of one request, line or piece of a file. */
export const batchSpans = 512

/** What an exchange's spans need: its first entries, and later ones with a state or a finding. The row has the counts. */
export async function readTraced(
  record: SessionRecord,
  { id, frames, findings, lastSeq }: ExchangeRow,
  withText: boolean,
): Promise<{ readonly exchange: TracedExchange; readonly entries: number }> {
  const reading = createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) })
  const trace = traceExchange(reading, withText)
  const breathe = createSlices()
  let entries = frames
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows, next }: Walked = trace.wantsFrames()
      ? record.walk({ exchangeId: id }, after, maxSpanEvents)
      : record.walkStates(id, after)
    for (const { packed } of rows) {
      await breathe()
      if (packed.seq > lastSeq) continue
      trace.add(packed)
      if (packed.kind !== 'frame' && packed.kind !== 'run') entries += 1
    }
    after = next
  }
  const findingCount = Object.values(findings).reduce((sum, many) => sum + many, 0)
  return { exchange: { ...trace.traced(), frameCount: frames, findingCount }, entries }
}
