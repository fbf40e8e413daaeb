// The record is an append-only list of entries: what crossed the wire, in order, before it was interpreted. An exchange is all
// entries of one id: a request, then a response head, then frames or one body, then exactly one `end` or `failure`. A webhook
// call is one exchange in the other direction.
// Entries are plain JSON. Bodies up to 4 KB are inline; longer ones are stored apart under their hash and read by range.
// This file is the only definition of an entry: the types are inferred from the schemas, which validate imported files, and
// entries before they are folded (entry-shape.ts). Members in a file are in this order.

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
    /** The inline content: text when the bytes are valid UTF-8, else base64. Absent when it is stored apart. */
    text: text.exactOptional(),
    base64: z.base64().max(maxTextChars).exactOptional(),
    /** SHA-256 of the bytes, by which a body that is stored apart is read. */
    hash: hash.exactOptional(),
    /** Set when the stored bytes were cut; `sizeBytes` then counts all that arrived. */
    truncated: z.literal(true).exactOptional(),
  })
  .refine((one) => [one.text, one.base64, one.hash].filter((way) => way !== undefined).length <= 1, {
    message: 'a body lies in one place',
  })

/** Assigned to an entry by the record. */
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

/** The call that the dialect encoded, so that a reader can decode the answer. */
const call = z.object({
  agentId: id.exactOptional(),
  purpose: z.enum(['card', 'operation', 'probe', 'raw', 'file', 'sign-in']),
  operation: z.enum(operationKinds).exactOptional(),
  dialect: z.enum(dialectIds).exactOptional(),
  binding: z.enum(bindings).exactOptional(),
  /** JSON-RPC method, REST `POST /path`, or gRPC method, as shown in lists. */
  label: text,
  /** The chat a message was sent from, which groups exchanges that the agent puts in no context. */
  chatId: id.exactOptional(),
  /** Another program's call through a tap: the tap's address, the caller's address, and its `User-Agent`. */
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
      /** The certificate was invalid and the user accepted it; shown prominently. */
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

/** Content at the end of an exchange, complete or not. */
const stored = {
  body: body.exactOptional(),
  /** Set when `body` or the frames are the decoded copy: the bytes as received, of a stream the first of them. */
  encodedBody: body.exactOptional(),
}

/** The exchange ended normally. Contains the body, except for a stream. */
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

/** The exchange failed: a value on the record, not an exception. What had arrived is kept. */
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

/** A redirect that was followed; the next hop's response follows in the same exchange. */
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

/** A call of an agent to our webhook, recorded on arrival; when it was answered later, its exchange ends later. */
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
  /** Our push configuration whose path was called, and what it was registered for. */
  registration: z
    .object({ configId: word, agentId: id, taskId: z.string().max(maxProtocolIdChars).exactOptional() })
    .exactOptional(),
  verdict: webhookVerdictSchema.exactOptional(),
  answer: webhookAnswerSchema.exactOptional(),
  /**
   * Of a call through a tap: the called address of the tap, and the other program's address behind it. That program's response
   * is a separate entry, as for any call; `answeredStatus` is 0 then.
   */
  via: z.object({ tap: text, to: text, caller: word, program: text.exactOptional() }).exactOptional(),
})

const note = z.object({ kind: z.literal('note'), ...observed, text })

/** An entry without its place, which each record assigns. */
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

/** Secrets were masked before. */
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
/** An entry without its position in the record. */
export type NewEntry = WithoutSeq<Entry>

// Largest inline body; a larger one is stored apart, whole.
export const maxInlineBodyBytes = 4096
// Largest body that is parsed where many are read; a larger one is shown on its own only.
export const maxParsedBodyBytes = 1_048_576
