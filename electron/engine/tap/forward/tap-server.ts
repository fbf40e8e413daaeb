// The server of one tap, for HTTP/1.1 and HTTP/2 on one port. Malformed and ambiguous requests are refused and recorded.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { boundConnections, connectionLimits, refuseConnection } from '../../platform/bound-connections.ts'
import { guarded } from '../../platform/guarded.ts'
import { openEitherHttp } from './either-http.ts'
import { createHttp2Server, type Http2Handlers } from './grpc/http2-server.ts'
import { isEveryAddress } from './routes.ts'
import type { TunnelVisit } from './tunnel.ts'

/** Of the head of a request to a tap; answered 431 and recorded. */
const maxTapHeadBytes = 64 * 1024
/** For the body of a request to a tap, which may wait for the agent; the connection is closed. */
const maxTapUploadMs = 60 * 60 * 1_000

export type TapServer = Awaited<ReturnType<typeof openTapServer>>

export interface TapServerHandlers extends Pick<Http2Handlers, 'onGrpc' | 'onLeft'> {
  onRequest(request: IncomingMessage, response: ServerResponse, expects: boolean): void
  /** Without it, tunnels are refused. */
  onConnect?(visit: TunnelVisit): void
  /** The request was malformed. */
  onBroken(caller: string, reason: string): void
}

export async function openTapServer(
  at: { readonly port: number; readonly host: string },
  { onRequest, onConnect, onBroken, onGrpc, onLeft }: TapServerHandlers,
) {
  const server = createServer({ maxHeaderSize: maxTapHeadBytes, noDelay: true })
  const bound = boundConnections(server, {
    limits: { ...connectionLimits, bodyMs: maxTapUploadMs, minBytesPerSecond: 0 },
  })
  const take = (expects: boolean) => (request: IncomingMessage, response: ServerResponse) =>
    onRequest(request, response, expects)
  const drop = (_error: unknown, [, response]: readonly [IncomingMessage, ServerResponse]) =>
    response.destroy()
  server.on('request', guarded('tap call', take(false), drop))
  server.on('checkContinue', guarded('tap call that waits', take(true), drop))
  if (onConnect) {
    const tunnel = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      bound.release(socket)
      onConnect({ request, socket: socket as Socket, head })
    }
    server.on(
      'connect',
      guarded('tap tunnel', tunnel, (_error, [, socket]) => socket.destroy()),
    )
  }
  const refuse = (error: Error & { readonly code?: string }, socket: Duplex) => {
    const { remoteAddress = '', remotePort = '' } = socket as Socket
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
    const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
    refuseConnection(socket, status)
    const what = isTooLarge ? `its head was over ${maxTapHeadBytes / 1024} kB` : error.message
    onBroken(`${remoteAddress}:${remotePort}`, `The tap answered ${status}: ${what}. Nothing was forwarded.`)
  }
  server.on(
    'clientError',
    guarded('tap client error', refuse, (_error, [, socket]) => socket.destroy()),
  )
  const onOther: Http2Handlers['onOther'] = ({ request, response }, expects) =>
    onRequest(request, response, expects)
  const http2 = createHttp2Server(maxTapHeadBytes, { onGrpc, onOther, onLeft })
  const { port, close } = await openEitherHttp(at, { http1: server, http2 })
  return { address: `http://${callableHost(at.host)}:${port}`, port, close }
}

/** The host as callers on this machine write it. */
function callableHost(host: string): string {
  if (isEveryAddress(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
