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
    send(request, handlers, sinceMs) {
      const around = { agent, connecting, profile, clock, queue, starting, sinceMs, leaveIdle }
      const exchange = new HttpExchange(around, request, handlers)
      exchange.begin()
      return exchange
    },
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

class HttpExchange implements HttpCall {
  readonly #around: Surroundings
  readonly #request: HttpRequest
  readonly #handlers: HttpHandlers
  readonly #pieces: ReturnType<typeof createStreamPieces>
  #controller: Dispatcher.DispatchController | undefined
  #socket: Socket | undefined
  #facts: SocketFacts | undefined
  #firstByteMs: number | undefined
  #head: ResponseHead | undefined
  #receivedBytes = 0
  #limit: TimeLimit | undefined
  #over = false

  constructor(around: Surroundings, request: HttpRequest, handlers: HttpHandlers) {
    this.#around = around
    this.#request = request
    this.#handlers = handlers
    this.#pieces = createStreamPieces(around.queue, {
      sender: () => this.#controller,
      handle: guarded(
        'HTTP response body',
        (piece, flow) => this.#over || handlers.onChunk(piece, flow),
        this.#breakOff,
      ),
      onIdle: () => this.#limit?.refresh(),
    })
  }

  begin() {
    const { agent, profile } = this.#around
    const { method, url, body } = this.#request
    const { origin, path } = destination(url, profile)
    const headers = wireHeaders(this.#request, profile)
      .filter(([name]) => name !== 'connection' && name !== 'content-length')
      .flat()
    try {
      agent.dispatch({ origin, path, method, headers, ...defined({ body }) }, this.#handler())
    } catch (error) {
      queueMicrotask(guarded('HTTP refusal', () => this.#fail(error), this.#breakOff))
    }
  }

  stop(failure: WireFailure) {
    // Delivers what has arrived.
    if (!this.#over) this.#pieces.end()
    this.#finish(() => {
      this.#controller?.abort(new Error(failure.message))
      this.#handlers.onFailure(failure)
    })
  }

  #handler(): Dispatcher.DispatchHandler {
    const breakOff = this.#breakOff
    return {
      onRequestStart: guarded('HTTP request', (started) => this.#start(started), breakOff),
      onResponseStarted: guarded('HTTP first byte', () => void this.#byteMs(), breakOff),
      onResponseStart: guarded(
        'HTTP response head',
        (started, status, parsed, statusText = '') => {
          if (this.#over) return started.abort(new Error('over before it was answered'))
          // Interim responses (1xx) are skipped.
          if (status >= 200) this.#respond(status, statusText, rawPairs(started.rawHeaders ?? parsed))
        },
        breakOff,
      ),
      onResponseData: guarded('HTTP response bytes', (_started, chunk) => this.#receive(chunk), breakOff),
      onResponseEnd: guarded(
        'HTTP response end',
        (started) => this.#end(rawPairs(started.rawTrailers ?? {})),
        breakOff,
      ),
      onResponseError: guarded('HTTP error', (_started, error) => this.#fail(error), breakOff),
    }
  }

  #start(started: Dispatcher.DispatchController) {
    this.#controller = started
    if (this.#over) return started.abort(new Error('over before it began'))
    const { starting, connecting, profile } = this.#around
    starting.current = (used) => {
      this.#socket = used
      this.#facts = connecting.used(used)
    }
    this.#allow(profile.firstByteTimeoutMs, firstByteFailure)
  }

  #byteMs(): number {
    this.#firstByteMs ??= this.#around.clock.monoMs()
    return this.#firstByteMs
  }

  #respond(status: number, statusText: string, headers: RawHeaders) {
    const socket = this.#socket
    const facts = this.#facts
    this.#head = {
      status,
      statusText,
      headers,
      ...(socket && {
        connection: { ...connectionFacts(socket, facts), httpVersion: httpVersionOf(socket) },
      }),
      timings: timingsOf(this.#around.sinceMs, facts, this.#byteMs()),
    }
    this.#allow(this.#handlers.onHead(this.#head), idleFailure)
  }

  #receive(chunk: Buffer) {
    if (this.#over) return
    this.#receivedBytes += chunk.byteLength
    this.#limit?.refresh()
    this.#pieces.push(chunk)
  }

  #end(trailers: RawHeaders) {
    const head = this.#head
    const isDelimited = head === undefined || isDelimitedBy(this.#request, head)
    // A body delimited by the end of the connection looks complete to undici even after a reset.
    if (this.#facts?.error !== undefined && !isDelimited) return this.#fail(this.#facts.error)
    // After an error, servers often close a connection that they promised to keep; a request sent meanwhile would be lost.
    if (head && head.status >= 500 && httpVersionOf(this.#socket) !== '2') this.#socket?.destroy()
    const reason = isDelimited ? 'complete' : 'closed-by-agent'
    this.#finishLast(() => this.#handlers.onEnd({ reason, ...(trailers.length > 0 && { trailers }) }))
  }

  #fail(error: unknown) {
    const idle =
      this.#firstByteMs === undefined ? leftIdle(this.#around, this.#socket, this.#facts) : undefined
    const { url } = this.#request
    const context = () => ({ url, headSeen: this.#head !== undefined, receivedBytes: this.#receivedBytes })
    this.#finishLast(() => this.#handlers.onFailure(failureOf(error, context()), idle))
  }

  #finishLast(report: () => void) {
    this.#pieces.whenDone(guarded('HTTP response over', () => this.#finish(report), this.#breakOff))
  }

  #finish(report: () => void) {
    if (this.#over) return
    this.#over = true
    this.#limit?.end()
    report()
  }

  readonly #breakOff = (error: unknown) => {
    this.#over = true
    this.#limit?.end()
    this.#controller?.abort(new Error('broken inside'))
    this.#handlers.onFailure(brokenInside(error))
  }

  #allow(milliseconds: number | undefined, failure: (ms: number) => WireFailure) {
    this.#limit?.end()
    this.#limit = undefined
    if (this.#over || milliseconds === undefined) return
    const expire = () => this.stop(failure(milliseconds))
    this.#limit = limitTime('HTTP timeout', this.#around.clock, milliseconds, {
      expire,
      giveUp: this.#breakOff,
    })
  }
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

function isDelimitedBy(request: HttpRequest, head: ResponseHead): boolean {
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
