// Writes a session as traces to a file: a line of JSON or a piece of protobuf per batch. Memory holds one batch.

import { decodeCard } from '#shared/a2a/card.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { maxParsedBodyBytes } from '#shared/record/entry.ts'
import { exchangeSpans, type TracedAgent } from '#shared/traces/exchange-spans.ts'
import { type OtlpSpan, type OtlpTraces, otlpSpan, otlpTraces } from '#shared/traces/otlp.ts'
import type { Span } from '#shared/traces/span.ts'
import { traceTasks } from '#shared/traces/task-spans.ts'
import type { TracedExchange } from '#shared/traces/traced-exchange.ts'
import { writePrivately } from '../data-folder/private-files.ts'
import { createSlices } from '../platform/async.ts'
import { exchangeIdsOf } from '../sessions/file/select-exchanges.ts'
import type { WriteSession } from '../sessions/file/write-session.ts'
import type { SessionRecord } from '../store/record.ts'
import { wholeBody } from '../store/whole-body.ts'
import { encodeOtlp } from './encode-otlp.ts'
import { spanDigest } from './span-digest.ts'
import { batchSpans, readTraced } from './trace-batches.ts'

interface WriteTraces extends WriteSession {
  readonly version: string
  readonly as: 'json' | 'protobuf'
  readonly withText: boolean
}

export async function writeTraces({ path, signal, as, ...rest }: WriteTraces): Promise<void> {
  await writePrivately(path, piecesOf(rest, as), signal)
}

type Source = Omit<WriteTraces, 'path' | 'signal' | 'as'>

async function* piecesOf(source: Source, as: WriteTraces['as']): AsyncGenerator<string | Uint8Array> {
  for await (const traces of batchesOf(source))
    yield as === 'json' ? `${JSON.stringify(traces)}\n` : encodeOtlp(traces)
}

/** The span that exceeds this ends a line, well below the length that the Collector reads as one line. */
const batchChars = 512 * 1024

async function* batchesOf(source: Source): AsyncGenerator<OtlpTraces> {
  const { mask, version } = source
  let batch: OtlpSpan[] = []
  let chars = 0
  for await (const span of spansOf(source)) {
    const written = otlpSpan(span, mask.text)
    batch.push(written)
    chars += JSON.stringify(written).length
    if (batch.length < batchSpans && chars < batchChars) continue
    yield otlpTraces(batch, version)
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield otlpTraces(batch, version)
}

async function* spansOf({ record, session, selection, withText, onProgress }: Source): AsyncGenerator<Span> {
  const agents = new Map<string, TracedAgent>(session.agents.map(({ id, name }) => [id, { name }]))
  const tasks = traceTasks(spanDigest)
  const breathe = createSlices()
  let done = 0
  for await (const id of exchangeIdsOf(record, session.id, selection)) {
    await breathe()
    const row = record.exchanges.row(id)
    if (row === undefined) continue
    const { exchange, entries } = await readTraced(record, row, withText)
    done += entries
    onProgress(done)
    const agentId = row.agentId ?? exchange.webhook?.registration?.agentId
    const card = row.kind === 'card' ? readCard(record, exchange) : undefined
    if (card && agentId !== undefined) agents.set(agentId, card)
    const agent = agents.get(agentId ?? '')
    const spans = exchangeSpans(row, exchange, { digest: spanDigest, agent, withText })
    tasks.add(row, exchange, spans, agent)
    yield* spans
  }
  yield* tasks.spans()
}

/** The agent by its recorded card; undefined without one. */
function readCard(record: SessionRecord, { response, close }: TracedExchange): TracedAgent | undefined {
  const { body } = close ?? {}
  if (response?.status !== 200 || body === undefined || body.sizeBytes > maxParsedBodyBytes) return undefined
  const json = jsonIn(Buffer.from(wholeBody(record, body)).toString('utf8'))
  const card = json === undefined ? undefined : decodeCard(json)
  if (card?.kind !== 'result') return undefined
  const { name, description, version } = card.result
  return { name, description, version }
}
