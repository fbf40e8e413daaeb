// Writes one exchange into the record: masks what is secret, counts what arrives, and lets the decoding side look at each
// item exactly once, so that an entry goes down with what it was found to mean.

import { randomUUID } from 'node:crypto'
import { defined } from '#shared/defined.ts'
import {
  type Body,
  type CallFacts,
  type Entry,
  type FailureEntry,
  maxInlineBodyBytes,
  type NewEntry,
  type RawHeaders,
  type RedirectEntry,
} from '#shared/record/entry.ts'
import { isOneLine } from '#shared/record/plain-frame.ts'
import { answerOf } from '#shared/story/known-answers.ts'
import type { Clock } from '../clock.ts'
import type { SessionRecord } from '../store/record.ts'
import { type EndFacts, type FrameFacts, isBare, type Kept } from './exchange-facts.ts'
import { createExchangeMasking } from './exchange-masking.ts'
import type { WireFailure } from './failure.ts'
import { bytesOf, type RawFrame } from './framer.ts'
import type { HttpRequest, ResponseHead } from './http.ts'
import type { ItemReading, Pieces } from './item-reading.ts'
import type { Secrets } from './secrets.ts'

export interface ExchangeOptions {
  readonly record: SessionRecord
  readonly secrets: Secrets
  readonly clock: Clock
  readonly sessionId: string
  readonly call: CallFacts
  /** Header names, in lower case, whose values are credentials. */
  readonly credentialNames: ReadonlySet<string>
  /** Names of query keys whose values are credentials. */
  readonly credentialQuery: ReadonlySet<string>
  /** Called when it is ended or failed. */
  readonly onEnd?: () => void
}

export interface Exchange {
  readonly exchangeId: string
  readonly receivedBytes: number
  /** `decoded` is the readable form of a packed body; `seenBytes` counts what came of one that is kept in part. */
  request(
    request: HttpRequest,
    headers: RawHeaders,
    facts?: { readonly taskId?: string; readonly decoded?: string; readonly seenBytes?: number },
  ): Entry
  redirect(
    hop: Pick<RedirectEntry, 'status' | 'headers' | 'from' | 'to' | 'method' | 'credentialsDropped'>,
  ): void
  response(head: ResponseHead, reading?: ItemReading): void
  received(bytes: number): void
  /** A chunk has come: the frames that it completes came now, all at once. */
  arrived(): void
  /** Does it where nothing in this text, which came at once, is to be masked. */
  ifHarmless(text: string, act: () => void): boolean
  /** Frames that are the next pieces of one text, without anything to mask. */
  run(pieces: Pieces): void
  frame(frame: RawFrame, facts: FrameFacts, reading: ItemReading): void
  note(text: string): void
  /** An exchange ends once, by this or by `fail`: what comes afterwards is not recorded. */
  end(end: EndFacts, reading?: ItemReading): void
  fail(
    failure: WireFailure,
    kept?: { readonly body?: Kept; readonly encodedBody?: Kept; readonly leftover?: Buffer },
    reading?: ItemReading,
  ): void
}

export function openExchange(options: ExchangeOptions): Exchange {
  const { record, secrets, clock, sessionId } = options
  const exchangeId = randomUUID()
  let receivedBytes = 0
  let frames = 0
  let over = false
  /** Something of theirs was masked: their packed bytes may hold it too. */
  let hid = false
  const masking = createExchangeMasking(secrets, options.call)
  let arrival: { readonly at: number; readonly monoMs: number } | undefined
  const now = () => ({ at: clock.wallMs(), monoMs: clock.monoMs() })
  const base = () => ({ sessionId, exchangeId, ...now() })
  const write = (entry: NewEntry, reading: ItemReading = {}): Entry => {
    const { taskId, told, update, findings } = reading
    const answer = update ? answerOf(update) : reading.answer
    const judged =
      findings === undefined || findings.length === 0
        ? entry
        : { ...entry, findings: findings.map(masking.finding) }
    return record.append(judged, { taskId, told: told && masking.told(told), answer })
  }
  const keep = (kept: Kept, isCut = (kept.seenBytes ?? 0) > kept.bytes.byteLength): Body => {
    const safe = masking.bytes(kept.bytes, isCut)
    hid ||= safe !== kept.bytes
    return record.keep(safe, kept.seenBytes)
  }
  const keepLeft = (bytes: Buffer | undefined) =>
    bytes === undefined || bytes.length === 0 ? {} : { leftover: keep({ bytes }, true) }
  const keepText = (text: string): Body => {
    const sizeBytes = Buffer.byteLength(text)
    return sizeBytes <= maxInlineBodyBytes ? { sizeBytes, text } : record.keep(Buffer.from(text))
  }
  /** Bytes that cannot be masked are not kept where they or their readable form held a secret; only their size is. */
  const keepPacked = (packed: Kept, holdsSecret: boolean): Body =>
    holdsSecret || secrets.bytes(packed.bytes, 'theirs') !== packed.bytes
      ? { sizeBytes: packed.seenBytes ?? packed.bytes.byteLength, truncated: true }
      : record.keep(packed.bytes, packed.seenBytes)
  const keepFrame = (frame: RawFrame): Body => {
    if (frame.text === undefined) return keep({ bytes: bytesOf(frame) })
    const safe = masking.frame(frame)
    hid ||= safe !== frame.text
    return keepText(safe)
  }
  const keepRaw = (frame: RawFrame, { framing, data }: FrameFacts, readable: string | undefined): Body => {
    if (framing === 'grpc') return keepPacked({ bytes: bytesOf(frame) }, readable !== data)
    // What is around the data is known, so a frame that is nothing else need not be searched twice.
    const plain =
      frame.text !== undefined && data !== undefined && readable === data && isOneLine(frame.text, data)
    return plain ? keepText(frame.text) : keepFrame(frame)
  }
  const keepRequest = (
    bytes: Buffer,
    safe: Buffer,
    {
      decoded,
      readable,
      seenBytes,
    }: Readonly<Record<'decoded' | 'readable', string | undefined>> & {
      readonly seenBytes: number | undefined
    },
  ): Body => {
    if (decoded !== undefined) return keepPacked({ bytes }, readable !== decoded)
    const isCut = seenBytes !== undefined && seenBytes > bytes.byteLength
    return isCut ? record.keep(safe, Math.max(seenBytes, safe.byteLength)) : record.keep(safe)
  }

  return {
    exchangeId,
    get receivedBytes() {
      return receivedBytes
    },
    received(bytes) {
      receivedBytes += bytes
    },
    arrived() {
      arrival = now()
    },
    ifHarmless: masking.ifHarmless,

    run({ count, wrap, before, after, texts, taskId, known }) {
      if (over) return
      const { at, monoMs } = arrival ?? now()
      const index = frames
      frames += count
      const times = [[count, at, monoMs]] as const
      record.appendRun(
        { kind: 'run', sessionId, exchangeId, index, count, wrap, before, after, texts, times },
        { taskId, known },
      )
    },

    request(request, headers, { taskId, decoded, seenBytes } = {}) {
      const bytes = request.body
      masking.asked(request)
      const readable = decoded === undefined ? undefined : masking.ours(decoded)
      const url = secrets.url(request.url, 'ours', options.credentialQuery)
      const safe = secrets.headers(headers, 'ours', options.credentialNames)
      const body = bytes && masking.ourBytes(bytes)
      masking.sent(url, request.url)
      masking.sent(readable ?? '', decoded ?? '')
      for (const [index, [, value]] of safe.entries()) masking.sent(value, headers[index]?.[1] ?? '')
      if (bytes && body && body !== bytes) masking.sent(body.toString('latin1'), bytes.toString('latin1'))
      return write(
        {
          ...base(),
          kind: 'request',
          call: { ...options.call, label: masking.ours(options.call.label) },
          method: request.method,
          url,
          headers: safe,
          ...(bytes && body && { body: keepRequest(bytes, body, { decoded, readable, seenBytes }) }),
          ...(readable === undefined ? {} : { decoded: keepText(readable) }),
        },
        taskId === undefined ? {} : { taskId: masking.ours(taskId) },
      )
    },

    redirect(hop) {
      masking.moved(hop.to)
      write({
        ...base(),
        kind: 'redirect',
        ...hop,
        headers: secrets.headers(hop.headers, 'theirs'),
        from: secrets.url(hop.from, 'called', options.credentialQuery),
        to: secrets.url(hop.to, 'called', options.credentialQuery),
      })
    },

    response(head, reading) {
      if (over) return
      write(
        {
          ...base(),
          kind: 'response',
          status: head.status,
          statusText: masking.text(head.statusText),
          headers: secrets.headers(head.headers, 'theirs'),
          ...(head.connection === undefined ? {} : { connection: masking.all(head.connection) }),
          timings: head.timings,
        },
        reading,
      )
    },

    frame(frame, facts, read) {
      if (over) return
      const { data } = facts
      const readable = data === undefined ? undefined : masking.data(data)
      const { at, monoMs } = arrival ?? now()
      const index = frames
      frames += 1
      hid ||= readable !== data
      const reading = readable === data ? read : masking.reading(read)
      const raw = keepRaw(frame, facts, readable)
      if (readable === undefined || !isBare(facts)) {
        const { data: _, ...rest } = masking.all({ ...facts, data: undefined })
        const kept = readable === undefined ? {} : { data: keepText(readable) }
        write({ sessionId, exchangeId, at, monoMs, kind: 'frame', index, ...rest, raw, ...kept }, reading)
        return
      }
      // Nearly every frame is bare; spelt out, its entry is made in a fraction of the time.
      write(
        {
          sessionId,
          exchangeId,
          at,
          monoMs,
          kind: 'frame',
          index,
          framing: facts.framing,
          raw,
          data: keepText(readable),
        },
        reading,
      )
    },

    note(text) {
      if (over) return
      write({ ...base(), kind: 'note', text: masking.text(text) })
    },

    end({ reason, body, encodedBody, trailers, leftover, grpcStatus }, reading) {
      if (over) return
      options.onEnd?.()
      const kept = body === undefined ? undefined : keep(body)
      const safely = hid && reading ? masking.reading(reading) : reading
      const left = keepLeft(leftover)
      write(
        {
          ...base(),
          kind: 'end',
          reason,
          receivedBytes,
          ...defined({ body: kept }),
          ...(encodedBody === undefined ? {} : { encodedBody: keepPacked(encodedBody, hid) }),
          ...(trailers === undefined ? {} : { trailers: secrets.headers(trailers, 'theirs') }),
          ...left,
          ...(grpcStatus === undefined
            ? {}
            : { grpcStatus: { ...grpcStatus, message: masking.text(grpcStatus.message) } }),
        },
        safely,
      )
      over = true
    },

    fail(failure, { body, encodedBody, leftover } = {}, reading) {
      if (over) return
      options.onEnd?.()
      const kept = body === undefined ? undefined : keep(body, true)
      const left = keepLeft(leftover)
      const entry: Omit<FailureEntry, 'seq'> = {
        ...base(),
        kind: 'failure',
        failure: failure.failure,
        message: masking.text(failure.message),
        ...defined({ code: failure.code }),
        receivedBytes,
        ...defined({ body: kept }),
        ...(encodedBody === undefined ? {} : { encodedBody: keepPacked(encodedBody, hid) }),
        ...left,
      }
      write(entry, hid && reading ? masking.reading(reading) : reading)
      over = true
    },
  }
}
