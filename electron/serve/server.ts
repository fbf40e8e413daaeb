// The serve front: the built window and one WebSocket on a local address. The built files are anyone's to read; what is said over
// the socket is the engine's router, so a socket is opened for admitted browsers only. A second start talks to it through its own
// small door.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { guarded } from '#engine/guarded.ts'
import { listen } from '#engine/listen.ts'
import type { Rpc } from '#engine/rpc.ts'
import {
  admissionPath,
  admissionRequestSchema,
  challengePath,
  socketProtocol,
  ticketIn,
} from '#shared/contract/admission.ts'
import type { PageFiles } from '../page/files.ts'
import { pageHeaders } from '../page/headers.ts'
import { createAdmission } from './admission.ts'
import { authority, createGuard, isEveryAddress, type Refusal } from './guard.ts'
import { type HandOverDesk, handOverPath } from './hand-over.ts'
import { readRequestJson, sendJson } from './json.ts'
import type { KnownBrowsers } from './known-browsers.ts'

export interface ServeFront {
  readonly port: number
  /** The address to open, with the token that makes a browser known. */
  address(): string
  close(): Promise<void>
}

export interface ServeFrontOptions {
  readonly rpc: Rpc
  readonly files: PageFiles
  readonly knownBrowsers: KnownBrowsers
  readonly port: number
  /** The address to listen on: 127.0.0.1 unless the user said otherwise. */
  readonly host: string
  readonly handOver?: HandOverDesk
  /** Called when a token was spent, with the address that lets the next browser in. */
  readonly onTokenSpent?: (nextAddress: string) => void
}

/** A message from the page: room for a file of 96 MB as base64, with what goes around it. */
const maxMessageBytes = 192 * 1024 * 1024

export async function openServeFront(options: ServeFrontOptions): Promise<ServeFront> {
  const { rpc, files, host, handOver, onTokenSpent } = options
  const admission = createAdmission(options.knownBrowsers, () => onTokenSpent?.(address()))
  const server = createServer({ maxHeaderSize: 16 * 1024 })
  await listen(server, { port: options.port, host })
  const bound = (server.address() as AddressInfo).port
  const guard = createGuard(host, bound)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(socketProtocol) ? socketProtocol : false),
  })
  const reached = isEveryAddress(host) ? '127.0.0.1' : host
  const address = () => `http://${authority(reached, bound)}/?token=${admission.token()}`

  function answer(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const foreign = guard.refuseForeign(request)
    const sockets = foreign ? [] : [`ws://${request.headers.host}`]
    for (const [name, value] of Object.entries(pageHeaders(sockets))) response.setHeader(name, value)
    if (foreign) return refuse(response, foreign)
    const path = pathOf(request)
    if (request.method === 'POST') {
      if (path === handOverPath && handOver) return handOver.receive(request, response, address)
      if (path === challengePath || path === admissionPath) return admit(request, response, path)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return end(response, 405, 'Only GET is answered here.')
    sendFile(response, path === '/' ? '/index.html' : path)
  }

  async function admit(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const refusal = guard.refuseOutsider(request)
    if (refusal) return refuse(response, refusal)
    if (path === challengePath) return sendJson(response, { challenge: admission.challenge() })
    const asked = admissionRequestSchema.safeParse(await readRequestJson(request))
    if (!asked.success) return end(response, 400, 'This isn’t a request for admission.')
    const ticket = await admission.admit(asked.data, request.headers.origin ?? '')
    if (ticket !== undefined) return sendJson(response, { ticket })
    end(
      response,
      401,
      'This browser isn’t known here. Open the address that Parley prints; each lets one browser in.',
    )
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    // From here on nobody else listens for its errors: a refused caller may reset the connection before it has read why.
    socket.on(
      'error',
      guarded('serve upgraded socket', () => socket.destroy()),
    )
    if (guard.refuseOutsider(request)) return refuseUpgrade(socket, '403 Forbidden')
    if (pathOf(request) !== '/rpc') return refuseUpgrade(socket, '404 Not Found')
    const ticket = ticketIn(request.headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? [])
    if (ticket === undefined || !admission.takeTicket(ticket))
      return refuseUpgrade(socket, '401 Unauthorized')
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
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

/** A caller that keeps its half open is not waited for. */
function refuseUpgrade(socket: Duplex, status: string): void {
  const close = guarded('serve refused upgrade', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, close)
}

const refusals: Readonly<Record<Refusal, string>> = {
  'foreign-host': 'Parley answers only to its own address.',
  'foreign-origin': 'Parley does not talk to pages of other sites.',
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  end(response, 403, refusals[refusal])
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${text}\n`)
}

/** Our own fault: answered as that, where an answer can still be given. */
function breakOff(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else end(response, 500, 'Internal error in Parley. Its log has the details.')
}
