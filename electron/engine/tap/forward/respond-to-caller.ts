// Passes the agent's response to the caller. A body whose framing the caller accepts bypasses Node's framing and is
// written as it was read; a card is held until it is complete; injected faults are applied first.

import type { ServerResponse } from 'node:http'
import type { TapFault } from '#shared/contract/taps.ts'
import type { ConnectionFacts, RawHeaders } from '#shared/record/entry.ts'
import { guarded } from '../../platform/guarded.ts'
import { parseCall } from '../parse-call.ts'
import type { AgentCall } from './agent-call.ts'
import { type ForwardedHead, faultsOf, spoil } from './faults.ts'
import { endToEnd, endToEndTrailers } from './heads.ts'
import { cardUnread } from './messages.ts'
import type { BodySink, Incoming, ProxyCall, ProxyDeps } from './pass.ts'
import type { ReadHead } from './response-head.ts'
import { type CardResponse, cardRequestOf, takeCard } from './take-card.ts'
import { mayShowWebhook, restoringSink } from './webhooks/restore-address.ts'

export interface CallerResponse {
  /** Returns true if no reference to the buffer remains. */
  body(raw: readonly Buffer[], read: readonly Buffer[]): boolean
  end(reason: 'complete' | 'closed-by-agent', trailers: RawHeaders): void
}

interface Answering {
  readonly proxyCall: ProxyCall
  readonly call: AgentCall
  readonly head: ReadHead
  readonly connection: ConnectionFacts
}

export function respondToCaller(deps: ProxyDeps, incoming: Incoming, answering: Answering): CallerResponse {
  const { proxyCall, call, head, connection } = answering
  const { ending } = proxyCall
  const { status, statusText, headers } = head
  const log = ending.recorded()
  incoming.response.sendDate = false
  // Recorded first, before any reaction of the caller.
  log.head({ status, statusText, headers, connection })
  const sink = sinkOf(deps, incoming, answering)
  return {
    body(raw, read) {
      if (ending.isOver()) return true
      log.body(read)
      const isGone = sink.write(raw, read)
      if (!deps.batchSender.isFull()) return isGone
      call.hold('record')
      deps.batchSender.whenRoom(() => call.release('record'))
      return isGone
    },
    end(reason, trailers) {
      if (ending.isOver()) return
      sink.finish(trailers, (card) => {
        if (card) log.card(card)
        ending.finish({ kind: 'end', reason, trailers })
      })
    },
  }
}

function sinkOf(deps: ProxyDeps, incoming: Incoming, answering: Answering): BodySink {
  const { proxyCall, call, head } = answering
  const card = proxyCall.called ? undefined : cardIn(deps, incoming, proxyCall, head)
  if (card) {
    return cardSink(card, (headers = head.headers) => {
      const { begin, faults } = beginning(deps, incoming, { ...answering, head: { ...head, headers } })
      if (faults) return faultySink(faults)
      begin()
      return framedSink(incoming.response, call, proxyCall)
    })
  }
  if (!mayShowWebhook(deps, proxyCall, head)) return plainSink(deps, incoming, answering)
  return restoringSink(deps, proxyCall, head, (headers) =>
    plainSink(deps, incoming, { ...answering, head: { ...head, headers } }),
  )
}

function plainSink(deps: ProxyDeps, incoming: Incoming, answering: Answering): BodySink {
  const { proxyCall, call, head } = answering
  const { begin, faults } = beginning(deps, incoming, answering)
  if (faults) return faultySink(faults)
  begin()
  return isHttp1(incoming) && head.framing.by !== 'close' && incoming.response.socket
    ? rawSink(incoming.response, call, proxyCall)
    : framedSink(incoming.response, call, proxyCall)
}

/** How the head is sent to the caller, and the faults before it. */
function beginning(deps: ProxyDeps, incoming: Incoming, { proxyCall, call, head }: Answering) {
  const { response } = incoming
  const begin = (changed: ForwardedHead = head) => {
    const text = changed.status === head.status ? head.statusText : ''
    response.writeHead(changed.status, text, forCaller(incoming, head, changed.headers).flat())
    // A stream is visible before its first event.
    response.flushHeaders()
  }
  const faults = activeFaults(deps, proxyCall)
  return { begin, ...(faults.length > 0 && { faults: { faults, begin, response, call, proxyCall, head } }) }
}

function cardIn(
  { routes, plan, settings }: ProxyDeps,
  { request }: Incoming,
  { request: tapRequest, body }: ProxyCall,
  { status, headers }: ReadHead,
): CardResponse | undefined {
  const question = tapRequest()
  if (plan.isProxy) return undefined
  const pointer = status === 200 ? cardRequestOf({ ...question, body }, plan) : undefined
  if (pointer === undefined) return undefined
  const cardUrl = /\.well-known\//.test(question.url) ? question.url : plan.cardUrl
  const { host } = request.headers
  const tappedUrl = (to: string, isGrpc: boolean) => routes.tappedUrl(to, { isGrpc, host })
  return takeCard(headers, pointer, { tappedUrl, cardUrl, keepsSigned: settings().keepsSigned })
}

/** Held until it is complete; one that is too large is passed on unchanged. */
function cardSink(card: CardResponse, onward: (headers?: RawHeaders) => BodySink): BodySink {
  let sink: BodySink | undefined
  return {
    write(raw, read) {
      if (sink) return sink.write(raw, read)
      if (card.add(read)) return false
      sink = onward()
      return sink.write([], card.pieces())
    },
    finish(trailers, done) {
      if (sink) return sink.finish(trailers, () => done(cardUnread))
      const { headers, body, card: passed } = card.served()
      sink = onward(headers)
      sink.write([body], [body])
      sink.finish(passed?.isMoved ? [] : trailers, () => done(passed))
    },
  }
}

/** Writes the body as it was read. Node still owns the socket, and ends the body and reads the next request. */
function rawSink(response: ServerResponse, call: AgentCall, { ending }: ProxyCall): BodySink {
  const { socket } = response
  let isHeld = false
  const drain = () => {
    isHeld = false
    call.release('caller')
  }
  const drained = guarded('tap caller drained', drain, ending.breakOff)
  return {
    write(raw) {
      if (!socket?.writable) return true
      let isTaken = true
      for (const bytes of raw) isTaken = socket.write(bytes)
      const isGone = socket.writableLength === 0
      if (isTaken || isHeld) return isGone
      isHeld = true
      call.hold('caller')
      socket.once('drain', drained)
      return isGone
    },
    finish: (trailers, done) => endOf(response, trailers, done),
  }
}

/** Framed by Node: for HTTP/1.0, pipelined requests, and bodies that end with their connection. */
function framedSink(response: ServerResponse, call: AgentCall, { ending }: ProxyCall): BodySink {
  response.on(
    'drain',
    guarded('tap caller drained', () => call.release('caller'), ending.breakOff),
  )
  return {
    write(_raw, read) {
      for (const bytes of read) if (!response.write(bytes)) call.hold('caller')
      return false
    },
    finish: (trailers, done) => endOf(response, trailers, done),
  }
}

interface Spoiling {
  readonly faults: readonly TapFault[]
  readonly begin: (head: ForwardedHead) => void
  readonly response: ServerResponse
  readonly call: AgentCall
  readonly proxyCall: ProxyCall
  readonly head: ReadHead
}

function faultySink({ faults, begin, response, call, proxyCall: { ending }, head }: Spoiling): BodySink {
  const over = Promise.withResolvers<void>()
  const sink = spoil(faults, { head, begin, response, ending, onOver: over.resolve })
  sink.on(
    'drain',
    guarded('tap fault drained', () => call.release('fault'), ending.breakOff),
  )
  return {
    write(_raw, read) {
      for (const bytes of read) if (!sink.write(bytes)) call.hold('fault')
      return false
    },
    finish(_trailers, done) {
      sink.end()
      over.promise.then(() => done()).catch(ending.breakOff)
    },
  }
}

function endOf(response: ServerResponse, received: RawHeaders, done: () => void): void {
  const trailers = endToEndTrailers(received)
  if (trailers.length > 0)
    response.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]))
  done()
  response.end()
}

function activeFaults({ settings, plan }: ProxyDeps, { request, body, called }: ProxyCall) {
  const all = settings().faults
  if (all.length === 0) return all
  if (called) return faultsOf(all, { purpose: 'raw', label: 'push' })
  return faultsOf(all, parseCall(plan, { ...request(), body: body.bytes().toString() }).facts)
}

function isHttp1({ request }: Incoming): boolean {
  return request.httpVersionMinor === 1
}

/** HTTP/1.0 has no chunks, and without chunks there are no trailers. */
function forCaller(incoming: Incoming, { framing }: ReadHead, headers: RawHeaders): RawHeaders {
  const stored = endToEnd(headers)
  if (!isHttp1(incoming)) return stored.filter(([name]) => !/^(transfer-encoding|trailer)$/i.test(name))
  return framing.by === 'chunks' ? stored : stored.filter(([name]) => !/^trailer$/i.test(name))
}
