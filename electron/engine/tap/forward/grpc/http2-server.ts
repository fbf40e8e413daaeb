// The HTTP/2 server of a tap, without TLS: calls over gRPC, and others as HTTP/1.1. The cost of a connection is
// bounded, also where it opens streams only to reset them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  constants,
  createServer,
  type Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { boundConnections } from '../../../platform/bound-connections.ts'
import { guarded } from '../../../platform/guarded.ts'
import { rawPairs } from '../../../platform/net.ts'
import { isGrpc } from '../../grpc/grpc-call.ts'
import { endToEnd } from '../heads.ts'
import type { StreamVisit } from './pass-stream.ts'
import { byName, withoutPseudo } from './stream-caller.ts'

// Presents an HTTP/2 call that is not gRPC as HTTP/1.1, which the agent is always called over. Node's HTTP/2 requests
// and responses are compatible but for their heads (RFC 9113 §8.2.2, §8.3).

interface AsHttp1 {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function asHttp1(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, head: RawHeaders): AsHttp1 {
  const request = new Http2ServerRequest(stream, headers, {}, [])
  const response = new ResponseAsHttp1(stream)
  const host = headerOf(head, ':authority') ?? headerOf(head, 'host') ?? ''
  const own = withoutPseudo(head).filter(([name]) => name !== 'host')
  const length = headerOf(head, 'content-length')
  const isWhole = stream.readableEnded || stream.endAfterHeaders
  // A body without a length needs chunks, which HTTP/2 does not have.
  const chunked = length === undefined && !isWhole ? [['transfer-encoding', 'chunked'] as const] : []
  const pairs: RawHeaders = [['host', host], ...own, ...chunked]
  Object.defineProperties(request, {
    rawHeaders: { value: pairs.flat() },
    headers: { value: { ...headers, host } },
    // One for the whole connection.
    socket: { value: stream.session?.socket ?? request.socket },
  })
  // Node's `socket` throws on writes.
  Object.defineProperty(response, 'socket', { value: stream })
  // Their users touch none of the differences.
  return {
    request: request as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
  }
}

class ResponseAsHttp1 extends Http2ServerResponse {
  /** HTTP/2 has no status phrase. */
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const given: readonly string[] = rest.find((each) => Array.isArray(each)) ?? []
    return super.writeHead(status, forHttp2(given))
  }

  override addTrailers(given: OutgoingHttpHeaders): void {
    super.addTrailers(Array.isArray(given) ? byName(given) : given)
  }
}

function forHttp2(flat: readonly string[]): OutgoingHttpHeaders {
  return byName(endToEnd(rawPairs(flat)).filter(([name]) => !/^transfer-encoding$/i.test(name)))
}

/** Calls at once on one connection to a tap; HTTP/2 makes the caller wait. */
const maxTapStreams = 256
/** Fields of one head of HTTP/2 at a tap; the stream is reset. */
const maxTapHeadFields = 256
// Streams that a connection to a tap may reset at once; it is closed.
const maxTapResets = 1_000
// The same of each second after that.
const maxTapResetsPerSecond = 100
/** Memory of a tap that one HTTP/2 connection may use; beyond it its streams are refused. */
const maxTapSessionMb = 64

export interface Http2Handlers {
  onGrpc(visit: StreamVisit): void
  onOther(as: AsHttp1, expects: boolean): void
  onLeft(connection: object): void
}

export function createHttp2Server(
  maxHeadBytes: number,
  { onGrpc, onOther, onLeft }: Http2Handlers,
): Http2Server {
  const server = createServer({
    settings: { maxConcurrentStreams: maxTapStreams, maxHeaderListSize: maxHeadBytes, enablePush: false },
    maxHeaderListPairs: maxTapHeadFields,
    maxSessionMemory: maxTapSessionMb,
    maxSessionRejectedStreams: 100,
    maxSessionInvalidFrames: 100,
    streamResetBurst: maxTapResets,
    streamResetRate: maxTapResetsPerSecond,
    // Repeated fields are passed on repeated.
    strictSingleValueFields: false,
  })
  boundConnections(server)
  const existing = new WeakSet<object>()
  const take = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    flags: number,
    raw: readonly string[],
  ) => {
    const { session } = stream
    if (session && !existing.has(session)) {
      existing.add(session)
      session.once(
        'close',
        guarded('tap session end', () => onLeft(session)),
      )
    }
    const head: RawHeaders = rawPairs(raw)
    if (!isGrpc(head)) {
      const expects = headers.expect === '100-continue'
      return onOther(asHttp1(stream, headers, head), expects)
    }
    const { remoteAddress = '', remotePort = '' } = session?.socket ?? {}
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    onGrpc({ stream, head, isWhole, caller: `${remoteAddress}:${remotePort}` })
  }
  // Any other code would emit an error without a listener.
  const drop = (_error: unknown, [stream]: readonly [ServerHttp2Stream, ...unknown[]]) =>
    stream.close(constants.NGHTTP2_CANCEL)
  server.on('stream', guarded('tap stream', take, drop))
  server.on(
    'sessionError',
    guarded('tap session error', () => undefined),
  )
  return server
}
