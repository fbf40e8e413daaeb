// The HTTP port for agents' spans. Requests trigger no action, and refusals have OTLP's form.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { status as grpcStatus } from '@grpc/grpc-js'
import { defined } from '#shared/defined.ts'
import { mediaTypeOf } from '#shared/media-type.ts'
import { boundConnections, refuseConnection } from '../platform/bound-connections.ts'
import { guarded, ignoreErrors } from '../platform/guarded.ts'
import { listen, namedAt, shut } from '../platform/net.ts'
import { readCallBody } from '../receiver/read-call-body.ts'
import { createOtlpBytes, type OtlpResponse } from '../traces/encode-otlp.ts'
import { laterMessage, problemOf } from './span-counts.ts'
import { maxSpanRequestBytes, type SpanRequest, type Taken, tooLargeMessage } from './take-spans.ts'

export interface OtlpPort {
  readonly port: number
  close(): void | Promise<void>
}

export interface OtlpHandlers {
  take(request: SpanRequest): Promise<Taken>
  /** A request that was refused before its spans were read. */
  onBadRequest(message: string): void
}

/** Of all requests with spans being received; further ones are answered 429, and agents retry. */
const maxSpanMemoryBytes = 128 * 1024 * 1024
/** Of the head of a request with spans; answered 431. */
const maxSpanHeadBytes = 16 * 1024
/** Of silence between two requests with spans on one connection; it is closed. */
const maxSpanIdleMs = 60_000
/** In the `Retry-After` of a request with spans that cannot be taken now. */
const spanRetrySeconds = 1

export async function openOtlpHttp(
  at: { readonly port: number; readonly host: string },
  { take, onBadRequest }: OtlpHandlers,
): Promise<OtlpPort> {
  const memory = { bytes: 0 }
  const bytesOf = createResponseBytes()
  const isNamed = namedAt(at.host)

  /** The request's spans, or the reason of a refusal. */
  const sentIn = async (request: IncomingMessage): Promise<SpanRequest | OtlpReply> => {
    const unwanted = isNamed(request.headers.host) ? whyNot(request) : misnamed
    if (unwanted) return unwanted
    const read = await readCallBody(request, maxSpanRequestBytes, memory, maxSpanMemoryBytes)
    if (read.outcome === 'too-large') return tooLarge
    if (read.outcome === 'no-room') return replyTo({ kind: 'later', reason: 'busy' })
    if (read.outcome === 'broken-off')
      return refusal(400, grpcStatus.INVALID_ARGUMENT, 'The request was interrupted.')
    return { format: formatOf(request), body: read.body, ...(isPacked(request) && { isPacked: true }) }
  }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    ignoreErrors(response, 'spans answer')
    const sent = await sentIn(request)
    const reply = 'status' in sent ? sent : replyTo(await take(sent))
    if ('status' in sent && sent.status !== 429) onBadRequest(sent.message)
    send(response, reply, formatOf(request), bytesOf)
    // The rest of an unread request is not awaited.
    const { socket } = request
    if (!request.complete)
      response.once(
        'finish',
        guarded('spans answered', () => socket.destroySoon()),
      )
  }

  const server = createServer({ maxHeaderSize: maxSpanHeadBytes, keepAliveTimeout: maxSpanIdleMs })
  server.maxHeadersCount = 100
  boundConnections(server)
  server.on(
    'request',
    guarded('spans request', receive, (_error, [, response]) => answerBroken(response)),
  )
  server.on(
    'clientError',
    guarded('spans client error', refuseBroken, (_error, [, socket]) => socket.destroy()),
  )
  const { port } = await listen(server, at)
  return { port, close: () => shut(server) }
}

const tooLarge = refusal(413, grpcStatus.INVALID_ARGUMENT, tooLargeMessage)

const refused = (status: number, message: string) => refusal(status, grpcStatus.INVALID_ARGUMENT, message)
const misnamed = refused(403, 'Parley takes spans at 127.0.0.1 and localhost, by no other name.')

/** Before its body is read. A web page sends an Origin; agents do not. */
function whyNot({ method, url = '', headers }: IncomingMessage): OtlpReply | undefined {
  if (headers.origin !== undefined) return refused(403, 'Parley takes no spans from web pages.')
  const path = url.split('?')[0]
  if (path === '/v1/metrics' || path === '/v1/logs')
    return refused(
      404,
      'Parley takes traces only. Set OTEL_METRICS_EXPORTER=none and OTEL_LOGS_EXPORTER=none.',
    )
  if (path !== '/v1/traces') return refused(404, 'Spans are sent to /v1/traces.')
  if (method !== 'POST') return refused(405, 'Spans are sent with POST.')
  const type = mediaTypeOf(headers['content-type'])
  if (type !== 'application/json' && type !== 'application/x-protobuf')
    return refused(415, 'Spans are sent as application/x-protobuf or application/json.')
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding !== 'gzip' && coding !== 'identity')
    return refused(415, 'Requests with spans may be packed with gzip, and in no other way.')
  return Number(headers['content-length'] ?? 0) > maxSpanRequestBytes ? tooLarge : undefined
}

function formatOf({ headers }: IncomingMessage): SpanRequest['format'] {
  return mediaTypeOf(headers['content-type']) === 'application/json' ? 'json' : 'protobuf'
}

function isPacked({ headers }: IncomingMessage): boolean {
  return headers['content-encoding'] === 'gzip'
}

function send(
  response: ServerResponse,
  reply: OtlpReply,
  format: SpanRequest['format'],
  bytesOf: ReturnType<typeof createResponseBytes>,
): void {
  const body = bytesOf(reply, format)
  response.writeHead(reply.status, {
    'Content-Type': format === 'json' ? 'application/json' : 'application/x-protobuf',
    'Content-Length': body.byteLength,
    ...(reply.status === 405 && { Allow: 'POST' }),
    ...defined({ 'Retry-After': reply.retryAfterSeconds }),
    ...(!response.req.complete && { Connection: 'close' }),
  })
  response.end(body)
}

/** A bug of ours: the agent retries. */
function answerBroken(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else
    response
      .writeHead(503, { 'Content-Length': 0, Connection: 'close', 'Retry-After': spanRetrySeconds })
      .end()
}

function refuseBroken({ code }: Error & { readonly code?: string }, socket: Duplex): void {
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  refuseConnection(socket, status)
}

// Responses of the receiver of spans over HTTP and gRPC, in OTLP's form.

type Format = 'protobuf' | 'json'

interface OtlpReply {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly rejectedSpans: number
  readonly retryAfterSeconds?: number
}

export function replyTo(taken: Taken): OtlpReply {
  switch (taken.kind) {
    case 'taken': {
      const message = problemOf(taken) ?? ''
      return { status: 200, code: grpcStatus.OK, message, rejectedSpans: taken.refused + taken.dropped }
    }
    case 'bad':
      return refusal(taken.isTooLarge ? 413 : 400, grpcStatus.INVALID_ARGUMENT, taken.message)
    case 'later': {
      const isBusy = taken.reason === 'busy'
      const code = isBusy ? grpcStatus.RESOURCE_EXHAUSTED : grpcStatus.UNAVAILABLE
      return {
        ...refusal(isBusy ? 429 : 503, code, laterMessage(taken.reason)),
        retryAfterSeconds: spanRetrySeconds,
      }
    }
  }
}

function refusal(status: number, code: number, message: string): OtlpReply {
  return { status, code, message, rejectedSpans: 0 }
}

export function createResponseBytes() {
  const bytes = createOtlpBytes()
  const write = (name: OtlpResponse, value: Parameters<typeof bytes.encode>[1], format: Format): Buffer =>
    Buffer.from(format === 'json' ? JSON.stringify(value) : bytes.encode(name, value))
  return ({ status, code, message, rejectedSpans }: OtlpReply, format: Format): Buffer => {
    if (status !== 200) return write('Refusal', { code, message }, format)
    const partialSuccess = { rejectedSpans: String(rejectedSpans), errorMessage: message }
    return write('ExportTraceServiceResponse', rejectedSpans === 0 ? {} : { partialSuccess }, format)
  }
}
