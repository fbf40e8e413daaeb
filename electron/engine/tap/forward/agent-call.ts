// One request to the agent and its response, on a connection used by no other request meanwhile. The request's body is
// framed as its head announces; the response is passed on as it is read.

import type { Socket } from 'node:net'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { ConnectionFacts, RawHeaders } from '#shared/record/entry.ts'
import { connectionFacts } from '../../wire/connect.ts'
import type { Flow } from '../../wire/stream-pieces.ts'
import { type BodyScan, createBodyScan } from './body-scan.ts'
import { fieldLines } from './heads.ts'
import { BadHttp, type ReadHead, readFields, readHead } from './response-head.ts'

/** A connection to the agent, which reports events to the call that uses it. */
export interface Line {
  readonly socket: Socket
  user: LineUser | undefined
}

interface LineUser {
  /** Returns true if no reference to the bytes remains. */
  read(bytes: Buffer): boolean
  drained(): void
  closed(error: Error | undefined): void
  onBroken(error: unknown): void
}

export interface AgentHandlers {
  onContinue(): void
  onHead(head: ReadHead, connection: ConnectionFacts): void
  /** `raw`: the wire's bytes, without the body's end; `body`: its content. Returns true if the buffer can be reused. */
  onBody(raw: readonly Buffer[], body: readonly Buffer[]): boolean
  onEnd(reason: 'complete' | 'closed-by-agent', trailers: RawHeaders): void
  onError(error: Error): void
  /** The request's body may continue. */
  onDrain(): void
  /** A handler threw. */
  onBroken(error: unknown): void
}

interface AgentRequest {
  readonly method: string
  readonly target: string
  readonly headers: RawHeaders
  /** Of the response. */
  readonly maxHeadBytes: number
}

// Of a request's body while the connection to the agent is being opened; then the caller is paused.
const maxWaitingBytes = 64 * 1024

export class AgentCall {
  readonly #handlers: AgentHandlers
  readonly #keep: (line: Line) => void
  readonly #out: ReturnType<typeof createRequestSide>
  readonly #held = createHeld(() => this.#line?.socket)
  #line: Line | undefined
  #reused = false
  #over = false
  readonly #user: LineUser

  constructor(agentRequest: AgentRequest, handlers: AgentHandlers, keep: (line: Line) => void) {
    this.#handlers = handlers
    this.#keep = keep
    this.#out = createRequestSide(agentRequest)
    const response = createResponseSide(agentRequest, {
      onContinue: handlers.onContinue,
      onHead: (head) => {
        if (!this.#line) return
        const facts = connectionFacts(this.#line.socket, undefined)
        handlers.onHead(head, { ...facts, reused: this.#reused, httpVersion: '1.1' })
      },
      onBody: handlers.onBody,
      isOver: () => this.#over,
      onEnd: (reason, isKept, trailers) => {
        this.#leave(isKept)
        handlers.onEnd(reason, trailers)
      },
    })
    this.#user = {
      read: (bytes) => this.#refusing(() => response.read(bytes)),
      drained: handlers.onDrain,
      closed: (error) => void this.#refusing(() => response.close(error, (failed) => this.fail(failed))),
      onBroken: handlers.onBroken,
    }
  }

  begin(opened: Line, isReused: boolean) {
    if (this.#over) return void opened.socket.destroy()
    this.#line = opened
    this.#reused = isReused
    opened.user = this.#user
    if (this.#held.isHeld()) opened.socket.pause()
    if (this.#out.begin(opened.socket)) this.#handlers.onDrain()
  }

  fail(error: Error) {
    if (this.#over) return
    this.#leave(false)
    this.#handlers.onError(error)
  }

  /** False while the agent accepts no more. */
  write(bytes: Buffer): boolean {
    return this.#over || this.#out.write(bytes)
  }

  end(trailers: RawHeaders) {
    if (!this.#over) this.#out.end(trailers)
  }

  readonly hold = this.#held.hold
  readonly release = this.#held.release

  destroy() {
    this.#leave(false)
  }

  #leave(isKept: boolean) {
    this.#over = true
    const left = this.#line
    this.#line = undefined
    if (!left) return
    left.user = undefined
    if (this.#held.isHeld()) left.socket.resume()
    if (isKept && this.#out.isWhole()) this.#keep(left)
    else left.socket.destroy()
  }

  #refusing(act: () => boolean): boolean {
    try {
      return act()
    } catch (error) {
      if (!(error instanceof BadHttp)) throw error
      this.fail(error)
      return false
    }
  }
}

/** Pauses the agent until every holder has released it. */
export function createHeld(agent: () => Flow | undefined) {
  const holders = new Set<string>()
  return {
    isHeld: (): boolean => holders.size > 0,
    hold(holder: string): void {
      holders.add(holder)
      agent()?.pause()
    },
    release(holder: string): void {
      holders.delete(holder)
      if (holders.size === 0) agent()?.resume()
    },
  }
}

/** Sends head and body to the agent, buffered until the connection is open. */
function createRequestSide({ method, target, headers }: AgentRequest) {
  const isChunked = headerOf(headers, 'transfer-encoding') !== undefined
  const announcedBytes = isChunked ? Infinity : Number(headerOf(headers, 'content-length') ?? 0)
  const waiting: Buffer[] = []
  let waitingBytes = 0
  let bodyBytes = 0
  let socket: Socket | undefined
  let isSent = false
  const send = (bytes: Buffer): boolean => {
    if (socket) return socket.write(bytes)
    waiting.push(bytes)
    waitingBytes += bytes.byteLength
    return waitingBytes < maxWaitingBytes
  }
  return {
    /** Returns whether the caller was paused meanwhile. */
    begin(opened: Socket): boolean {
      socket = opened
      socket.cork()
      socket.write(`${method} ${target} HTTP/1.1\r\n${fieldLines(headers)}\r\n`, 'latin1')
      for (const bytes of waiting.splice(0)) socket.write(bytes)
      socket.uncork()
      return waitingBytes >= maxWaitingBytes
    },
    write(bytes: Buffer): boolean {
      if (bytes.byteLength === 0) return true
      bodyBytes += bytes.byteLength
      // The agent would read the rest as another request.
      if (bodyBytes > announcedBytes) throw new Error('a body longer than its head announces')
      if (!isChunked) return send(bytes)
      send(Buffer.from(`${bytes.byteLength.toString(16)}\r\n`))
      send(bytes)
      return send(lineEnd)
    },
    end(trailers: RawHeaders) {
      if (isChunked) send(Buffer.from(`0\r\n${fieldLines(trailers)}\r\n`, 'latin1'))
      isSent = true
    },
    /** The body has its announced length, so the connection can be used for another request. */
    isWhole: () => isSent && (isChunked || bodyBytes === announcedBytes),
  }
}

const lineEnd = Buffer.from('\r\n')

interface ResponseHandlers extends Pick<AgentHandlers, 'onContinue' | 'onBody'> {
  onHead(head: ReadHead): void
  onEnd(reason: 'complete' | 'closed-by-agent', isKept: boolean, trailers: RawHeaders): void
  isOver(): boolean
}

/** Reads a response: head, then body. Throws where it is no HTTP. */
function createResponseSide({ method, maxHeadBytes }: AgentRequest, handlers: ResponseHandlers) {
  let pending: Buffer = Buffer.alloc(0)
  let head: ReadHead | undefined
  let scan: BodyScan | undefined

  /** Returns the bytes after the head; undefined while it is incomplete. */
  const takeHead = (bytes: Buffer): Buffer | undefined => {
    pending = pending.byteLength === 0 ? bytes : Buffer.concat([pending, bytes])
    const begin = pending.toString('latin1', 0, start.length)
    if (begin !== start.slice(0, begin.length)) throw new BadHttp('Expected HTTP/')
    const end = pending.indexOf('\r\n\r\n')
    if (end > maxHeadBytes || (end < 0 && pending.byteLength > maxHeadBytes))
      throw new BadHttp('Header overflow', 'HPE_HEADER_OVERFLOW')
    if (end < 0) return undefined
    const read = readHead(pending.toString('latin1', 0, end), method)
    const rest = pending.subarray(end + 4)
    pending = Buffer.alloc(0)
    if (read.status === 101) throw new BadHttp('Switched protocols unasked')
    if (read.status < 200) {
      if (read.status === 100) handlers.onContinue()
      return rest.byteLength > 0 && !handlers.isOver() ? takeHead(rest) : undefined
    }
    head = read
    scan = createBodyScan(read.framing)
    handlers.onHead(read)
    return rest
  }

  return {
    /** Returns true if no reference to the bytes remains. */
    read(bytes: Buffer): boolean {
      const more = scan ? bytes : takeHead(bytes)
      if (!more || !scan || !head || handlers.isOver()) return false
      const { raw, body, end } = scan.read(more)
      const isGone = raw.length === 0 || handlers.onBody(raw, body)
      if (!end || handlers.isOver()) return isGone
      handlers.onEnd('complete', head.isKept && end.rest.byteLength === 0, readFields(end.trailers))
      return isGone
    },
    close(error: Error | undefined, fail: (error: Error) => void): boolean {
      if (!error && head?.framing.by === 'close') handlers.onEnd('closed-by-agent', false, [])
      else if (!error && pending.byteLength > 0)
        throw new BadHttp('It ended within its head', 'HPE_INVALID_EOF_STATE')
      else fail(error ?? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))
      return true
    },
  }
}

const start = 'HTTP/1.'
