// One call over gRPC from a caller to the agent: an HTTP/2 stream in, one out. Heads, bytes and trailers are passed on
// as they arrive, with back pressure, and reported to the record. When one side ends early, the other is closed, and
// the record names the side.

import { type ClientHttp2Stream, constants, type ServerHttp2Stream } from 'node:http2'
import type { Writable } from 'node:stream'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { TapFault } from '#shared/contract/taps.ts'
import { toError } from '#shared/errors.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { portOf } from '#shared/url.ts'
import { codeOf } from '../../../platform/errors.ts'
import { type KeptBytes, keepBytes } from '../../../platform/files.ts'
import { guarded } from '../../../platform/guarded.ts'
import { rawPairs } from '../../../platform/net.ts'
import { failureOf, type WireFailure } from '../../../wire/failure.ts'
import { createGrpcMessages } from '../../../wire/grpc/messages.ts'
import { readGrpcCall } from '../../grpc/grpc-call.ts'
import { createHeld } from '../agent-call.ts'
import { LeadsBack } from '../agent-side.ts'
import { ProxyCallEnd } from '../call-end.ts'
import type { ProxyCallLog } from '../call-log.ts'
import { faultsOf } from '../faults.ts'
import type { TapRequest } from '../messages.ts'
import type { ProxyDeps } from '../pass.ts'
import { leadsBack, maxTapRequestBytes, otherName, type Passing } from '../pass-on.ts'
import type { TapTarget } from '../routes.ts'
import { type AgentSession, type AgentSessions, NoHttp2 } from './agent-sessions.ts'
import { type CardMessage, isCardPath, takeCardMessage } from './card-message.ts'
import { spoilStream } from './spoil-stream.ts'
import {
  addressedTo,
  byName,
  nameOf,
  respond,
  type StreamCaller,
  streamCaller,
  withoutPseudo,
} from './stream-caller.ts'

export interface StreamVisit {
  readonly stream: ServerHttp2Stream
  /** With pseudo-fields. */
  readonly head: RawHeaders
  /** Nothing follows the head. */
  readonly isWhole: boolean
  readonly caller: string
}

export type StreamPassDeps = Omit<ProxyDeps, 'agentSide' | 'webhooks' | 'webhookSide'> & {
  readonly sessions: AgentSessions
}

interface StreamCall {
  readonly visit: StreamVisit
  readonly ending: ProxyCallEnd
  readonly side: StreamCaller
  readonly target: TapTarget
  readonly request: () => TapRequest
  readonly body: KeptBytes
}

export function passStream(
  deps: StreamPassDeps,
  visit: StreamVisit,
  log: ProxyCallLog,
  onOver: () => void,
): Passing {
  const { stream, head, caller } = visit
  const method = headerOf(head, ':method') ?? ''
  const path = headerOf(head, ':path') ?? ''
  const host = headerOf(head, ':authority') ?? headerOf(head, 'host')
  const target = deps.isNamed(host) ? deps.routes.grpcTargetOf(path) : undefined
  const body = keepBytes(maxTapRequestBytes)
  const url = `${target?.origin ?? deps.address}${path}`
  const headers = withoutPseudo(head)
  const request = (): TapRequest => ({
    ...{ method, url, headers, seenBytes: body.seenBytes(), caller },
    ...(deps.settings().replacesWebhooks && { webhookKept: 'The tap replaces no webhook over gRPC.' }),
  })
  const side = streamCaller(stream, headerOf(head, 'grpc-timeout'))
  const ending = new ProxyCallEnd(side, log, () => log.request(request(), body.parts()), onOver)
  if (target === undefined) ending.refused(421, whyNoGrpc(deps, host))
  else forward(deps, { visit, ending, side, target, request, body })
  return { stop: ending.stop }
}

function forward(deps: StreamPassDeps, pass: StreamCall): void {
  const { visit, ending, target } = pass
  const { session: connection } = visit.stream
  const begin = async () => {
    const url = new URL(target.origin)
    if (deps.isOwn(url.hostname, portOf(url))) throw new LeadsBack()
    const agent = await deps.sessions.to(target.origin, connection ?? visit.stream)
    if (!ending.isOver()) sendRequest(deps, pass, agent)
  }
  begin().catch((error: unknown) => {
    if (error instanceof LeadsBack) ending.refused(508, leadsBack(deps))
    else if (error instanceof NoHttp2) ending.failed(noHttp2(target.origin))
    else ending.failed(failureOf(error, { url: target.origin, headSeen: false, receivedBytes: 0 }))
  })
}

function sendRequest(deps: StreamPassDeps, pass: StreamCall, agent: AgentSession): void {
  const { visit, ending, target, body } = pass
  const { stream, head, isWhole } = visit
  const { breakOff } = ending
  const upstream = agent.session.request(addressedTo(head, target.origin).flat(), { endStream: isWhole })
  ending.letGo = () => {
    upstream.close(stream.rstCode || constants.NGHTTP2_CANCEL)
    // A paused stream would never end.
    upstream.resume()
  }
  takeAnswer(deps, pass, upstream, agent)
  if (isWhole) return void ending.recorded()
  stream.pipe(upstream)
  stream.on('data', guarded('tap stream body', body.add, breakOff))
  const whole = () => {
    if (!stream.aborted) ending.recorded()
  }
  stream.on('end', guarded('tap stream whole', whole, breakOff))
}

function takeAnswer(
  deps: StreamPassDeps,
  pass: StreamCall,
  upstream: ClientHttp2Stream,
  agent: AgentSession,
): void {
  const { ending, side, target, visit } = pass
  const { stream } = visit
  const { breakOff } = ending
  let receivedBytes = 0
  let trailers: RawHeaders = []
  let broken: Error | undefined
  let headSeen = false
  let sink: Writable | undefined
  let card: CardMessage | undefined
  const pending = createHeld(() => upstream)
  const drained = guarded('tap stream drained', () => pending.release('caller'), breakOff)
  const answered = (_headers: unknown, flags: number, raw: readonly string[]) => {
    headSeen = true
    card = cardIn(deps, pass, rawPairs(raw))
    sink = giveHead(deps, pass, rawPairs(raw), { agent, isWhole: isLast(flags) })
    sink?.on('drain', drained)
  }
  const trailed = (_headers: unknown, _flags: number, raw: readonly string[]) => {
    trailers = withoutPseudo(rawPairs(raw))
  }
  const chunk = (bytes: Buffer) => {
    receivedBytes += bytes.byteLength
    if (ending.isOver()) return
    ending.recorded().body([bytes])
    if (sink && !sink.write(card?.take(bytes) ?? bytes)) pending.hold('caller')
    if (!deps.batchSender.isFull()) return
    pending.hold('record')
    deps.batchSender.whenRoom(() => pending.release('record'))
  }
  const end = () => {
    // Node emits the end of a stream after a reset, too.
    if (upstream.rstCode || upstream.aborted || !headSeen) return
    if (ending.isOver()) return
    const served = card?.served()
    if (served) sink?.write(served.bytes)
    if (served?.card) ending.recorded().card(served.card)
    ending.finish({ kind: 'end', reason: 'complete', trailers })
    sink?.end()
  }
  const closed = () => {
    if (ending.isOver()) return
    const code = upstream.rstCode ?? 0
    if (code !== 0) side.breakWith(code)
    ending.failed(brokenBy(code, broken, { url: target.origin, headSeen, receivedBytes }))
  }
  const sendTrailers = () => stream.sendTrailers(byName(trailers))
  const noTrailers = (error: unknown) => stream.destroy(toError(error))
  stream.on('wantTrailers', guarded('tap stream trailers', sendTrailers, noTrailers))
  upstream.on('response', guarded('tap stream head', answered, breakOff))
  upstream.on('trailers', guarded('tap stream agent trailers', trailed, breakOff))
  upstream.on('data', guarded('tap stream answer', chunk, breakOff))
  upstream.on('end', guarded('tap stream end', end, breakOff))
  const broke = (error: Error) => {
    broken = error
  }
  upstream.on('error', guarded('tap stream break', broke, breakOff))
  upstream.on('close', guarded('tap stream closed', closed, breakOff))
}

/** Returns the sink of the bytes that follow. */
function giveHead(
  deps: StreamPassDeps,
  pass: StreamCall,
  head: RawHeaders,
  { agent, isWhole }: { readonly agent: AgentSession; readonly isWhole: boolean },
): Writable | undefined {
  const { ending, side, visit } = pass
  const { stream } = visit
  if (ending.isOver()) return undefined
  const status = Number(headerOf(head, ':status'))
  // Recorded first, before any reaction of the caller.
  ending.recorded().head({ status, statusText: '', headers: withoutPseudo(head), connection: agent.facts() })
  const begin = () => respond(stream, head, { endStream: isWhole, waitForTrailers: !isWhole })
  const faults = activeFaults(deps, pass)
  if (faults.length > 0) return spoilStream(faults, { head, isWhole, begin, stream, side, ending })
  begin()
  return stream
}

function cardIn(
  { routes, plan, settings }: StreamPassDeps,
  { visit }: StreamCall,
  head: RawHeaders,
): CardMessage | undefined {
  const path = headerOf(visit.head, ':path') ?? ''
  if (!isCardPath(path)) return undefined
  const [, service = '', name = ''] = path.split('/')
  const method = definitions().method(service, name)
  const host = headerOf(visit.head, ':authority') ?? headerOf(visit.head, 'host')
  const tappedUrl = (to: string, isGrpc: boolean) => routes.tappedUrl(to, { isGrpc, host })
  const move = { tappedUrl, cardUrl: plan.cardUrl, keepsSigned: settings().keepsSigned }
  return method && takeCardMessage(head, method, move)
}

let messages: ReturnType<typeof createGrpcMessages> | undefined

function definitions() {
  messages ??= createGrpcMessages()
  return messages
}

function activeFaults(
  { settings, plan }: StreamPassDeps,
  { request, body }: StreamCall,
): readonly TapFault[] {
  const all = settings().faults
  if (all.length === 0) return all
  const received = { ...request(), body: body.bytes() }
  return faultsOf(all, readGrpcCall(received, definitions(), plan.profile.maxFrameBytes).call.facts)
}

function isLast(flags: number): boolean {
  return (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
}

function brokenBy(
  code: number,
  error: Error | undefined,
  context: { readonly url: string; readonly headSeen: boolean; readonly receivedBytes: number },
): WireFailure {
  const { host } = new URL(context.url)
  const lost = failureOf(Object.assign(new Error('lost'), { code: 'ECONNRESET' }), context)
  const isReset = codeOf(error) === 'ERR_HTTP2_STREAM_ERROR'
  if (code === 0 || code === constants.NGHTTP2_CANCEL || !isReset) return lost
  const when = context.headSeen ? `after ${context.receivedBytes} bytes of its answer` : 'without an answer'
  return {
    failure: 'reset',
    message: `${host} reset this call ${when}, with ${nameOf(code)}. What arrived is kept.`,
    code: nameOf(code),
  }
}

function whyNoGrpc({ isNamed, plan }: StreamPassDeps, host: string | undefined): string {
  if (!isNamed(host)) return otherName(host)
  return plan.isProxy
    ? 'This is a forward proxy for HTTP/1.1. A client of gRPC passes it by CONNECT, unread.'
    : 'The card of this agent has no address for gRPC that the tap forwards to.'
}

function noHttp2(origin: string): WireFailure {
  const { host } = new URL(origin)
  return { failure: 'bad-http', message: `${host} doesn’t speak HTTP/2 on this port, which gRPC requires.` }
}
