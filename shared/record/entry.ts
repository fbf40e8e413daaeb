// The record is an append-only list of entries: what crossed the wire, in the order it was seen, before anyone
// interpreted it. An exchange is all entries of one id: a request, then a response head, then frames or one body, then
// exactly one `end` or `failure`. A webhook call is one exchange of the other direction.
//
// Entries are plain JSON. Bodies up to 4 KB travel inside; longer ones lie apart under their hash and are read by range.
//
// An entry is written down here alone: the types follow from the schemas, and a file that a stranger sent is held against them, as
// is an entry before it is folded (entry-shape.ts). A file has the members in this order.

import { z } from 'zod'
import { dialectIds } from '../a2a/dialect.ts'
import { findingSchema } from '../a2a/finding.ts'
import { bindings } from '../a2a/model.ts'
import { operationKinds } from '../a2a/operation.ts'
import { maxProtocolIdChars, maxReferences, maxTextChars } from '../bounded.ts'
import type { Immutable } from '../defined.ts'
import { count, hash, headers, id, text, word } from '../schemas.ts'
import { webhookAnswerSchema, webhookVerdictSchema } from './webhook.ts'

const number = z.number()
const status = z.int().min(0).max(999)

const body = z
  .object({
    sizeBytes: count,
    /** The content inside the entry: as text when the bytes are valid UTF-8, else base64. Absent when it lies apart. */
    text: text.exactOptional(),
    base64: z.base64().max(maxTextChars).exactOptional(),
    /** SHA-256 of the bytes, the handle to read a body that lies apart. */
    hash: hash.exactOptional(),
    /** Set when the bound cut the bytes kept; `sizeBytes` then counts what was seen. */
    truncated: z.literal(true).exactOptional(),
  })
  .refine((one) => [one.text, one.base64, one.hash].filter((way) => way !== undefined).length <= 1, {
    message: 'a body lies in one place',
  })

/** What the record adds to what an entry says. */
export const placeSchema = z.object({
  /** Position in the record, from 1, without gaps: the cursor. */
  seq: z.int().min(1),
  sessionId: id,
  exchangeId: id,
})

const observed = {
  /** Wall clock, milliseconds since 1970. */
  at: number.min(0),
  /** Monotonic clock of the engine, milliseconds; differences between entries are exact. */
  monoMs: number,
  findings: z.array(findingSchema).max(maxReferences).exactOptional(),
}

/** Why the request was made: what the dialect encoded, so that a reader can decode the answer. */
const call = z.object({
  agentId: id.exactOptional(),
  purpose: z.enum(['card', 'operation', 'probe', 'raw', 'file', 'sign-in']),
  operation: z.enum(operationKinds).exactOptional(),
  dialect: z.enum(dialectIds).exactOptional(),
  binding: z.enum(bindings).exactOptional(),
  /** JSON-RPC method, REST `POST /path`, or gRPC method: what lists show. */
  label: text,
  /** The chat a message was sent from, which holds together what the agent puts in no context. */
  chatId: id.exactOptional(),
  /** Of another program's call that a tap passed on: the tap's address, where the call was from, and its `User-Agent`. */
  via: z
    .object({
      tap: text,
      caller: word,
      program: text.exactOptional(),
      /** The tap is a forward proxy. */
      proxy: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  /** The coding agent that sent it. */
  by: text.exactOptional(),
})

const request = z.object({
  kind: z.literal('request'),
  ...observed,
  call,
  method: word,
  url: text,
  headers,
  body: body.exactOptional(),
  /** The ProtoJSON of a gRPC message, whose bytes are `body`. */
  decoded: body.exactOptional(),
})

const connection = z.object({
  remoteAddress: word.exactOptional(),
  remotePort: number.exactOptional(),
  reused: z.boolean(),
  httpVersion: word,
  tls: z
    .object({
      protocol: word,
      cipher: word.exactOptional(),
      certificate: z
        .object({ subject: text, issuer: text, validTo: word, fingerprint256: word })
        .exactOptional(),
      /** Loud mark: the certificate was not valid and the user chose to go on. */
      accepted: z.literal('invalid').exactOptional(),
    })
    .exactOptional(),
})

/** Milliseconds since the request entry's `monoMs`. */
const timings = z.object({
  dnsMs: number.exactOptional(),
  connectMs: number.exactOptional(),
  tlsMs: number.exactOptional(),
  firstByteMs: number.exactOptional(),
})

const response = z.object({
  kind: z.literal('response'),
  ...observed,
  status,
  statusText: text,
  headers,
  connection: connection.exactOptional(),
  timings: timings.exactOptional(),
})

/** One item of a stream as it arrived: an SSE event or comment, an NDJSON line, a gRPC message. */
const frame = z.object({
  kind: z.literal('frame'),
  ...observed,
  /** From 0 in its exchange. */
  index: count,
  framing: z.enum(['sse', 'sse-comment', 'ndjson', 'grpc']),
  /** The bytes of the frame as received, line endings included. */
  raw: body,
  /** What a reader parses: the joined `data` lines, the NDJSON line, the ProtoJSON of the gRPC message. */
  data: body.exactOptional(),
  event: text.exactOptional(),
  id: text.exactOptional(),
  retryMs: number.exactOptional(),
})

/** What had arrived when an exchange ended, well or badly. */
const stored = {
  body: body.exactOptional(),
  /** Set when what is kept beside it, a body or frames, is the decoded copy: the bytes as received, of a stream the first of them. */
  encodedBody: body.exactOptional(),
}

/** The exchange came to its natural end. For anything but a stream it carries the body. */
const end = z.object({
  kind: z.literal('end'),
  ...observed,
  reason: z.enum(['complete', 'closed-by-agent']),
  /** Bytes of the body as received, before content decoding. */
  receivedBytes: count,
  ...stored,
  trailers: headers.exactOptional(),
  /** An unfinished frame left in the buffer when the stream ended. */
  leftover: body.exactOptional(),
  grpcStatus: z.object({ code: number, message: text }).exactOptional(),
})

/** The exchange ended badly: a value on the record, not an exception. What had arrived is kept. */
const failure = z.object({
  kind: z.literal('failure'),
  ...observed,
  failure: z.enum([
    'refused',
    'dns',
    'tls',
    'reset',
    'idle-closed',
    'connect-timeout',
    'first-byte-timeout',
    'idle-timeout',
    'aborted',
    'too-large',
    'bad-http',
    'bad-encoding',
    'redirect',
    'address',
    'other',
  ]),
  /** A sentence the user can act on. */
  message: text,
  code: word.exactOptional(),
  receivedBytes: count,
  ...stored,
  leftover: body.exactOptional(),
})

/** A redirect answer that was followed; the next hop's response follows in the same exchange. */
const redirect = z.object({
  kind: z.literal('redirect'),
  ...observed,
  status,
  headers,
  from: text,
  to: text,
  method: word,
  credentialsDropped: z.boolean(),
})

/** A call of an agent to our webhook, as soon as it was there; when it was answered later, its exchange ends later. */
const webhook = z.object({
  kind: z.literal('webhook'),
  ...observed,
  method: word,
  path: text,
  headers,
  body: body.exactOptional(),
  remoteAddress: word,
  /** 0 when it got no answer. */
  answeredStatus: status,
  dialect: z.enum(dialectIds).exactOptional(),
  /** The push configuration of ours whose path was called, and what it was registered for. */
  registration: z
    .object({ configId: word, agentId: id, taskId: z.string().max(maxProtocolIdChars).exactOptional() })
    .exactOptional(),
  verdict: webhookVerdictSchema.exactOptional(),
  answer: webhookAnswerSchema.exactOptional(),
  /**
   * Of a call that a tap passed on: the tap's address that was called, and the one it stands for, of another program. The response of
   * that program is an entry of its own, as that of a call is; `answeredStatus` is 0 then.
   */
  via: z.object({ tap: text, to: text, caller: word, program: text.exactOptional() }).exactOptional(),
})

const note = z.object({ kind: z.literal('note'), ...observed, text })

/** An entry without its place, which each record gives it anew. */
export const contentSchema = z.discriminatedUnion('kind', [
  request,
  response,
  frame,
  end,
  failure,
  redirect,
  webhook,
  note,
])

/** Secrets are masked before they get here. */
export type RawHeaders = Immutable<z.infer<typeof headers>>
export type Body = Immutable<z.infer<typeof body>>
export type CallFacts = Immutable<z.infer<typeof call>>
export type ConnectionFacts = Immutable<z.infer<typeof connection>>
export type Timings = Immutable<z.infer<typeof timings>>

type Placed<T extends z.ZodType> = Immutable<z.infer<typeof placeSchema> & z.infer<T>>
export type RequestEntry = Placed<typeof request>
export type ResponseEntry = Placed<typeof response>
export type FrameEntry = Placed<typeof frame>
export type EndEntry = Placed<typeof end>
export type FailureEntry = Placed<typeof failure>
export type FailureKind = FailureEntry['failure']
export type RedirectEntry = Placed<typeof redirect>
export type WebhookEntry = Placed<typeof webhook>
type NoteEntry = Placed<typeof note>

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

// Of a body that lies within its entry; a larger one lies beside it, whole.
export const maxInlineBodyBytes = 4096
// Of a body that is parsed where many are read through; it is shown where it lies.
export const maxParsedBodyBytes = 1_048_576
