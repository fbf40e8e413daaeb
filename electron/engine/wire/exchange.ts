// Writes one exchange to the record: masks secrets, counts bytes, and passes each item to the decoder exactly once, so
// that an entry is stored together with its decoded facts.

import { randomUUID } from 'node:crypto'
import { defined } from '#shared/defined.ts'
import type {
  CallFacts,
  EndEntry,
  Entry,
  FailureEntry,
  FrameEntry,
  NewEntry,
  RawHeaders,
  RedirectEntry,
} from '#shared/record/entry.ts'
import { decodeOf } from '#shared/story/decode-cache.ts'
import { actingAgent } from '../coding-agents.ts'
import type { TimeSource } from '../platform/clock.ts'
import type { SessionRecord } from '../store/record.ts'
import {
  type BodyKeeping,
  type CredentialNames,
  createBodyKeeping,
  createExchangeMasking,
  type ExchangeMasking,
  type KeptAtEnd,
} from './exchange-masking.ts'
import type { WireFailure } from './failure.ts'
import type { RawFrame } from './framer.ts'
import type { HttpRequest, ResponseHead } from './http.ts'
import type { ItemReading, Pieces } from './item-reading.ts'
import type { Secrets } from './secrets.ts'

export interface ExchangeOptions extends CredentialNames {
  readonly record: SessionRecord
  readonly secrets: Secrets
  readonly clock: TimeSource
  readonly sessionId: string
  readonly call: CallFacts
  /** Called when it ended or failed. */
  readonly onEnd?: () => void
}

interface RequestFacts {
  readonly taskId?: string
  /** The readable form of a compressed body. */
  readonly decoded?: string
  /** The size of a body of which only a part is stored. */
  readonly seenBytes?: number
}

interface EndFacts extends KeptAtEnd {
  readonly reason: EndEntry['reason']
  readonly trailers?: RawHeaders
  readonly grpcStatus?: NonNullable<EndEntry['grpcStatus']>
}

export interface FrameFacts extends Pick<FrameEntry, 'framing' | 'event' | 'id' | 'retryMs'> {
  readonly data?: string
}

export class Exchange {
  readonly #options: ExchangeOptions
  readonly exchangeId = randomUUID()
  #receivedBytes = 0
  #frames = 0
  #over = false
  readonly #masking: ExchangeMasking
  readonly #bodies: BodyKeeping
  #arrival: { readonly at: number; readonly monoMs: number } | undefined

  constructor(options: ExchangeOptions) {
    this.#options = options
    const { record, secrets, call } = options
    this.#masking = createExchangeMasking(secrets, call)
    this.#bodies = createBodyKeeping(record, secrets, this.#masking)
  }

  get receivedBytes() {
    return this.#receivedBytes
  }

  received(bytes: number) {
    this.#receivedBytes += bytes
  }

  /** Notes the arrival time of a chunk, for all frames that it completes. */
  arrived() {
    this.#arrival = this.#now()
  }

  /** Calls `act` if nothing in this text, which arrived at once, must be masked. */
  ifHarmless(...[text, act]: Parameters<ExchangeMasking['ifHarmless']>) {
    return this.#masking.ifHarmless(text, act)
  }

  /** Records frames that continue one text, with nothing to mask. */
  run({ count, wrap, before, after, texts, taskId, cached }: Pieces) {
    if (this.#over) return
    const { at, monoMs } = this.#arrival ?? this.#now()
    const index = this.#frames
    this.#frames += count
    const { record, sessionId } = this.#options
    const { exchangeId } = this
    const times = [[count, at, monoMs]] as const
    const made = { index, count, wrap, before, after, texts, times }
    record.appendRun({ kind: 'run', sessionId, exchangeId, ...made }, { taskId, cached })
  }

  request(
    request: HttpRequest,
    headers: RawHeaders,
    { taskId, decoded, seenBytes }: RequestFacts = {},
  ): Entry {
    const { bytes, readable, ...masked } = this.#masking.request(request, headers, decoded, this.#options)
    const holdsSecret = decoded === undefined ? undefined : readable !== decoded
    const { call } = this.#options
    return this.#write(
      {
        ...this.#base(),
        kind: 'request',
        call: { ...call, label: this.#masking.ours(call.label), ...defined({ by: actingAgent() }) },
        method: request.method,
        ...masked,
        ...(request.body &&
          bytes && { body: this.#bodies.request(request.body, bytes, seenBytes, holdsSecret) }),
        ...(readable !== undefined && { decoded: this.#bodies.text(readable) }),
      },
      taskId === undefined ? {} : { taskId: this.#masking.ours(taskId) },
    )
  }

  redirect(hop: Pick<RedirectEntry, 'status' | 'headers' | 'from' | 'to' | 'method' | 'credentialsDropped'>) {
    this.#masking.moved(hop.to)
    const { secrets, credentialQuery } = this.#options
    const masked = (url: string) => secrets.url(url, 'called', credentialQuery)
    const headers = secrets.headers(hop.headers, 'theirs')
    const [from, to] = [masked(hop.from), masked(hop.to)]
    this.#write({ ...this.#base(), kind: 'redirect', ...hop, headers, from, to })
  }

  response(head: ResponseHead, reading?: ItemReading) {
    if (this.#over) return
    const { status, connection, timings } = head
    const statusText = this.#masking.text(head.statusText)
    const headers = this.#options.secrets.headers(head.headers, 'theirs')
    const observed = connection && { connection: this.#masking.all(connection) }
    this.#write(
      { ...this.#base(), kind: 'response', status, statusText, headers, ...observed, timings },
      reading,
    )
  }

  frame(frame: RawFrame, facts: FrameFacts, read: ItemReading) {
    if (this.#over) return
    const { framing, data, event, id, retryMs } = facts
    const readable = data === undefined ? undefined : this.#bodies.data(data)
    const { sessionId } = this.#options
    const { exchangeId } = this
    const { at, monoMs } = this.#arrival ?? this.#now()
    const index = this.#frames
    this.#frames += 1
    const reading = readable === data ? read : this.#masking.reading(read)
    const raw = this.#bodies.frame(frame, framing === 'grpc', data, readable)
    const isBare = event === undefined && id === undefined && retryMs === undefined
    if (readable === undefined || !isBare) {
      const { data: _, ...rest } = this.#masking.all({ ...facts, data: undefined })
      const stored = readable === undefined ? {} : { data: this.#bodies.text(readable) }
      this.#write(
        { sessionId, exchangeId, at, monoMs, kind: 'frame', index, ...rest, raw, ...stored },
        reading,
      )
      return
    }
    // Nearly every frame has nothing but data; this literal is several times as fast.
    const text = this.#bodies.text(readable)
    this.#write(
      { sessionId, exchangeId, at, monoMs, kind: 'frame', index, framing, raw, data: text },
      reading,
    )
  }

  note(text: string) {
    if (!this.#over) this.#write({ ...this.#base(), kind: 'note', text: this.#masking.text(text) })
  }

  /** An exchange ends once, by this or by `fail`: later calls are ignored. */
  end({ reason, trailers, grpcStatus, ...kept }: EndFacts, reading?: ItemReading) {
    const status = grpcStatus && { ...grpcStatus, message: this.#masking.text(grpcStatus.message) }
    const headers = trailers && this.#options.secrets.headers(trailers, 'theirs')
    this.#close({ kind: 'end', reason, ...defined({ trailers: headers, grpcStatus: status }) }, kept, reading)
  }

  fail({ failure, message, code }: WireFailure, stored: KeptAtEnd = {}, reading?: ItemReading) {
    this.#close(
      { kind: 'failure', failure, message: this.#masking.text(message), ...defined({ code }) },
      stored,
      reading,
    )
  }

  #now() {
    const { clock } = this.#options
    return { at: clock.wallMs(), monoMs: clock.monoMs() }
  }

  #write(entry: NewEntry, reading: ItemReading = {}): Entry {
    const { taskId, exchangeFacts, update, findings } = reading
    const answer = update ? decodeOf(update) : reading.answer
    const judged =
      findings === undefined || findings.length === 0
        ? entry
        : { ...entry, findings: findings.map(this.#masking.finding) }
    return this.#options.record.append(judged, {
      taskId,
      exchangeFacts: exchangeFacts && this.#masking.exchangeFacts(exchangeFacts),
      answer,
    })
  }

  readonly #base = () => ({ sessionId: this.#options.sessionId, exchangeId: this.exchangeId, ...this.#now() })

  /** The exchange is over once this is written. */
  #close(facts: Ending, stored: KeptAtEnd, reading?: ItemReading) {
    if (this.#over) return
    this.#options.onEnd?.()
    const entry = {
      ...this.#base(),
      receivedBytes: this.#receivedBytes,
      ...facts,
      ...this.#bodies.atEnd(stored, facts.kind === 'failure'),
    }
    this.#write(entry, this.#bodies.hid() && reading ? this.#masking.reading(reading) : reading)
    this.#over = true
  }
}

type Ending =
  | Pick<EndEntry, 'kind' | 'reason' | 'trailers' | 'grpcStatus'>
  | Pick<FailureEntry, 'kind' | 'failure' | 'message' | 'code'>
