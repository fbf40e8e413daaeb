// Writes one exchange into the record: masks what is secret, counts what arrives, and lets the decoding side look at each
// item exactly once, so that an entry goes down with what it was found to mean.

import { randomUUID } from 'node:crypto'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Update } from '#shared/a2a/model.ts'
import {
  type Body,
  type CallFacts,
  type Entry,
  type FailureEntry,
  inlineBodyBytes,
  type NewEntry,
  type RawHeaders,
  type RedirectEntry,
} from '#shared/record/entry.ts'
import { isOneLine } from '#shared/record/plain-frame.ts'
import { answerOf } from '#shared/story/known-answers.ts'
import type { Answer } from '#shared/story/reading.ts'
import type { Clock } from '../clock.ts'
import type { SessionRecord, Told } from '../store/record.ts'
import type { EndFacts, FrameFacts, Kept } from './exchange-facts.ts'
import type { WireFailure } from './failure.ts'
import { bytesOf, type RawFrame } from './framer.ts'
import type { HttpRequest, ResponseHead } from './http.ts'
import type { Pieces } from './reading.ts'
import type { Secrets } from './secrets.ts'

/** What decoding an item told: the task it is about, and what was wrong with it. */
export interface ItemReading {
  readonly taskId?: string
  readonly told?: Told
  /** What it says: of an event, and of a reply. */
  readonly update?: Update | undefined
  readonly answer?: Answer
  readonly findings?: readonly Finding[]
}

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
  /** `decoded` is the readable form of a packed body. */
  request(
    request: HttpRequest,
    headers: RawHeaders,
    facts?: { readonly taskId?: string; readonly decoded?: string },
  ): Entry
  redirect(
    hop: Pick<RedirectEntry, 'status' | 'headers' | 'from' | 'to' | 'method' | 'credentialsDropped'>,
  ): void
  response(head: ResponseHead, reading?: ItemReading): void
  received(bytes: number): void
  /** A chunk has come: the frames that it completes came now, all at once. */
  arrived(): void
  /** Nothing in this text is to be masked. */
  isHarmless(text: string): boolean
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
  let about: 'push' | undefined = options.call.operation?.startsWith('push') ? 'push' : undefined
  let arrival: { readonly at: number; readonly monoMs: number } | undefined
  const now = () => ({ at: clock.wallMs(), monoMs: clock.monoMs() })
  const base = () => ({ sessionId, exchangeId, ...now() })
  const write = (entry: NewEntry, reading: ItemReading = {}): Entry => {
    const { taskId, told, update, findings } = reading
    const answer = update ? answerOf(update) : reading.answer
    const judged =
      findings === undefined || findings.length === 0 ? entry : { ...entry, findings: findings.map(masked) }
    return record.append(judged, { taskId, told: told && toldSafely(told), answer })
  }
  /** Of an item in which something was masked: what was read there is read again from what is left. */
  const readSafely = ({ answer: _, update: __, taskId, told, ...rest }: ItemReading): ItemReading => ({
    ...rest,
    ...(taskId !== undefined && { taskId: secrets.text(taskId, 'theirs') }),
    ...(told && {
      told: {
        ...told,
        ...(told.contextId !== undefined && { contextId: secrets.text(told.contextId, 'theirs') }),
      },
    }),
  })
  /** An agent's error may repeat a secret too. */
  const toldSafely = ({ error, ...rest }: Told): Told =>
    error === undefined
      ? rest
      : { ...rest, error: { ...error, message: secrets.text(error.message, 'theirs') } }
  /** A finding may quote the value it is about. */
  const masked = (finding: Finding): Finding => ({
    ...finding,
    message: secrets.text(finding.message, 'theirs'),
    hint: secrets.text(finding.hint, 'theirs'),
  })
  const keep = (kept: Kept): Body => {
    const safe = secrets.bytes(kept.bytes, 'theirs', about)
    hid ||= safe !== kept.bytes
    return record.keep(safe, kept.seenBytes)
  }
  const keepText = (text: string): Body => {
    const sizeBytes = Buffer.byteLength(text)
    return sizeBytes <= inlineBodyBytes ? { sizeBytes, text } : record.keep(Buffer.from(text))
  }
  /** Bytes that cannot be masked are not kept where their readable form held a secret; only their size is. */
  const keepPacked = (packed: Kept, holdsSecret: boolean): Body =>
    holdsSecret
      ? { sizeBytes: packed.seenBytes ?? packed.bytes.byteLength, truncated: true }
      : record.keep(packed.bytes, packed.seenBytes)
  const keepFrame = (frame: RawFrame): Body => {
    if (frame.text === undefined) return keep({ bytes: bytesOf(frame) })
    const safe = secrets.text(frame.text, 'theirs', about)
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
  const keepRequest = (bytes: Buffer, decoded: string | undefined, readable: string | undefined): Body =>
    decoded === undefined
      ? record.keep(secrets.bytes(bytes, 'ours', about))
      : keepPacked({ bytes }, readable !== decoded)

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
    isHarmless: (text) => secrets.text(text, 'theirs', about) === text,

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

    request(request, headers, { taskId, decoded } = {}) {
      const bytes = request.body
      if (isAboutPush(request.url, bytes)) about = 'push'
      const readable = decoded === undefined ? undefined : secrets.text(decoded, 'ours', about)
      return write(
        {
          ...base(),
          kind: 'request',
          call: { ...options.call, label: secrets.text(options.call.label, 'ours') },
          method: request.method,
          url: secrets.url(request.url, options.credentialQuery),
          headers: secrets.headers(headers, 'ours', options.credentialNames),
          ...(bytes === undefined ? {} : { body: keepRequest(bytes, decoded, readable) }),
          ...(readable === undefined ? {} : { decoded: keepText(readable) }),
        },
        taskId === undefined ? {} : { taskId: secrets.text(taskId, 'ours') },
      )
    },

    redirect(hop) {
      write({
        ...base(),
        kind: 'redirect',
        ...hop,
        headers: secrets.headers(hop.headers, 'theirs'),
        from: secrets.url(hop.from, options.credentialQuery),
        to: secrets.url(hop.to, options.credentialQuery),
      })
    },

    response(head, reading) {
      if (over) return
      write(
        {
          ...base(),
          kind: 'response',
          status: head.status,
          statusText: head.statusText,
          headers: secrets.headers(head.headers, 'theirs'),
          ...(head.connection === undefined ? {} : { connection: head.connection }),
          timings: head.timings,
        },
        reading,
      )
    },

    frame(frame, facts, read) {
      if (over) return
      const { data } = facts
      const readable = data === undefined ? undefined : secrets.text(data, 'theirs', about)
      const { at, monoMs } = arrival ?? now()
      const index = frames
      frames += 1
      hid ||= readable !== data
      const reading = readable === data ? read : readSafely(read)
      const raw = keepRaw(frame, facts, readable)
      if (readable === undefined || !isBare(facts)) {
        const { data: _, ...rest } = facts
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
      write({ ...base(), kind: 'note', text })
    },

    end({ reason, body, encodedBody, trailers, leftover, grpcStatus }, reading) {
      if (over) return
      options.onEnd?.()
      const kept = body === undefined ? undefined : keep(body)
      const safely = hid && reading ? readSafely(reading) : reading
      const left = leftover === undefined || leftover.length === 0 ? undefined : keep({ bytes: leftover })
      write(
        {
          ...base(),
          kind: 'end',
          reason,
          receivedBytes,
          ...(kept === undefined ? {} : { body: kept }),
          ...(encodedBody === undefined ? {} : { encodedBody: keepPacked(encodedBody, hid) }),
          ...(trailers === undefined ? {} : { trailers: secrets.headers(trailers, 'theirs') }),
          ...(left === undefined ? {} : { leftover: left }),
          ...(grpcStatus === undefined
            ? {}
            : { grpcStatus: { ...grpcStatus, message: secrets.text(grpcStatus.message, 'theirs') } }),
        },
        safely,
      )
      over = true
    },

    fail(failure, { body, encodedBody, leftover } = {}, reading) {
      if (over) return
      options.onEnd?.()
      const kept = body === undefined ? undefined : keep(body)
      const left = leftover === undefined || leftover.length === 0 ? undefined : keep({ bytes: leftover })
      const entry: Omit<FailureEntry, 'seq'> = {
        ...base(),
        kind: 'failure',
        failure: failure.failure,
        message: secrets.text(failure.message, 'theirs'),
        ...(failure.code === undefined ? {} : { code: failure.code }),
        receivedBytes,
        ...(kept === undefined ? {} : { body: kept }),
        ...(encodedBody === undefined ? {} : { encodedBody: keepPacked(encodedBody, hid) }),
        ...(left === undefined ? {} : { leftover: left }),
      }
      write(entry, hid && reading ? readSafely(reading) : reading)
      over = true
    },
  }
}

function isAboutPush(url: string, body: Buffer | undefined): boolean {
  if (/pushNotification/i.test(url)) return true
  return body !== undefined && /"method"\s*:\s*"[^"]*ushNotification/.test(body.toString('latin1'))
}

function isBare({ event, id, retryMs }: FrameFacts): boolean {
  return event === undefined && id === undefined && retryMs === undefined
}
