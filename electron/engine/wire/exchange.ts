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
import { answerOf } from '#shared/story/decode-cache.ts'
import { actingAgent } from '../coding-agents.ts'
import type { TimeSource } from '../platform/clock.ts'
import type { SessionRecord } from '../store/record.ts'
import {
  type CredentialNames,
  createBodyKeeping,
  createExchangeMasking,
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

export type Exchange = ReturnType<typeof openExchange>

export function openExchange(options: ExchangeOptions) {
  const { record, secrets, clock, sessionId } = options
  const exchangeId = randomUUID()
  let receivedBytes = 0
  let frames = 0
  let over = false
  const masking = createExchangeMasking(secrets, options.call)
  const bodies = createBodyKeeping(record, secrets, masking)
  let arrival: { readonly at: number; readonly monoMs: number } | undefined
  const now = () => ({ at: clock.wallMs(), monoMs: clock.monoMs() })
  const write = (entry: NewEntry, reading: ItemReading = {}): Entry => {
    const { taskId, exchangeFacts, update, findings } = reading
    const answer = update ? answerOf(update) : reading.answer
    const judged =
      findings === undefined || findings.length === 0
        ? entry
        : { ...entry, findings: findings.map(masking.finding) }
    return record.append(judged, {
      taskId,
      exchangeFacts: exchangeFacts && masking.told(exchangeFacts),
      answer,
    })
  }
  const base = () => ({ sessionId, exchangeId, ...now() })
  /** The exchange is over once this is written. */
  const close = (facts: Ending, stored: KeptAtEnd, reading?: ItemReading) => {
    if (over) return
    options.onEnd?.()
    const entry = { ...base(), receivedBytes, ...facts, ...bodies.atEnd(stored, facts.kind === 'failure') }
    write(entry, bodies.hid() && reading ? masking.reading(reading) : reading)
    over = true
  }

  return {
    exchangeId,
    get receivedBytes() {
      return receivedBytes
    },
    received(bytes: number) {
      receivedBytes += bytes
    },
    /** Notes the arrival time of a chunk, for all frames that it completes. */
    arrived() {
      arrival = now()
    },
    /** Calls `act` if nothing in this text, which arrived at once, must be masked. */
    ifHarmless: masking.ifHarmless,

    /** Records frames that continue one text, with nothing to mask. */
    run({ count, wrap, before, after, texts, taskId, cached }: Pieces) {
      if (over) return
      const { at, monoMs } = arrival ?? now()
      const index = frames
      frames += count
      const times = [[count, at, monoMs]] as const
      record.appendRun(
        { kind: 'run', sessionId, exchangeId, index, count, wrap, before, after, texts, times },
        { taskId, cached },
      )
    },

    request(
      request: HttpRequest,
      headers: RawHeaders,
      { taskId, decoded, seenBytes }: RequestFacts = {},
    ): Entry {
      const { bytes, readable, ...requestEntry } = masking.request(request, headers, decoded, options)
      const holdsSecret = decoded === undefined ? undefined : readable !== decoded
      return write(
        {
          ...base(),
          kind: 'request',
          call: {
            ...options.call,
            label: masking.ours(options.call.label),
            ...defined({ by: actingAgent() }),
          },
          method: request.method,
          ...requestEntry,
          ...(request.body && bytes && { body: bodies.request(request.body, bytes, seenBytes, holdsSecret) }),
          ...(readable !== undefined && { decoded: bodies.text(readable) }),
        },
        taskId === undefined ? {} : { taskId: masking.ours(taskId) },
      )
    },

    redirect(
      hop: Pick<RedirectEntry, 'status' | 'headers' | 'from' | 'to' | 'method' | 'credentialsDropped'>,
    ) {
      masking.moved(hop.to)
      const masked = (url: string) => secrets.url(url, 'called', options.credentialQuery)
      const headers = secrets.headers(hop.headers, 'theirs')
      write({ ...base(), kind: 'redirect', ...hop, headers, from: masked(hop.from), to: masked(hop.to) })
    },

    response(head: ResponseHead, reading?: ItemReading) {
      if (over) return
      const { status, connection, timings } = head
      const statusText = masking.text(head.statusText)
      const headers = secrets.headers(head.headers, 'theirs')
      const observed = connection && { connection: masking.all(connection) }
      write({ ...base(), kind: 'response', status, statusText, headers, ...observed, timings }, reading)
    },

    frame(frame: RawFrame, facts: FrameFacts, read: ItemReading) {
      if (over) return
      const { framing, data, event, id, retryMs } = facts
      const readable = data === undefined ? undefined : bodies.data(data)
      const { at, monoMs } = arrival ?? now()
      const index = frames
      frames += 1
      const reading = readable === data ? read : masking.reading(read)
      const raw = bodies.frame(frame, framing === 'grpc', data, readable)
      const isBare = event === undefined && id === undefined && retryMs === undefined
      if (readable === undefined || !isBare) {
        const { data: _, ...rest } = masking.all({ ...facts, data: undefined })
        const stored = readable === undefined ? {} : { data: bodies.text(readable) }
        write({ sessionId, exchangeId, at, monoMs, kind: 'frame', index, ...rest, raw, ...stored }, reading)
        return
      }
      // Nearly every frame has nothing but data; this literal is several times as fast.
      const text = bodies.text(readable)
      write({ sessionId, exchangeId, at, monoMs, kind: 'frame', index, framing, raw, data: text }, reading)
    },

    note(text: string) {
      if (!over) write({ ...base(), kind: 'note', text: masking.text(text) })
    },

    /** An exchange ends once, by this or by `fail`: later calls are ignored. */
    end({ reason, trailers, grpcStatus, ...stored }: EndFacts, reading?: ItemReading) {
      const status = grpcStatus && { ...grpcStatus, message: masking.text(grpcStatus.message) }
      const headers = trailers && secrets.headers(trailers, 'theirs')
      close({ kind: 'end', reason, ...defined({ trailers: headers, grpcStatus: status }) }, stored, reading)
    },

    fail({ failure, message, code }: WireFailure, stored: KeptAtEnd = {}, reading?: ItemReading) {
      close(
        { kind: 'failure', failure, message: masking.text(message), ...defined({ code }) },
        stored,
        reading,
      )
    },
  }
}

type Ending =
  | Pick<EndEntry, 'kind' | 'reason' | 'trailers' | 'grpcStatus'>
  | Pick<FailureEntry, 'kind' | 'failure' | 'message' | 'code'>
