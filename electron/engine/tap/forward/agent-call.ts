// One request to the agent and its response, on a connection used by no other request meanwhile. The request's body is
// framed as its head announces; the response is passed on as it is read.

import type { Socket } from 'node:net'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { ConnectionFacts, RawHeaders } from '#shared/record/entry.ts'
import { connectionFacts } from '../../wire/connect.ts'
import { BadHttp, type ReadHead, readFields, readHead } from './answer-head.ts'
import { type BodyScan, createBodyScan } from './body-scan.ts'
import { fieldLines } from './heads.ts'

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

export interface AgentCall {
  /** False while the agent accepts no more. */
  write(bytes: Buffer): boolean
  end(trailers: RawHeaders): unknown
  /** Pauses the agent until every holder has released it. */
  hold(who: string): void
  release(who: string): void
  destroy(): void
}

interface OpeningCall extends AgentCall {
  begin(line: Line, reused: boolean): void
  fail(error: Error): void
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

export function createAgentCall(
  agentRequest: AgentRequest,
  handlers: AgentHandlers,
  keep: (line: Line) => void,
): OpeningCall {
  const out = createRequestSide(agentRequest)
  const holding = new Set<string>()
  let line: Line | undefined
  let reused = false
  let over = false

  const leave = (isKept: boolean) => {
    over = true
    const left = line
    line = undefined
    if (!left) return
    left.user = undefined
    if (holding.size > 0) left.socket.resume()
    if (isKept && out.isWhole()) keep(left)
    else left.socket.destroy()
  }
  const fail = (error: Error) => {
    if (over) return
    leave(false)
    handlers.onError(error)
  }
  const answer = createAnswer(agentRequest, {
    onContinue: handlers.onContinue,
    onHead: (head) =>
      line &&
      handlers.onHead(head, { ...connectionFacts(line.socket, undefined), reused, httpVersion: '1.1' }),
    onBody: handlers.onBody,
    isOver: () => over,
    onEnd(reason, isKept, trailers) {
      leave(isKept)
      handlers.onEnd(reason, trailers)
    },
  })
  const refusing = (act: () => boolean): boolean => {
    try {
      return act()
    } catch (error) {
      if (!(error instanceof BadHttp)) throw error
      fail(error)
      return false
    }
  }
  const user: LineUser = {
    read: (bytes) => refusing(() => answer.read(bytes)),
    drained: handlers.onDrain,
    closed: (error) => void refusing(() => answer.close(error, fail)),
    onBroken: handlers.onBroken,
  }

  return {
    begin(opened, isReused) {
      if (over) return void opened.socket.destroy()
      line = opened
      reused = isReused
      opened.user = user
      if (holding.size > 0) opened.socket.pause()
      if (out.begin(opened.socket)) handlers.onDrain()
    },
    fail,
    write: (bytes) => over || out.write(bytes),
    end: (trailers) => over || out.end(trailers),
    hold(who) {
      holding.add(who)
      line?.socket.pause()
    },
    release(who) {
      holding.delete(who)
      if (holding.size === 0) line?.socket.resume()
    },
    destroy: () => leave(false),
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

interface AnswerHandlers extends Pick<AgentHandlers, 'onContinue' | 'onBody'> {
  onHead(head: ReadHead): void
  onEnd(reason: 'complete' | 'closed-by-agent', isKept: boolean, trailers: RawHeaders): void
  isOver(): boolean
}

/** Reads a response: head, then body. Throws where it is no HTTP. */
function createAnswer({ method, maxHeadBytes }: AgentRequest, handlers: AnswerHandlers) {
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
