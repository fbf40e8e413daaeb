import { dialectOf } from '#shared/a2a/dialects.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { createReading } from '#shared/story/reading.ts'
import { maxSpanEvents } from '#shared/traces/span.ts'
import { type TracedExchange, traceExchange } from '#shared/traces/traced-exchange.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Walked } from '../store/walk.ts'
import { textBehind } from '../store/whole-body.ts'

interface ReadTraced {
  readonly exchange: TracedExchange
  /** How many entries it has. */
  readonly entries: number
}

/** What the spans of one exchange say: its beginning, and of what follows no more than tells something. The row knows how much there was. */
export async function readTraced(
  record: SessionRecord,
  { id, frames, findings, lastSeq }: ExchangeRow,
  withText: boolean,
): Promise<ReadTraced> {
  const reading = createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) })
  const trace = traceExchange(reading, withText)
  const breathe = createSlices()
  let entries = frames
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows, next }: Walked = trace.wantsFrames()
      ? record.walk({ exchangeId: id }, after, maxSpanEvents)
      : record.walkTelling(id, after)
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
