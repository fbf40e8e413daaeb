// The HTTP server that agents call: takes a call in, whole and within bounds, and gives it to whoever knows its path. Anything
// else is refused before its body is read. Slow senders are dropped by Node's own timers; a flood finds a bounded number of
// connections and a bounded amount of memory.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { Clock } from '../clock.ts'
import { guarded } from '../guarded.ts'
import { listen } from '../listen.ts'
import { readCallBody } from './read-call-body.ts'

export interface HookCall {
  readonly method: string
  /** As it was asked for, query included. */
  readonly url: string
  readonly headers: RawHeaders
  readonly remoteAddress: string
  readonly body: Buffer
  /** Larger than the body when a bound cut it. */
  readonly seenBytes: number
  readonly outcome: 'whole' | 'too-large' | 'no-room' | 'broken-off'
  /** When its head was there. */
  readonly at: number
  readonly monoMs: number
}

export type HookReply =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: RawHeaders
      readonly body?: string
      readonly delayMs?: number
      /** Only for a delayed answer. */
      settled?(sent: boolean): void
    }
  | { readonly kind: 'drop' }

export interface Noise {
  readonly remoteAddress: string
  readonly request: string
  readonly reason: string
}

export interface HookServerOptions {
  readonly host: string | undefined
  readonly port: number
  readonly clock: Clock
  readonly limits?: Partial<HookLimits>
  knows(url: string): boolean
  onCall(call: HookCall): HookReply | Promise<HookReply>
  onNoise(noise: Noise): void
}

export interface HookLimits {
  readonly bodyBytes: number
  /** Of all bodies being received. */
  readonly memoryBytes: number
  readonly connections: number
  readonly headersMs: number
  readonly requestMs: number
}

const defaults: HookLimits = {
  bodyBytes: 10 * 1024 * 1024,
  memoryBytes: 128 * 1024 * 1024,
  connections: 1_000,
  headersMs: 10_000,
  requestMs: 30_000,
}

export interface HookServer {
  readonly address: string
  readonly port: number
  close(): Promise<void>
}

export async function openHookServer(options: HookServerOptions): Promise<HookServer> {
  const { clock, knows, onCall, onNoise } = options
  const limits = { ...defaults, ...options.limits }
  const memory = { bytes: 0 }
  const waiting = new Set<NodeJS.Timeout>()
  /** Sockets whose call is being taken in: what becomes of it is on the record, and no noise. */
  const receiving = new WeakSet<object>()

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A sender that is gone cannot be answered; what it had sent is on the record all the same.
    response.on(
      'error',
      guarded('webhook answer', () => undefined),
    )
    const { method = '', url = '' } = request
    const remoteAddress = request.socket.remoteAddress ?? ''
    if (!knows(url)) {
      onNoise({ remoteAddress, request: `${method} ${url}`, reason: 'No configuration has this path.' })
      refuse(response)
      return
    }
    const [at, monoMs] = [clock.wallMs(), clock.monoMs()]
    receiving.add(request.socket)
    const read = await readCallBody(request, limits.bodyBytes, memory, limits.memoryBytes)
    receiving.delete(request.socket)
    const headers = pairs(request.rawHeaders)
    answer(response, await onCall({ method, url, headers, remoteAddress, at, monoMs, ...read }))
    // What is left of a body that was cut is not waited for.
    if (read.outcome !== 'whole') response.end(hangUp(request.socket))
  }

  function answer(response: ServerResponse, reply: HookReply): void {
    if (reply.kind === 'drop') {
      response.destroy()
      return
    }
    if (reply.delayMs === undefined) {
      send(response, reply)
      return
    }
    const late = () => {
      waiting.delete(timer)
      response.off('close', gone)
      send(response, reply)
      reply.settled?.(true)
    }
    const leave = () => {
      clearTimeout(timer)
      waiting.delete(timer)
      reply.settled?.(false)
    }
    const giveUp = () => response.destroy()
    const timer = setTimeout(guarded('webhook delayed answer', late, giveUp), reply.delayMs)
    const gone = guarded('webhook sender gone', leave, giveUp)
    waiting.add(timer)
    response.once('close', gone)
  }

  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 5_000,
  })
  server.maxConnections = limits.connections
  server.maxHeadersCount = 100
  function refuseBroken(error: Error & { readonly code?: string }, socket: Duplex): void {
    const { remoteAddress = '' } = socket as Socket
    const { status, reason } = misbehaviour(error)
    if (!receiving.has(socket)) onNoise({ remoteAddress, request: '', reason })
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else socket.destroy()
  }
  function countDropped(dropped: { readonly remoteAddress?: string } | undefined): void {
    const { remoteAddress = '' } = dropped ?? {}
    onNoise({ remoteAddress, request: '', reason: `More than ${limits.connections} connections at once.` })
  }

  server.on(
    'request',
    guarded('webhook call', receive, (_error, [, response]) => answerBroken(response)),
  )
  server.on(
    'clientError',
    guarded('webhook client error', refuseBroken, (_error, [, socket]) => socket.destroy()),
  )
  server.on('drop', guarded('webhook dropped', countDropped))

  await listen(server, { port: options.port, ...(options.host !== undefined && { host: options.host }) })
  const bound = server.address() as AddressInfo
  return {
    address: bound.address,
    port: bound.port,
    close() {
      for (const timer of waiting) clearTimeout(timer)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

function send(
  response: ServerResponse,
  { status, headers, body }: Extract<HookReply, { kind: 'answer' }>,
): void {
  response.sendDate = false
  response.writeHead(status, headers.flat())
  response.end(body)
}

/** Called when the answer is out: the connection is not kept for what is left of the call. */
function hangUp(socket: Socket | null): () => void {
  return guarded('webhook answered', () => socket?.destroySoon())
}

/** Our fault, and no reason for an agent to take its call for delivered. */
function answerBroken(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(500, ['Content-Length', '0', 'Connection', 'close']).end()
}

/** Says nothing about what there is, and reads no further. */
function refuse(response: ServerResponse): void {
  response.sendDate = false
  response.writeHead(404, ['Content-Length', '0', 'Connection', 'close'])
  response.end(hangUp(response.socket))
}

function misbehaviour({ code, message }: Error & { readonly code?: string }) {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: '431 Request Header Fields Too Large', reason: 'Its headers were over 16 kB.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: '408 Request Timeout', reason: 'It was too slow to send its request.' }
    default:
      return { status: '400 Bad Request', reason: `It was no HTTP: ${message}` }
  }
}

function pairs(flat: readonly string[]): RawHeaders {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[index * 2] ?? '',
    flat[index * 2 + 1] ?? '',
  ])
}
