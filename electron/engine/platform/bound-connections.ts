// Keeps a server available to clients that send complete requests, however many connections others hold. A connection
// whose request is late or too slow is dropped; beyond the limit, the slowest one is. Node's own limits would refuse
// new connections instead, and a caller that never closes its half would keep its place forever. Of connections with
// many concurrent calls (gRPC) only bytes are visible: they must send some, and wait from the last of them.

import { Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Clock, systemClock, type Timer } from './clock.ts'
import { guarded } from './guarded.ts'

export interface ConnectionLimits {
  /** Open connections; beyond, the slowest one is dropped. */
  readonly maxConnections: number
  /** Of these, from one address. */
  readonly maxPerRemote: number
  readonly headMs: number
  readonly bodyMs: number
  /** The minimum rate of a body after `graceMs`. */
  readonly minBytesPerSecond: number
  readonly graceMs: number
}

/** For the head of a request to a server of Parley's; then it is answered 408 and the connection is closed. */
const maxRequestHeadMs = 10_000
/** For the body of a request to a server of Parley's, except a tap; it is answered 408 and the connection is closed. */
const maxRequestBodyMs = 30_000
/** Until the body of a request has to arrive at 1,000 bytes a second, except at a tap; a slower one is answered 408. */
const maxSlowBodyMs = 3_000

/** What is dropped is reported to `onDropped`, and the sender of a request that is too slow gets a 408. */
export const connectionLimits: ConnectionLimits = {
  maxConnections: 1_000,
  maxPerRemote: 500,
  headMs: maxRequestHeadMs,
  bodyMs: maxRequestBodyMs,
  minBytesPerSecond: 1_000,
  graceMs: maxSlowBodyMs,
}

export type DropReason = 'slow' | 'crowded'

interface OpenSocket {
  readonly remote: string
  /** When the server began to wait. */
  since: number
  bytesBefore: number
  exchange?: { readonly request: IncomingMessage; readonly response: ServerResponse }
}

export interface BoundOptions {
  readonly limits?: ConnectionLimits
  readonly onDropped?: (socket: Socket, reason: DropReason) => void
  readonly clock?: Clock
}

/** Replaces the server's own limits of connections and times, which are switched off. */
export function boundConnections(
  server: Server,
  { limits = connectionLimits, onDropped, clock = systemClock }: BoundOptions = {},
) {
  const isHttp = server instanceof HttpServer
  const all = new Map<Socket, OpenSocket>()
  let sweeping: Timer | undefined

  const drop = (socket: Socket, reason: DropReason) => {
    const exchange = all.get(socket)?.exchange
    all.delete(socket)
    onDropped?.(socket, reason)
    const answered = exchange?.response.headersSent ?? socket.bytesRead === 0
    if (reason === 'slow' && socket.writable && !answered) socket.write(bareResponse('408 Request Timeout'))
    hangUp(socket)
  }

  const makeRoom = (newest: Socket) => {
    const counts = new Map<string, number>()
    for (const [socket, { remote }] of all) {
      if (socket.destroyed) all.delete(socket)
      else counts.set(remote, (counts.get(remote) ?? 0) + 1)
    }
    const own = all.get(newest)?.remote ?? ''
    const isCrowd = (counts.get(own) ?? 0) > limits.maxPerRemote
    if (!isCrowd && all.size <= limits.maxConnections) return
    const [crowd] = isCrowd ? [own] : ([...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [own])
    const slowest = slowestOf(all, crowd, clock.monoMs())
    // A few at once, so that not every connection of a flood costs a scan.
    const leaving = slowest.slice(0, Math.ceil((counts.get(crowd) ?? 0) / 50))
    for (const socket of leaving.length === 0 ? [newest] : leaving) drop(socket, 'crowded')
  }

  const take = (socket: Socket) => {
    all.set(socket, { remote: socket.remoteAddress ?? '', since: clock.monoMs(), bytesBefore: 0 })
    sweeping ??= clock.after(sweepMs, guarded('slow connections', sweep)).unref()
    if (all.size > Math.min(limits.maxConnections, limits.maxPerRemote)) makeRoom(socket)
  }

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const openSocket = all.get(request.socket)
    if (openSocket === undefined) return
    countBytes(request.socket, openSocket, clock.monoMs())
    openSocket.exchange = { request, response }
  }

  function sweep(): void {
    sweeping?.refresh()
    const now = clock.monoMs()
    for (const [socket, openSocket] of all) {
      if (socket.destroyed) all.delete(socket)
      else if (openSocket.exchange?.response.writableFinished) waitForNext(openSocket, now)
      else if (!isHttp && socket.bytesRead > openSocket.bytesBefore) countBytes(socket, openSocket, now)
      else if ((isHttp || openSocket.bytesBefore === 0) && isTooSlow(socket, openSocket, now, limits))
        drop(socket, 'slow')
    }
    if (all.size > 0) return
    sweeping?.end()
    sweeping = undefined
  }

  server.on(
    'connection',
    guarded('bounded connection', take, (_error, [socket]) => socket.destroy()),
  )
  if (isHttp) {
    server.headersTimeout = 0
    server.requestTimeout = 0
    server.on(
      'request',
      guarded('bounded request', begin, (_error, [request]) => request.socket.destroy()),
    )
  }
  return {
    /** The connection carries no more requests, such as a WebSocket's. */
    release: (socket: object): void => void all.delete(socket as Socket),
  }
}

const sweepMs = 500

/** Closes a connection once everything is written, without waiting for the other side to close its half. */
export function hangUp(socket: Socket): void {
  socket.destroySoon()
}

/** For bytes that are no request. */
export function refuseConnection(socket: Duplex, status: string): void {
  if (socket.writable) socket.write(bareResponse(status))
  hangUp(socket as Socket)
}

function bareResponse(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
}

/** Node keeps the connection alive for a moment; the next request has as much time as the first. */
function waitForNext(openSocket: OpenSocket, now: number): void {
  delete openSocket.exchange
  openSocket.since = now
}

function countBytes(socket: Socket, openSocket: OpenSocket, now: number): void {
  openSocket.since = now
  openSocket.bytesBefore = socket.bytesRead
}

/** A complete request is processed at our own pace; the caller's time counts again once the whole response is written. */
function isAnswering({ exchange }: OpenSocket): boolean {
  return exchange?.request.complete === true && !exchange.response.writableEnded
}

/** A head arrives at once, a body takes time: it counts as slow as a head of a tenth of its age. */
const bodyPatience = 10

/** Connections of one address that the server waits for, the slowest first. */
function slowestOf(all: ReadonlyMap<Socket, OpenSocket>, remote: string, now: number): readonly Socket[] {
  const waited = ({ since, exchange }: OpenSocket) => {
    const isIdle = exchange === undefined || exchange.response.writableFinished
    return (now - since) / (isIdle ? 1 : bodyPatience)
  }
  return [...all]
    .filter(([, openSocket]) => openSocket.remote === remote && !isAnswering(openSocket))
    .toSorted(([, a], [, b]) => waited(b) - waited(a))
    .map(([socket]) => socket)
}

function isTooSlow(
  socket: Socket,
  { exchange, since, bytesBefore }: OpenSocket,
  now: number,
  limits: ConnectionLimits,
): boolean {
  const elapsed = now - since
  if (exchange === undefined) return elapsed > limits.headMs
  if (exchange.request.complete) return false
  const bytesPerSecond = ((socket.bytesRead - bytesBefore) * 1000) / elapsed
  return elapsed > limits.bodyMs || (elapsed > limits.graceMs && bytesPerSecond < limits.minBytesPerSecond)
}
