// The serve front: the built window and one WebSocket on a local address. It owns who gets in (guard, token) and the headers
// of the page; what is said over the socket is the engine's router. A second start talks to it through its own small door.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { guarded } from '#engine/guarded.ts'
import { listen } from '#engine/listen.ts'
import type { Rpc } from '#engine/rpc.ts'
import type { PageFiles } from '../page/files.ts'
import { pageHeaders } from '../page/headers.ts'
import { authority, createGuard, isEveryAddress, type Refusal } from './guard.ts'
import { type HandOverDesk, handOverPath } from './hand-over.ts'
import { createTokens } from './token.ts'

export interface ServeFront {
  readonly port: number
  /** The address to open, with the token to trade on arrival. */
  address(): string
  close(): Promise<void>
}

export interface ServeFrontOptions {
  readonly rpc: Rpc
  readonly files: PageFiles
  readonly port: number
  /** The address to listen on: 127.0.0.1 unless the user said otherwise. */
  readonly host: string
  readonly handOver?: HandOverDesk
  /** Called when a token was spent, with the address that lets the next browser in. */
  readonly onTraded?: (nextAddress: string) => void
}

/** A message from the page: room for a file of 96 MB as base64, with what goes around it. */
const maxMessageBytes = 192 * 1024 * 1024

export async function openServeFront(options: ServeFrontOptions): Promise<ServeFront> {
  const { rpc, files, host, handOver, onTraded } = options
  const tokens = createTokens()
  const server = createServer({ maxHeaderSize: 16 * 1024 })
  await listen(server, { port: options.port, host })
  const bound = (server.address() as AddressInfo).port
  const guard = createGuard(host, bound, tokens)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  })
  const reached = isEveryAddress(host) ? '127.0.0.1' : host
  const address = () => `http://${authority(reached, bound)}/?token=${tokens.current()}`

  function answer(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const foreign = guard.refuseForeign(request)
    const sockets = foreign ? [] : [`ws://${request.headers.host}`]
    for (const [name, value] of Object.entries(pageHeaders(sockets))) response.setHeader(name, value)
    const { path, query } = targetOf(request)
    if (request.method === 'POST' && path === handOverPath && handOver && !foreign) {
      return handOver.receive(request, response, address)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return end(response, 405, 'Only GET is answered here.')
    if (foreign) return refuse(response, foreign)
    const offered = new URLSearchParams(query).get('token')
    if (offered !== null && path === '/') return trade(request, response, offered)
    const refusal = guard.refuse(request)
    if (refusal) return refuse(response, refusal)
    sendFile(response, path === '/' ? '/index.html' : path)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    // From here on nobody else listens for its errors: a refused caller may reset the connection before it has read why.
    socket.on(
      'error',
      guarded('serve upgraded socket', () => socket.destroy()),
    )
    const refusal = guard.refuseUpgrade(request)
    if (refusal) return refuseUpgrade(socket, '403 Forbidden')
    if (targetOf(request).path !== '/rpc') return refuseUpgrade(socket, '404 Not Found')
    sockets.handleUpgrade(
      request,
      socket,
      head,
      guarded(
        'serve socket',
        (webSocket) => {
          webSocket.on(
            'error',
            guarded('serve socket error', () => webSocket.terminate()),
          )
          rpc.attachSocket(webSocket)
        },
        (_error, [webSocket]) => webSocket.terminate(),
      ),
    )
  }

  server.on(
    'request',
    guarded('serve request', answer, (_error, [, response]) => breakOff(response)),
  )
  server.on(
    'upgrade',
    guarded('serve upgrade', upgrade, (_error, [, socket]) => socket.destroy()),
  )

  function trade(request: IncomingMessage, response: ServerResponse, offered: string): void {
    const session = tokens.trade(offered)
    // The same browser following the printed link again is at home already.
    if (session === undefined && guard.refuse(request) !== undefined) {
      refuse(response, 'no-session')
      return
    }
    if (session !== undefined) {
      response.setHeader('Set-Cookie', guard.sessionCookie(session))
      onTraded?.(address())
    }
    response.writeHead(303, { Location: '/', 'Cache-Control': 'no-store' }).end()
  }

  function sendFile(response: ServerResponse, name: string): void {
    const file = files.get(name)
    if (!file) {
      end(response, 404, 'There is nothing at this address.')
      return
    }
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Length': file.bytes.byteLength,
      'Cache-Control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
    })
    response.end(file.bytes)
  }

  return {
    port: bound,
    address,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** As it was sent: a target need not be a URL, and none is made of it. */
function targetOf({ url = '/' }: IncomingMessage): { readonly path: string; readonly query: string } {
  const from = url.indexOf('?')
  return from < 0 ? { path: url, query: '' } : { path: url.slice(0, from), query: url.slice(from + 1) }
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const refusals: Readonly<Record<Refusal, { readonly status: number; readonly text: string }>> = {
  'foreign-host': { status: 403, text: 'Parley answers only to its own address.' },
  'foreign-origin': { status: 403, text: 'Parley does not talk to pages of other sites.' },
  'no-session': {
    status: 401,
    text: 'This address needs the token that Parley printed when it started. Each is good for one browser; the terminal shows the next one.',
  },
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, text } = refusals[refusal]
  end(response, status, text)
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${text}\n`)
}

/** What failed is our fault, and told as that where an answer can still be given. */
function breakOff(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else end(response, 500, 'Something broke inside Parley. Its log says what.')
}
