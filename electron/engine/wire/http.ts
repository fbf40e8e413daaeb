// One HTTP exchange on the wire: undici speaks the protocol, this file observes it. It is independent of A2A, the
// record and redirects. Exactly one of `onEnd` and `onFailure` is called, once, as the last call; if a handler throws,
// `onFailure` is called for that.

import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { headerOf } from '#shared/a2a/header-of.ts'
import { defined } from '#shared/defined.ts'
import type { ConnectionFacts, RawHeaders, Timings } from '#shared/record/entry.ts'
import type { Clock } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'
import { createWorkQueue, type WorkQueue } from '../platform/queue.ts'
import { type Connecting, connectionFacts, createConnecting, type SocketFacts } from './connect.ts'
import { brokenInside, failureOf, type WireFailure } from './failure.ts'
import type { ConnectionProfile } from './profile.ts'
import { createStreamPieces, type Flow } from './stream-pieces.ts'
import { limitTime, type TimeLimit } from './time-limit.ts'
import { proxyAuthorization } from './tunnel.ts'

export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** In the order and spelling to send; `host`, `connection` and `content-length` are added by `wireHeaders`. */
  readonly headers: RawHeaders
  readonly body?: Buffer
}

export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  readonly connection?: ConnectionFacts
  readonly timings: Timings
}

export interface HttpEnd {
  readonly reason: 'complete' | 'closed-by-agent'
  readonly trailers?: RawHeaders
}

interface HttpHandlers {
  /** Returns the idle time-out of the body, if any. */
  onHead(head: ResponseHead): number | undefined
  /** In its content encoding. `flow` pauses the agent while a decoder is busy. */
  onChunk(bytes: Buffer, flow: Flow): void
  onEnd(end: HttpEnd): void
  onFailure(failure: WireFailure, idleClosed?: IdleClosed): void
}

/** A reused connection ended before the first byte of a response: the server may have closed it while it was idle. */
export interface IdleClosed {
  /** From the request's head to the end. */
  readonly afterMs: number
}

export interface HttpCall {
  /** Ends the exchange from our side with this failure. */
  stop(failure: WireFailure): void
}

export interface HttpClient {
  /** Timings are relative to `sinceMs` on the monotonic clock. */
  send(request: HttpRequest, handlers: HttpHandlers, sinceMs: number): HttpCall
  close(): void
}

/** The headers that undici will write, so that the request can be recorded before it has a connection. */
export function wireHeaders(request: HttpRequest, profile: ConnectionProfile): RawHeaders {
  const { host, protocol } = new URL(request.url)
  const own = request.headers.filter(([name]) => !managed.has(name.toLowerCase()))
  const chosenHost = headerOf(request.headers, 'host')
  const proxy =
    profile.proxyUrl === undefined || protocol === 'https:' ? undefined : new URL(profile.proxyUrl)
  const authorization = proxy === undefined ? undefined : proxyAuthorization(proxy)
  const size = request.body?.byteLength ?? 0
  const expectsBody = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'DELETE'
  return [
    ['host', chosenHost ?? host],
    ['connection', 'keep-alive'],
    ...(authorization === undefined ? [] : [['proxy-authorization', authorization] as const]),
    ...own,
    ...(size > 0 || expectsBody ? [['content-length', String(size)] as const] : []),
  ]
}

const managed = new Set(['host', 'connection', 'content-length'])

export function createHttpClient(
  profile: ConnectionProfile,
  clock: Clock,
  queue = createWorkQueue(),
): HttpClient {
  const connecting = createConnecting(profile, clock)
  // Our own time-outs apply: undici's are coarse and can't be distinguished.
  const openAgent = () =>
    new Agent({
      connect: (target, callback) =>
        connecting.connect(target, (error, socket) =>
          error === null && socket !== null
            ? callback(null, socket)
            : callback(error ?? new Error('no socket'), null),
        ),
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: profile.maxHeaderBytes,
      allowH2: profile.http2,
      keepAliveTimeout: maxIdleMs,
    })
  let agent = openAgent()
  /** Its open requests continue. */
  const retired = new Set<Agent>()
  const leaveIdle = () => {
    const before = agent
    agent = openAgent()
    retired.add(before)
    const closed = () => retired.delete(before)
    before.close().then(closed, closed)
  }
  // undici starts a request and announces its socket within one turn, so the latest start belongs to the socket.
  const starting: { current?: (socket: Socket) => void } = {}
  const onSendHeaders = guarded('HTTP request start', (message: unknown) => {
    const started = starting.current
    delete starting.current
    if (started !== undefined && hasSocket(message)) started(message.socket)
  })
  diagnostics.subscribe('undici:client:sendHeaders', onSendHeaders)

  return {
    send: (request, handlers, sinceMs) =>
      startExchange(
        { agent, connecting, profile, clock, queue, starting, sinceMs, leaveIdle },
        request,
        handlers,
      ),
    close() {
      diagnostics.unsubscribe('undici:client:sendHeaders', onSendHeaders)
      for (const each of [agent, ...retired]) each.destroy().catch(() => undefined)
    },
  }
}

/** Of silence between two requests on one connection, unless the server names another time; it is closed, as many servers close theirs after 5 s without notice. */
export const maxIdleMs = 4_000

interface Surroundings {
  readonly agent: Agent
  readonly connecting: Connecting
  readonly profile: ConnectionProfile
  readonly clock: Clock
  readonly queue: WorkQueue
  readonly starting: { current?: (socket: Socket) => void }
  readonly sinceMs: number
  /** Stops using idle connections. */
  leaveIdle(): void
}

function startExchange(around: Surroundings, request: HttpRequest, handlers: HttpHandlers): HttpCall {
  const { profile, clock } = around
  let controller: Dispatcher.DispatchController | undefined
  let socket: Socket | undefined
  let facts: SocketFacts | undefined
  let firstByteMs: number | undefined
  let head: ResponseHead | undefined
  let receivedBytes = 0
  let limit: TimeLimit | undefined
  let over = false

  const finish = (report: () => void) => {
    if (over) return
    over = true
    limit?.end()
    report()
  }
  const stop = (failure: WireFailure) => {
    // Delivers what has arrived.
    if (!over) pieces.end()
    finish(() => {
      controller?.abort(new Error(failure.message))
      handlers.onFailure(failure)
    })
  }
  const breakOff = (error: unknown) => {
    over = true
    limit?.end()
    controller?.abort(new Error('broken inside'))
    handlers.onFailure(brokenInside(error))
  }
  const allow = (milliseconds: number | undefined, failure: (ms: number) => WireFailure) => {
    limit?.end()
    limit = undefined
    if (over || milliseconds === undefined) return
    const expire = () => stop(failure(milliseconds))
    limit = limitTime('HTTP timeout', clock, milliseconds, { expire, giveUp: breakOff })
  }
  const finishLast = (report: () => void) =>
    pieces.whenDone(guarded('HTTP response over', () => finish(report), breakOff))
  const fail = (error: unknown) => {
    const idle = firstByteMs === undefined ? leftIdle(around, socket, facts) : undefined
    const context = () => ({ url: request.url, headSeen: head !== undefined, receivedBytes })
    finishLast(() => handlers.onFailure(failureOf(error, context()), idle))
  }
  const pieces = createStreamPieces(around.queue, {
    sender: () => controller,
    handle: guarded('HTTP response body', (piece, flow) => over || handlers.onChunk(piece, flow), breakOff),
    onIdle: () => limit?.refresh(),
  })

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: guarded(
      'HTTP request',
      (started) => {
        controller = started
        if (over) return started.abort(new Error('over before it began'))
        around.starting.current = (used) => {
          socket = used
          facts = around.connecting.used(used)
        }
        allow(profile.firstByteTimeoutMs, firstByteFailure)
      },
      breakOff,
    ),
    onResponseStarted: guarded(
      'HTTP first byte',
      () => {
        firstByteMs ??= clock.monoMs()
      },
      breakOff,
    ),
    onResponseStart: guarded(
      'HTTP response head',
      (started, status, parsed, statusText) => {
        if (over) return started.abort(new Error('over before it was answered'))
        // Interim responses (1xx) are skipped.
        if (status < 200) return
        firstByteMs ??= clock.monoMs()
        head = {
          status,
          statusText: statusText ?? '',
          headers: rawPairs(started.rawHeaders ?? parsed),
          ...(socket === undefined
            ? {}
            : { connection: { ...connectionFacts(socket, facts), httpVersion: httpVersionOf(socket) } }),
          timings: timingsOf(around.sinceMs, facts, firstByteMs),
        }
        allow(handlers.onHead(head), idleFailure)
      },
      breakOff,
    ),
    onResponseData: guarded(
      'HTTP response bytes',
      (_started, chunk) => {
        if (over) return
        receivedBytes += chunk.byteLength
        limit?.refresh()
        pieces.push(chunk)
      },
      breakOff,
    ),
    onResponseEnd: guarded(
      'HTTP response end',
      (started) => {
        // A body delimited by the end of the connection looks complete to undici even after a reset.
        if (facts?.error !== undefined && head !== undefined && !isDelimited(request, head))
          return fail(facts.error)
        const trailers = rawPairs(started.rawTrailers ?? {})
        // After an error, servers often close a connection that they promised to keep; a request sent meanwhile would be lost.
        if (head !== undefined && head.status >= 500 && httpVersionOf(socket) !== '2') socket?.destroy()
        const reason = head === undefined || isDelimited(request, head) ? 'complete' : 'closed-by-agent'
        finishLast(() => handlers.onEnd({ reason, ...(trailers.length > 0 && { trailers }) }))
      },
      breakOff,
    ),
    onResponseError: guarded('HTTP error', (_started, error) => fail(error), breakOff),
  }

  const { origin, path } = destination(request.url, profile)
  try {
    around.agent.dispatch(
      {
        origin,
        path,
        method: request.method,
        headers: wireHeaders(request, profile)
          .filter(([name]) => name !== 'connection' && name !== 'content-length')
          .flat(),
        ...defined({ body: request.body }),
      },
      handler,
    )
  } catch (error) {
    queueMicrotask(guarded('HTTP refusal', () => fail(error), breakOff))
  }
  return { stop }
}

/** HTTP/1.1 alone: an HTTP/2 connection with several requests is not idle. */
function leftIdle(
  { clock, leaveIdle }: Surroundings,
  socket: Socket | undefined,
  facts: SocketFacts | undefined,
): IdleClosed | undefined {
  if (facts?.usedMs === undefined || facts.uses < 2 || httpVersionOf(socket) === '2') return undefined
  leaveIdle()
  return { afterMs: clock.monoMs() - facts.usedMs }
}

function destination(url: string, profile: ConnectionProfile): { origin: string; path: string } {
  const { origin, protocol, pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  // RFC 9112 §3.2.2: a plain request through a proxy has an absolute URL.
  return { origin, path: protocol === 'http:' && profile.proxyUrl !== undefined ? `${origin}${path}` : path }
}

function firstByteFailure(milliseconds: number): WireFailure {
  return {
    failure: 'first-byte-timeout',
    message: `The agent accepted the request but didn’t start to respond within ${milliseconds / 1000} s. Raise the response timeout if it needs longer.`,
  }
}

function idleFailure(milliseconds: number): WireFailure {
  return {
    failure: 'idle-timeout',
    message: `The agent fell silent in the middle of its answer for ${milliseconds / 1000} s. Partial response kept.`,
  }
}

function timingsOf(sinceMs: number, facts: SocketFacts | undefined, firstByteMs: number): Timings {
  const fresh = facts !== undefined && facts.uses === 1
  const since = (moment: number | undefined) => (moment === undefined ? undefined : moment - sinceMs)
  const dnsMs = fresh ? since(facts.resolvedMs) : undefined
  const connectMs = fresh ? since(facts.connectedMs) : undefined
  const tlsMs = fresh ? since(facts.securedMs) : undefined
  return {
    ...defined({ dnsMs, connectMs, tlsMs }),
    firstByteMs: firstByteMs - sinceMs,
  }
}

function isDelimited(request: HttpRequest, head: ResponseHead): boolean {
  if (request.method === 'HEAD' || head.status === 204 || head.status === 304) return true
  if (head.connection?.httpVersion === '2') return true
  return head.headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
}

function httpVersionOf(socket: Socket | undefined): string {
  return socket !== undefined && 'alpnProtocol' in socket && socket.alpnProtocol === 'h2' ? '2' : '1.1'
}

function rawPairs(headers: NonNullable<Dispatcher.DispatchController['rawHeaders']>): RawHeaders {
  if (!Array.isArray(headers)) {
    return Object.entries(headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((each) => [name, String(each)] as const),
    )
  }
  const pairs: (readonly [string, string])[] = []
  for (let index = 0; index + 1 < headers.length; index += 2) {
    pairs.push([latin1(headers[index]), latin1(headers[index + 1])])
  }
  return pairs
}

function latin1(value: Buffer | string | undefined): string {
  return typeof value === 'string' ? value : (value?.toString('latin1') ?? '')
}

function hasSocket(message: unknown): message is { readonly socket: Socket } {
  return typeof message === 'object' && message !== null && 'socket' in message
}
