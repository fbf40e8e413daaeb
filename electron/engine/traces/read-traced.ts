import { dialectOf } from '#shared/a2a/dialects.ts'
import { countOf } from '#shared/record/run.ts'
import { createReading } from '#shared/story/reading.ts'
import { type TracedExchange, traceExchange } from '#shared/traces/traced-exchange.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'

interface ReadTraced {
  readonly exchange: TracedExchange
  /** How many entries it has. */
  readonly entries: number
}

/** What the spans of one exchange say, read a page at a time. */
export async function readTraced(
  record: SessionRecord,
  exchangeId: string,
  withText: boolean,
): Promise<ReadTraced> {
  const reading = createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) })
  const trace = traceExchange(reading, withText)
  const breathe = createSlices()
  let entries = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows, next } = record.walk({ exchangeId }, after)
    for (const { packed } of rows) {
      trace.add(packed)
      entries += countOf(packed)
      await breathe()
    }
    after = next
  }
  return { exchange: trace.traced(), entries }
}
