// Reads the spans of one request, a slice at a time, so that streams never wait. Spans before an unreadable part stay.

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { memoByObject } from '#shared/collections/memo.ts'
import {
  categoryOf,
  type ReadSpan,
  type ReceivedResource,
  type SpanDetail,
  spanCategories,
  spanKinds,
  spanStatuses,
} from '#shared/spans/received-span.ts'
import type { SpanBatch } from '#shared/spans/span-batch.ts'
import { createSlices } from '../platform/async.ts'
import type { TimeSource } from '../platform/clock.ts'
import { codeOf } from '../platform/errors.ts'
import { hasAtMostValues } from '../platform/json.ts'
import { createTurns } from '../platform/queue.ts'
import type { SessionRecord } from '../store/record.ts'
import { maxSpanSlice, type SpanResource, type SpansWritten, type SpanToWrite } from '../store/write-spans.ts'
import { type MaskText, maskedAttributes, maskedDetail, maskTexts } from './attributes.ts'
import { readJsonSpans } from './read-json.ts'
import { readProtobufSpans } from './read-protobuf.ts'

export interface SpanRequest {
  readonly format: 'protobuf' | 'json'
  readonly body: Buffer
  /** With gzip. */
  readonly isPacked?: true
}

export type Taken =
  | ({ readonly kind: 'taken'; readonly refused: number } & SpansWritten)
  /** The sender must retry. */
  | { readonly kind: 'later'; readonly reason: 'busy' | 'disk' }
  /** Spans before the unreadable part are stored, and counted in `spans`. */
  | {
      readonly kind: 'bad'
      readonly message: string
      readonly spans: SpansWritten
      readonly isTooLarge?: true
    }

interface TakeSpansDeps {
  readonly record: SessionRecord
  readonly mask: MaskText
  /** The current session, while one is recorded. */
  readonly recorded: () => string | undefined
  readonly clock: TimeSource
  /** Called with stored spans, which may concern agents' calls. */
  readonly onTaken: (spans: readonly SpanToWrite[]) => void
}

/** Of a request with spans, compressed and uncompressed; answered 413. */
export const maxSpanRequestBytes = 16 * 1024 * 1024
/** Of all received requests that wait to be read; further ones are answered 429, and agents retry. */
const maxWaitingSpanBytes = 64 * 1024 * 1024
/** Values in a JSON request, which is parsed at once; with more it is answered 400. */
const maxSpanJsonValues = 1_000_000
/** Consecutive fields without a span in a request; answered 400. */
const maxSpanStepsInVain = 250_000
/** Steps between two looks at the clock, each a fraction of a millisecond at most. */
const stepsAtATime = 16

export function createTakeSpans({ record, mask, recorded, clock, onTaken }: TakeSpansDeps) {
  const inTurn = createTurns()
  let waitingBytes = 0

  async function take(request: SpanRequest): Promise<Taken> {
    const { format } = request
    const sums = { received: 0, repeated: 0, dropped: 0 }
    const breathe = createSlices()
    const prepare = createPreparing(mask)
    let refused = 0
    let steps = 0
    let inVain = 0
    let slice: SpanToWrite[] = []
    const write = (): boolean => {
      const written = record.spans.write(slice, clock.wallMs(), recorded())
      if (written === undefined) return false
      sums.received += written.received
      sums.repeated += written.repeated
      sums.dropped += written.dropped
      onTaken(slice)
      slice = []
      return true
    }
    try {
      // In sequence, as a hundred requests of a few KB may unpack to a gigabyte.
      const body = request.isPacked ? await unpack(request.body) : request.body
      for (const read of readSpans(format, body)) {
        if (read?.span) slice.push(prepare(read.resource, read.span))
        else if (read) refused += 1
        inVain = read?.span ? 0 : inVain + 1
        if (inVain > maxSpanStepsInVain) throw new TooMuch('most of it comes to no span')
        if (slice.length >= maxSpanSlice && !write()) return { kind: 'later', reason: 'disk' }
        steps += 1
        if (steps % stepsAtATime === 0) await breathe()
      }
    } catch (error) {
      if (slice.length > 0) write()
      const bad = { kind: 'bad', spans: sums } as const
      if (error instanceof TooLarge) return { ...bad, message: tooLargeMessage, isTooLarge: true }
      return { ...bad, message: reasonOf(format, error) }
    }
    if (slice.length > 0 && !write()) return { kind: 'later', reason: 'disk' }
    return { kind: 'taken', refused, ...sums }
  }

  return async (request: SpanRequest): Promise<Taken> => {
    if (waitingBytes + request.body.byteLength > maxWaitingSpanBytes) return { kind: 'later', reason: 'busy' }
    waitingBytes += request.body.byteLength
    try {
      return await inTurn(() => take(request))
    } finally {
      waitingBytes -= request.body.byteLength
    }
  }
}

export const tooLargeMessage = `A request with spans holds at most ${maxSpanRequestBytes / 1024 / 1024} MB. Send smaller batches.`

class TooMuch extends Error {}
class TooLarge extends Error {}
class Unpackable extends Error {}

const inflate = promisify(gunzip)
const unpackedAtATime = 256 * 1024

async function unpack(body: Buffer): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: maxSpanRequestBytes, chunkSize: unpackedAtATime })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : new Unpackable()
  }
}

function readSpans(format: SpanRequest['format'], body: Buffer): Iterable<ReadSpan | undefined> {
  if (format === 'protobuf') return readProtobufSpans(body)
  if (!hasAtMostValues(body, maxSpanJsonValues)) throw new TooMuch('it has too many values')
  return readJsonSpans(JSON.parse(body.toString('utf8')))
}

function reasonOf(format: SpanRequest['format'], error: unknown): string {
  if (error instanceof Unpackable) return 'The request isn’t gzip.'
  if (error instanceof TooMuch) return `The request isn’t read: ${error.message}.`
  const form = format === 'json' ? 'JSON' : 'an ExportTraceServiceRequest as protobuf'
  return `The request isn’t ${form}: ${error instanceof Error ? error.message : 'it can’t be read'}.`
}

/** One resource for all its spans, so that it is written once. */
function createPreparing(mask: MaskText) {
  const resourceOf = memoByObject(
    (from: ReceivedResource): SpanResource => ({
      service: mask.text(from.service),
      attributes: maskedAttributes(from.attributes, mask),
    }),
  )
  return (from: ReceivedResource, span: NonNullable<ReadSpan['span']>): SpanToWrite => {
    const resource = resourceOf(from)
    const { traceId, spanId, parentSpanId, start, end, detail } = span
    return {
      ...{ resource, traceId, spanId, parentSpanId, start, end },
      name: mask.text(span.name),
      kind: spanKinds.indexOf(span.kind),
      status: spanStatuses.indexOf(span.status),
      category: spanCategories.indexOf(categoryOf(detail.attributes)),
      detail: maskedDetail(detail, mask),
    }
  }
}

/** All spans of these traces in a session, in batches, without values that have become secrets. */
export function* batchesOf(
  { spans }: Pick<SessionRecord, 'spans'>,
  sessionId: string,
  traceIds: Iterable<string>,
  mask: (text: string) => string,
): Generator<SpanBatch> {
  for (const traceId of traceIds)
    for (const batch of spans.batches(traceId, sessionId)) yield maskTexts(batch, mask)
}

export function spansOfLot({ traceId, service, resource, spans }: SpanBatch): readonly SpanToWrite[] {
  const from = { service, attributes: JSON.stringify(resource) }
  return spans.map(({ kind, status, category, parentSpanId, detail, ...span }) => ({
    ...{ ...span, traceId, parentSpanId, resource: from },
    kind: spanKinds.indexOf(kind),
    status: spanStatuses.indexOf(status),
    category: spanCategories.indexOf(category),
    detail: JSON.stringify(detail satisfies SpanDetail),
  }))
}
