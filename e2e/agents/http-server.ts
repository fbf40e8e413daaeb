// An HTTP server on a free port of 127.0.0.1 that stores every received byte and sends exactly the given head: header names in
// their spelling and order, no Date, a chunk for each piece of the body. Node still adds `Connection`, `Keep-Alive` and
// `Transfer-Encoding` where the head lacks them. Independent of A2A.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { RawHeaders } from '#shared/record/entry.ts'

export interface Received {
  readonly method: string
  /** Path and query as in the request line. */
  readonly target: string
  readonly path: string
  readonly query: URLSearchParams
  /** In the order and spelling of the wire. */
  readonly headers: RawHeaders
  readonly body: Buffer
  /** All bytes of the request from its first line on; for gRPC the message only. */
  readonly bytes: Buffer
}

/** Breaks the connection at this point. */
export const cut: unique symbol = Symbol('cut')
export type Piece = string | Uint8Array | typeof cut

export interface Reply {
  readonly status: number
  readonly statusText?: string
  readonly headers: RawHeaders
  /** `cut`: breaks the connection instead of responding. */
  readonly body: string | Uint8Array | typeof cut | AsyncIterable<Piece>
}

export interface Exchange {
  readonly request: Received
  /** Aborts when the client has left or the server closes. */
  readonly gone: AbortSignal
}

export interface HttpServer {
  readonly url: string
  close(): Promise<void>
}

export function headerOf(request: Pick<Received, 'headers'>, name: string): string | undefined {
  return request.headers.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1]
}

export function reply(
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: RawHeaders = [],
): Reply {
  const length = String(Buffer.byteLength(body))
  return { status, headers: [['Content-Type', type], ['Content-Length', length], ...headers], body }
}

export async function openHttpServer(
  handle: (exchange: Exchange) => Promise<Reply>,
  onReceived: (received: Received) => void,
): Promise<HttpServer> {
  const closing = new AbortController()
  const arrived = new WeakMap<Socket, Buffer[]>()

  const server = createServer({ keepAlive: true, noDelay: true }, (message, response) => {
    void serve(message, response)
  })
  server.on('connection', (socket: Socket) => {
    const chunks: Buffer[] = []
    arrived.set(socket, chunks)
    socket.prependListener('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => socket.destroy())
  })

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    try {
      const body = await readAll(message)
      const bytes = Buffer.concat((arrived.get(message.socket) ?? []).splice(0))
      const request = received(message, body, bytes)
      onReceived(request)
      const answer = await handle({ request, gone: AbortSignal.any([gone.signal, closing.signal]) })
      await write(response, answer)
    } catch (error) {
      // An exception in a script or quirk is a bug in a test: respond with it, so that the test shows it.
      if (response.headersSent || response.destroyed) response.destroy()
      else await write(response, reply(500, 'text/plain', `The kit failed: ${String(error)}`))
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      closing.abort()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function received(message: IncomingMessage, body: Buffer, bytes: Buffer): Received {
  const target = message.url ?? '/'
  const question = target.indexOf('?')
  const raw = message.rawHeaders
  const headers = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
  return {
    method: message.method ?? '',
    target,
    path: question < 0 ? target : target.slice(0, question),
    query: new URLSearchParams(question < 0 ? '' : target.slice(question + 1)),
    headers,
    body,
    bytes,
  }
}

async function write(response: ServerResponse, answer: Reply): Promise<void> {
  if (answer.body === cut) return void response.destroy()
  response.sendDate = false
  response.writeHead(answer.status, answer.statusText, answer.headers.flat())
  if (typeof answer.body === 'string' || answer.body instanceof Uint8Array) {
    response.end(answer.body)
    return
  }
  response.flushHeaders()
  for await (const piece of answer.body) {
    if (response.destroyed) return
    if (piece === cut) {
      await flushed(response)
      response.destroy()
      return
    }
    if (!response.write(piece)) await drained(response)
  }
  response.end()
}

/** Resolves once written data has reached the socket, so that a cut follows it. */
function flushed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.write('', () => resolve()))
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}
