// The record is an append-only list of entries: what crossed the wire, in the order it was seen, before anyone
// interpreted it. An exchange is all entries of one id: a request, then a response head, then frames or one body, then
// exactly one `end` or `failure`. A webhook call is one exchange of the other direction.
//
// Entries are plain JSON. Bodies up to 4 KB travel inside; longer ones lie apart under their hash and are read by range.

import type { DialectId } from '../a2a/dialect.ts'
import type { Finding } from '../a2a/finding.ts'
import type { Binding } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import type { WebhookAnswer, WebhookVerdict } from './webhook-verdict.ts'

/** Names and values in the order and spelling of the wire. Secrets are masked before they get here. */
export type RawHeaders = readonly (readonly [name: string, value: string])[]

export interface Body {
  readonly sizeBytes: number
  /** The content inside the entry: as text when the bytes are valid UTF-8, else base64. Absent when it lies apart. */
  readonly text?: string
  readonly base64?: string
  /** SHA-256 of the bytes, the handle to read a body that lies apart. */
  readonly hash?: string
  /** Set when the bound cut the bytes kept; `sizeBytes` then counts what was seen. */
  readonly truncated?: true
}

interface EntryBase {
  /** Position in the record, from 1, without gaps: the cursor. */
  readonly seq: number
  readonly sessionId: string
  readonly exchangeId: string
  /** Wall clock, milliseconds since 1970. */
  readonly at: number
  /** Monotonic clock of the engine, milliseconds; differences between entries are exact. */
  readonly monoMs: number
  readonly findings?: readonly Finding[]
}

/** Why the request was made: what the dialect encoded, so that a reader can decode the answer. */
export interface CallFacts {
  readonly agentId?: string
  readonly purpose: 'card' | 'operation' | 'probe' | 'raw' | 'file'
  readonly operation?: OperationKind
  readonly dialect?: DialectId
  readonly binding?: Binding
  /** JSON-RPC method, REST `POST /path`, or gRPC method: what lists show. */
  readonly label: string
}

export interface RequestEntry extends EntryBase {
  readonly kind: 'request'
  readonly call: CallFacts
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body?: Body
  /** The ProtoJSON of a gRPC message, whose bytes are `body`. */
  readonly decoded?: Body
}

export interface ConnectionFacts {
  readonly remoteAddress?: string
  readonly remotePort?: number
  readonly reused: boolean
  readonly httpVersion: string
  readonly tls?: {
    readonly protocol: string
    readonly cipher?: string
    readonly certificate?: {
      readonly subject: string
      readonly issuer: string
      readonly validTo: string
      readonly fingerprint256: string
    }
    /** Loud mark: the certificate was not valid and the user chose to go on. */
    readonly accepted?: 'invalid'
  }
}

/** Milliseconds since the request entry's `monoMs`. */
export interface Timings {
  readonly dnsMs?: number
  readonly connectMs?: number
  readonly tlsMs?: number
  readonly firstByteMs?: number
}

export interface ResponseEntry extends EntryBase {
  readonly kind: 'response'
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  readonly connection?: ConnectionFacts
  readonly timings?: Timings
}

/** One item of a stream as it arrived: an SSE event or comment, an NDJSON line, a gRPC message. */
export interface FrameEntry extends EntryBase {
  readonly kind: 'frame'
  /** From 0 in its exchange. */
  readonly index: number
  readonly framing: 'sse' | 'sse-comment' | 'ndjson' | 'grpc'
  /** The bytes of the frame as received, line endings included. */
  readonly raw: Body
  /** What a reader parses: the joined `data` lines, the NDJSON line, the ProtoJSON of the gRPC message. */
  readonly data?: Body
  readonly event?: string
  readonly id?: string
  readonly retryMs?: number
}

/** The exchange came to its natural end. For anything but a stream it carries the body. */
export interface EndEntry extends EntryBase {
  readonly kind: 'end'
  readonly reason: 'complete' | 'closed-by-agent'
  /** Bytes of the body as received, before content decoding. */
  readonly receivedBytes: number
  readonly body?: Body
  /** Set when what is kept beside it, a body or frames, is the decoded copy: the bytes as received, of a stream the first of them. */
  readonly encodedBody?: Body
  readonly trailers?: RawHeaders
  /** An unfinished frame left in the buffer when the stream ended. */
  readonly leftover?: Body
  readonly grpcStatus?: { readonly code: number; readonly message: string }
}

export type FailureKind =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'reset'
  | 'connect-timeout'
  | 'first-byte-timeout'
  | 'idle-timeout'
  | 'aborted'
  | 'too-large'
  | 'bad-http'
  | 'bad-encoding'
  | 'redirect'
  | 'address'
  | 'other'

/** The exchange ended badly: a value on the record, not an exception. What had arrived is kept. */
export interface FailureEntry extends EntryBase {
  readonly kind: 'failure'
  readonly failure: FailureKind
  /** A sentence the user can act on. */
  readonly message: string
  readonly code?: string
  readonly receivedBytes: number
  readonly body?: Body
  /** As at an end. */
  readonly encodedBody?: Body
  readonly leftover?: Body
}

/** A redirect answer that was followed; the next hop's response follows in the same exchange. */
export interface RedirectEntry extends EntryBase {
  readonly kind: 'redirect'
  readonly status: number
  readonly headers: RawHeaders
  readonly from: string
  readonly to: string
  readonly method: string
  readonly credentialsDropped: boolean
}

/** The push configuration of ours whose path was called, and what it was registered for. */
export interface WebhookRegistration {
  readonly configId: string
  readonly agentId: string
  readonly taskId?: string
}

/** A call of an agent to our webhook, as soon as it was there; when it was answered later, its exchange ends later. */
export interface WebhookEntry extends EntryBase {
  readonly kind: 'webhook'
  readonly method: string
  readonly path: string
  readonly headers: RawHeaders
  readonly body?: Body
  readonly remoteAddress: string
  /** 0 when it got no answer. */
  readonly answeredStatus: number
  readonly dialect?: DialectId
  readonly registration?: WebhookRegistration
  readonly verdict?: WebhookVerdict
  readonly answer?: WebhookAnswer
}

export interface NoteEntry extends EntryBase {
  readonly kind: 'note'
  readonly text: string
}

export type Entry =
  | RequestEntry
  | ResponseEntry
  | FrameEntry
  | EndEntry
  | FailureEntry
  | RedirectEntry
  | WebhookEntry
  | NoteEntry

export type EntryKind = Entry['kind']

type WithoutSeq<T> = T extends Entry ? Omit<T, 'seq'> : never
/** An entry before the record has given it its place. */
export type NewEntry = WithoutSeq<Entry>

/** Bodies longer than this lie apart from their entry. */
export const inlineBodyBytes = 4096
