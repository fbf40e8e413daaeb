// The server of one tap, for HTTP/1.1 and HTTP/2 on one port. Malformed and ambiguous requests are refused and recorded.

import {
  createServer,
  type Server as Http1Server,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Http2Server } from 'node:http2'
import { createServer as createNetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { boundConnections, connectionLimits, refuseConnection } from '../../platform/bound-connections.ts'
import { guarded, ignoreErrors } from '../../platform/guarded.ts'
import { listen } from '../../platform/net.ts'
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

// One port for HTTP/1.1 and HTTP/2: the first bytes of a connection decide which server gets it (RFC 9113 §3.4).

interface Servers {
  readonly http1: Http1Server
  readonly http2: Http2Server
}

/** No method of HTTP/1.1 begins like this. */
const preface = Buffer.from('PRI')

async function openEitherHttp(at: { readonly port: number; readonly host: string }, servers: Servers) {
  const server = createNetServer({ allowHalfOpen: true, noDelay: true })
  const open = new Set<Socket>()
  const bound = boundConnections(server)
  const drop = (_error: unknown, [socket]: readonly [Socket]) => socket.destroy()
  const take = (socket: Socket) => {
    open.add(socket)
    socket.once(
      'close',
      guarded('tap connection end', () => open.delete(socket)),
    )
    ignoreErrors(socket, 'tap connection error')
    let begin: Buffer = Buffer.alloc(0)
    const handOn = () => {
      const bytes: Buffer | null = socket.read()
      if (bytes === null) return void socket.destroy()
      begin = Buffer.concat([begin, bytes])
      const isHttp2 = begin.subarray(0, preface.length).equals(preface.subarray(0, begin.length))
      // Not unshifted before there is enough, as it would be readable at once.
      if (isHttp2 && begin.length < preface.length) return void socket.once('readable', firstBytes)
      socket.unshift(begin)
      bound.release(socket)
      // Otherwise Node's HTTP/2 does not notice that the caller left.
      if (isHttp2) socket.allowHalfOpen = false
      const chosen = isHttp2 ? servers.http2 : servers.http1
      chosen.emit('connection', socket)
    }
    const firstBytes = guarded('tap first bytes', handOn, () => socket.destroy())
    socket.once('readable', firstBytes)
  }
  server.on('connection', guarded('tap connection', take, drop))
  const { port } = await listen(server, at)
  return {
    port,
    /** Destroys all connections, of both servers. */
    close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      return closed
    },
  }
}
