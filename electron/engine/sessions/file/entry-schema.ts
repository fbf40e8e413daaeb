// An entry as a file may hold it. A file comes from anybody: whatever the panes rely on is checked here, once, before it
// reaches the record; members nobody knows are left out.

import { z } from 'zod'
import { dialectIds } from '#shared/a2a/dialect.ts'
import { severities } from '#shared/a2a/finding.ts'
import { operationKinds } from '#shared/a2a/operation.ts'
import type { NewEntry } from '#shared/record/entry.ts'

export const idSchema = z.string().min(1).max(64)

const text = z.string().max(1_000_000)
const word = z.string().max(8_192)
const number = z.number()
const count = z.int().min(0)
const status = z.int().min(0).max(999)
const headers = z.array(z.tuple([word, text])).max(2_000)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const body = z
  .object({
    sizeBytes: count,
    text: text.optional(),
    base64: z.base64().max(1_000_000).optional(),
    hash: hash.optional(),
    truncated: z.literal(true).optional(),
  })
  .refine((one) => [one.text, one.base64, one.hash].filter((way) => way !== undefined).length <= 1, {
    message: 'a body lies in one place',
  })

const finding = z.object({
  rule: word,
  severity: z.enum(severities),
  pointer: text,
  message: text,
  hint: text,
  spec: z.object({ version: word, section: word }),
})

const failures = [
  'refused',
  'dns',
  'tls',
  'reset',
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
] as const

const dialect = z.enum(dialectIds).optional()
const proof = z.enum(['right', 'wrong', 'missing', 'unasked'])
const base = { at: number.min(0), monoMs: number, findings: z.array(finding).max(1_000).optional() }

const request = z.object({
  kind: z.literal('request'),
  ...base,
  call: z.object({
    agentId: idSchema.optional(),
    purpose: z.enum(['card', 'operation', 'probe', 'raw', 'file']),
    operation: z.enum(operationKinds).optional(),
    dialect,
    binding: z.enum(['JSONRPC', 'HTTP+JSON', 'GRPC']).optional(),
    label: text,
  }),
  method: word,
  url: text,
  headers,
  body: body.optional(),
  decoded: body.optional(),
})

const certificate = z.object({ subject: text, issuer: text, validTo: word, fingerprint256: word })
const response = z.object({
  kind: z.literal('response'),
  ...base,
  status,
  statusText: text,
  headers,
  connection: z
    .object({
      remoteAddress: word.optional(),
      remotePort: number.optional(),
      reused: z.boolean(),
      httpVersion: word,
      tls: z
        .object({
          protocol: word,
          cipher: word.optional(),
          certificate: certificate.optional(),
          accepted: z.literal('invalid').optional(),
        })
        .optional(),
    })
    .optional(),
  timings: z
    .object({
      dnsMs: number.optional(),
      connectMs: number.optional(),
      tlsMs: number.optional(),
      firstByteMs: number.optional(),
    })
    .optional(),
})

const frame = z.object({
  kind: z.literal('frame'),
  ...base,
  index: count,
  framing: z.enum(['sse', 'sse-comment', 'ndjson', 'grpc']),
  raw: body,
  data: body.optional(),
  event: text.optional(),
  id: text.optional(),
  retryMs: number.optional(),
})

const end = z.object({
  kind: z.literal('end'),
  ...base,
  reason: z.enum(['complete', 'closed-by-agent']),
  receivedBytes: count,
  body: body.optional(),
  encodedBody: body.optional(),
  trailers: headers.optional(),
  leftover: body.optional(),
  grpcStatus: z.object({ code: number, message: text }).optional(),
})

const failure = z.object({
  kind: z.literal('failure'),
  ...base,
  failure: z.enum(failures),
  message: text,
  code: word.optional(),
  receivedBytes: count,
  body: body.optional(),
  encodedBody: body.optional(),
  leftover: body.optional(),
})

const redirect = z.object({
  kind: z.literal('redirect'),
  ...base,
  status,
  headers,
  from: text,
  to: text,
  method: word,
  credentialsDropped: z.boolean(),
})

const jwt = z.object({
  outcome: z.enum(['right', 'wrong', 'unchecked']),
  checks: z
    .array(
      z.object({
        member: z.enum(['signature', 'iss', 'aud', 'iat', 'exp', 'jti', 'taskId']),
        state: z.enum(['right', 'wrong', 'missing', 'unchecked']),
        sentence: text,
      }),
    )
    .max(100),
})
const webhook = z.object({
  kind: z.literal('webhook'),
  ...base,
  method: word,
  path: text,
  headers,
  body: body.optional(),
  remoteAddress: word,
  answeredStatus: status,
  dialect,
  registration: z
    .object({ configId: word, agentId: idSchema, taskId: z.string().max(4_096).optional() })
    .optional(),
  verdict: z
    .object({
      token: proof,
      authorization: proof,
      jwt: jwt.optional(),
      deleted: z.literal(true).optional(),
    })
    .optional(),
  answer: z
    .object({
      kind: z.enum(['sent', 'delayed', 'dropped', 'cut']),
      onPurpose: z.literal(true).optional(),
      delayMs: number.optional(),
      headers: headers.optional(),
      body: text.optional(),
      reason: text.optional(),
    })
    .optional(),
})

const note = z.object({ kind: z.literal('note'), ...base, text })

type Named<T> = T extends NewEntry ? Omit<T, 'sessionId' | 'exchangeId'> : never
/** An entry without its place: the importing record gives it one. */
export type FileEntry = Named<NewEntry>

export const entrySchema = z.discriminatedUnion('kind', [
  request,
  response,
  frame,
  end,
  failure,
  redirect,
  webhook,
  note,
])
