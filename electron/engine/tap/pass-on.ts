// One request from a caller to the agent, and its answer back: bytes go on as they come, held back where the other side is slow, and are
// recorded after that. Where one side breaks off, the other is let go, and the record says which it was.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TapFault } from '#shared/contract/taps.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { guarded } from '../guarded.ts'
import { failureOf, type WireFailure } from '../wire/failure.ts'
import type { Flow } from '../wire/http.ts'
import { type AgentSide, LeadsBack } from './agent-side.ts'
import { type AnswerHead, faultsOf, spoil } from './faults.ts'
import { endToEnd, rawPairs, withHost } from './heads.ts'
import { createPassEnding, type PassEnding } from './pass-ending.ts'
import type { TapRoutes, TapTarget } from './routes.ts'
import { type CardAnswer, takeCard } from './take-card.ts'
import { openTapExchange, type TapExchange, type TapExchangeDeps } from './tap-exchange.ts'

/** Of the body of a request through a tap, as the record keeps it; what is longer goes on whole. */
const maxTapRequestBytes = 16 * 1024 * 1024

export interface PassDeps {
  readonly routes: TapRoutes
  readonly agentSide: AgentSide
  readonly exchange: Omit<TapExchangeDeps, 'sessionId' | 'secrets'>
  /** Where a call that begins now belongs, and the memory of its secrets. */
  readonly now: () => Pick<TapExchangeDeps, 'sessionId' | 'secrets'>
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
  /** Whether it answers to this name, as a caller writes it. */
  /** Those it has now. */
  readonly faults: () => readonly TapFault[]
  readonly isNamed: (host: string | undefined) => boolean
}

interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** It waits to be told to go on before it sends its body. */
  readonly expects: boolean
}

export interface Passing {
  stop(failure: WireFailure): void
}

export function passOn(deps: PassDeps, visit: Visit, onOver: (failed: boolean) => void): Passing {
  const { request, response } = visit
  const { method = 'GET', url = '/', headers } = request
  const target = deps.isNamed(headers.host) ? deps.routes.targetOf(url) : undefined
  const body = createKept(maxTapRequestBytes)
  const begun = deps.now()
  const came = rawPairs(request.rawHeaders)
  const caller = `${request.socket.remoteAddress ?? ''}:${request.socket.remotePort ?? ''}`
  const place =
    target === undefined
      ? { url: `${deps.exchange.tapAddress}${url}`, headers: came }
      : { url: target.origin + target.path, headers: withHost(came, hostOf(target)) }
  const open = () =>
    openTapExchange(
      { ...deps.exchange, ...begun },
      { method, ...place, body: body.bytes(), seenBytes: body.seenBytes(), caller },
    )
  const ending = createPassEnding(response, open, onOver)
  if (target === undefined)
    ending.refused(421, deps.isNamed(headers.host) ? noSuchPlace(url) : otherName(headers.host))
  else if (isOwnTarget(deps, target)) ending.refused(508, leadsBack)
  else forward(deps, visit, { ending, target, body })
  return { stop: ending.stop }
}

interface Pass {
  readonly ending: PassEnding
  readonly target: TapTarget
  readonly body: ReturnType<typeof createKept>
}

function forward(deps: PassDeps, { request, response, expects }: Visit, pass: Pass): void {
  const { ending, target, body } = pass
  const { method = 'GET' } = request
  const { breakOff } = ending
  const headers = withHost(endToEnd(rawPairs(request.rawHeaders)), hostOf(target))
  const upstream = deps.agentSide.ask(target, method, headers)
  ending.letGo = () => void upstream.destroy()
  const failed = (error: Error) => {
    if (error instanceof LeadsBack) return ending.refused(508, leadsBack)
    ending.failed(failureOf(error, { url: target.origin, headSeen: false, receivedBytes: 0 }))
  }
  const answered = (answer: IncomingMessage) =>
    answerCaller(
      deps,
      { answer, response, method, host: request.headers.host, reused: upstream.reusedSocket },
      pass,
    )
  upstream.on('response', guarded('tap agent head', answered, breakOff))
  upstream.on('error', guarded('tap agent error', failed, breakOff))
  if (expects) {
    const goOn = () => response.writeContinue()
    upstream.on('continue', guarded('tap agent continue', goOn, breakOff))
  }
  request.pipe(upstream)
  request.on('data', guarded('tap caller body', body.add, breakOff))
  const whole = () => void ending.recorded()
  request.on('end', guarded('tap caller end', whole, breakOff))
}

interface Answering {
  readonly answer: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly host: string | undefined
  readonly reused: boolean
}

function answerCaller(deps: PassDeps, answering: Answering, { ending, target }: Pass): void {
  const { answer, response, method, host, reused } = answering
  const { statusCode = 502, statusMessage = '' } = answer
  const headers = rawPairs(answer.rawHeaders)
  const taken = ending.recorded()
  response.sendDate = false
  const tappedUrl = (url: string) =>
    deps.routes.tappedUrl(url, host === undefined ? undefined : `http://${host}`)
  const place = { url: target.origin + target.path, exchange: deps.exchange, tappedUrl }
  const card = takeCard({ ...place, method, statusCode, headers })
  const begin = (head: AnswerHead = { status: statusCode, headers }) => {
    response.writeHead(
      head.status,
      head.status === statusCode ? statusMessage : '',
      endToEnd(head.headers).flat(),
    )
    // So that a stream is seen to begin before it says anything.
    response.flushHeaders()
  }
  const faults = card ? [] : faultsOf(deps.faults(), taken.call)
  const sink =
    faults.length > 0
      ? spoil(faults, { head: { status: statusCode, headers }, begin, response, ending })
      : response
  if (card === undefined) {
    if (sink === response) begin()
    answer.pipe(sink, { end: sink !== response })
  }
  // The caller waits for nothing that is only for the record.
  taken.head(statusCode, statusMessage, headers, deps.agentSide.factsOf(answer.socket, reused))
  const flow: Flow = {
    pause: () => void answer.pause(),
    resume: () => void (sink.writableNeedDrain || answer.resume()),
  }
  let receivedBytes = 0
  const chunk = (bytes: Buffer) => {
    receivedBytes += bytes.byteLength
    card?.add(bytes)
    if (!ending.isOver()) taken.chunk(bytes, flow)
  }
  const end = () =>
    ending.finish(() => {
      const trailers = rawPairs(answer.rawTrailers)
      if (card) sendCard(card, taken, response, statusCode)
      else {
        if (trailers.length > 0) response.addTrailers(trailers)
        if (sink === response) response.end()
      }
      taken.end(isDelimited(method, statusCode, headers) ? 'complete' : 'closed-by-agent', trailers)
    })
  const broke = (error: Error) =>
    ending.failed(failureOf(error, { url: target.origin, headSeen: true, receivedBytes }))
  answer.on('data', guarded('tap agent body', chunk, ending.breakOff))
  answer.on('end', guarded('tap agent end', end, ending.breakOff))
  answer.on('error', guarded('tap agent break', broke, ending.breakOff))
}

function sendCard(card: CardAnswer, taken: TapExchange, response: ServerResponse, status: number): void {
  const { headers, body, notes } = card.served()
  response.writeHead(status, endToEnd(headers).flat())
  response.end(body)
  for (const note of notes) taken.note(note)
}

const leadsBack = 'This address is a tap of this Parley, which would call itself. Nothing was forwarded.'

function otherName(host: string | undefined): string {
  return `This tap answers at 127.0.0.1 alone, not as ${host ?? 'a host without a name'}.`
}

function noSuchPlace(url: string): string {
  return `This tap forwards to no such place as ${url}, only to the origins of its agent.`
}

function isOwnTarget({ isOwn }: PassDeps, { origin }: TapTarget): boolean {
  const { hostname, port } = new URL(origin)
  return isOwn(hostname, Number(port))
}

function hostOf({ origin }: TapTarget): string {
  return new URL(origin).host
}

function isDelimited(method: string, status: number, headers: RawHeaders): boolean {
  if (method === 'HEAD' || status === 204 || status === 304) return true
  return headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
}

/** Bytes up to a bound, and how many there were. */
function createKept(maxBytes: number) {
  const parts: Buffer[] = []
  let keptBytes = 0
  let seen = 0
  return {
    add(bytes: Buffer) {
      seen += bytes.byteLength
      if (keptBytes >= maxBytes) return
      const part = bytes.subarray(0, maxBytes - keptBytes)
      parts.push(part)
      keptBytes += part.byteLength
    },
    bytes: () => Buffer.concat(parts),
    seenBytes: () => seen,
  }
}
