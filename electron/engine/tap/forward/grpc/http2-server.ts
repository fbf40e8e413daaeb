// The part of a tap that speaks HTTP/2, without TLS: calls over gRPC, and others as if they had come over HTTP/1.1. What a connection may
// cost is bounded, also where it opens streams only to reset them.

import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { RawHeaders } from '#shared/record/entry.ts'
import { boundConnections } from '../../../bound-connections.ts'
import { guarded } from '../../../guarded.ts'
import { rawPairs } from '../../../raw-pairs.ts'
import { isGrpc } from '../../grpc/grpc-call.ts'
import { type AsHttp1, asHttp1 } from './as-http1.ts'
import type { StreamVisit } from './pass-stream.ts'

/** Calls at once on one connection to a tap; HTTP/2 makes the caller wait. */
const maxTapStreams = 256
/** Fields of one head of HTTP/2 at a tap; the stream is reset. */
const maxTapHeadFields = 256
// Streams that a connection to a tap may reset at once; it is closed.
const maxTapResets = 1_000
// The same of each second after that.
const maxTapResetsPerSecond = 100
/** Of what a connection of HTTP/2 may hold of a tap's memory; its streams are refused. */
const maxTapSessionMb = 64

export interface Http2Handlers {
  onGrpc(visit: StreamVisit): void
  onOther(as: AsHttp1, expects: boolean): void
  /** A connection is over. */
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
    // What is taken twice by one name goes on twice.
    strictSingleValueFields: false,
  })
  boundConnections(server)
  const known = new WeakSet<object>()
  const take = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    flags: number,
    raw: readonly string[],
  ) => {
    const { session } = stream
    if (session && !known.has(session)) {
      known.add(session)
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
  // By any other code it would report an error that nobody listens for yet.
  const drop = (_error: unknown, [stream]: readonly [ServerHttp2Stream, ...unknown[]]) =>
    stream.close(constants.NGHTTP2_CANCEL)
  server.on('stream', guarded('tap stream', take, drop))
  server.on(
    'sessionError',
    guarded('tap session error', () => undefined),
  )
  return server
}
