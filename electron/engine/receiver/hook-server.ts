// The HTTP server for webhook calls: receives a complete call, within bounds, and passes it to the handler of its path.
// Other requests are refused before their body is read. Slow senders are dropped; a flood is limited in connections
// (../platform/bound-connections.ts) and memory.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import {
  boundConnections,
  type ConnectionLimits,
  connectionLimits,
  type DropReason,
  refuseConnection,
} from '../platform/bound-connections.ts'
import type { Clock, Timer } from '../platform/clock.ts'
import { guarded, ignoreErrors } from '../platform/guarded.ts'
import { listen, rawPairs, shut } from '../platform/net.ts'
import { type HookCall, readCallBody } from './read-call-body.ts'

export type HookReply =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: RawHeaders
      readonly body?: string
      readonly delayMs?: number
      /** For a delayed response. */
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
  serves(url: string): boolean
  onCall(call: HookCall): HookReply | Promise<HookReply>
  onNoise(noise: Noise): void
}

export interface HookLimits extends ConnectionLimits {
  readonly bodyBytes: number
  readonly memoryBytes: number
}

/** Of a webhook call; answered 413, and what arrived is on the wire. */
const maxHookBytes = 10 * 1024 * 1024
/** Of all webhook calls being received at once; answered 503, and what arrived is on the wire. */
const maxHookMemoryBytes = 128 * 1024 * 1024
/** Of the head of a webhook call; answered 431 and counted under "Unmatched". */
const maxHookHeadBytes = 16 * 1024
/** Of silence between two webhook calls on one connection; it is closed. */
const maxHookIdleMs = 5_000

const defaults: HookLimits = {
  ...connectionLimits,
  bodyBytes: maxHookBytes,
  memoryBytes: maxHookMemoryBytes,
}

export interface HookServer {
  readonly address: string
  readonly port: number
  close(): Promise<void>
}

export async function openHookServer(options: HookServerOptions): Promise<HookServer> {
  const { clock, serves, onCall, onNoise } = options
  const limits = { ...defaults, ...options.limits }
  const memory = { bytes: 0 }
  const waiting = new Set<Timer>()
  /** Sockets with a call in progress: its errors are in the record, and not counted as noise. */
  const receiving = new WeakSet<object>()

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A sender that has left gets no response; its call is recorded all the same.
    ignoreErrors(response, 'webhook answer')
    const { method = '', url = '' } = request
    const remoteAddress = request.socket.remoteAddress ?? ''
    if (!serves(url)) {
      onNoise({ remoteAddress, request: `${method} ${url}`, reason: 'No configuration has this path.' })
      refuse(response)
      return
    }
    const [at, monoMs] = [clock.wallMs(), clock.monoMs()]
    receiving.add(request.socket)
    const read = await readCallBody(request, limits.bodyBytes, memory, limits.memoryBytes)
    receiving.delete(request.socket)
    const headers = rawPairs(request.rawHeaders)
    answer(response, await onCall({ method, url, headers, remoteAddress, at, monoMs, ...read }))
    // The rest of a cut body is not read.
    if (read.outcome !== 'whole') response.end(whenAnswered(request.socket))
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
      timer.end()
      waiting.delete(timer)
      reply.settled?.(false)
    }
    const giveUp = () => response.destroy()
    const timer = clock.after(reply.delayMs, guarded('webhook delayed answer', late, giveUp))
    const gone = guarded('webhook sender gone', leave, giveUp)
    waiting.add(timer)
    response.once('close', gone)
  }

  const server = createServer({ maxHeaderSize: maxHookHeadBytes, keepAliveTimeout: maxHookIdleMs })
  server.maxHeadersCount = 100
  boundConnections(server, { limits, clock, onDropped: countDropped })
  function refuseBroken(error: Error & { readonly code?: string }, socket: Duplex): void {
    const { remoteAddress = '' } = socket as Socket
    const { status, reason } = misbehaviour(error)
    if (!receiving.has(socket)) onNoise({ remoteAddress, request: '', reason })
    refuseConnection(socket, status)
  }
  function countDropped(socket: Socket, reason: DropReason): void {
    if (receiving.has(socket)) return
    const { remoteAddress = '' } = socket
    onNoise({ remoteAddress, request: '', reason: dropReasons[reason] })
  }

  server.on(
    'request',
    guarded('webhook call', receive, (_error, [, response]) => answerBroken(response)),
  )
  server.on(
    'clientError',
    guarded('webhook client error', refuseBroken, (_error, [, socket]) => socket.destroy()),
  )

  const { address, port } = await listen(server, { port: options.port, ...defined({ host: options.host }) })
  return {
    address,
    port,
    close() {
      for (const timer of waiting) timer.end()
      return shut(server)
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

/** Closes the connection after the response, without reading the rest of the call. */
function whenAnswered(socket: Socket | null): () => void {
  return guarded('webhook answered', () => socket?.destroySoon())
}

/** A bug of ours must not look like a delivery to the agent. */
function answerBroken(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(500, ['Content-Length', '0', 'Connection', 'close']).end()
}

/** Reveals nothing, and reads no further. */
function refuse(response: ServerResponse): void {
  response.sendDate = false
  response.writeHead(404, ['Content-Length', '0', 'Connection', 'close'])
  response.end(whenAnswered(response.socket))
}

const dropReasons: Readonly<Record<DropReason, string>> = {
  slow: 'It was too slow to send its request.',
  crowded: 'Too many connections at once: the one that had waited longest made room.',
}

function misbehaviour({ code, message }: Error & { readonly code?: string }) {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: '431 Request Header Fields Too Large', reason: 'Its headers were over 16 kB.' }
    default:
      return { status: '400 Bad Request', reason: `It was no HTTP: ${message}` }
  }
}
