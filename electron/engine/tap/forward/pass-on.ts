// One request from a caller to the agent and its response: bytes are passed on as they arrive, with back pressure, and
// reported to the record. When one side ends early, the other is closed, and the record names the side. An agent's call
// of a caller's webhook is passed on likewise, in the other direction.

import type { IncomingMessage } from 'node:http'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { portOf } from '#shared/url.ts'
import { keepBytes } from '../../platform/files.ts'
import { guarded } from '../../platform/guarded.ts'
import { rawPairs } from '../../platform/net.ts'
import { failureOf, type WireFailure } from '../../wire/failure.ts'
import type { AgentCall } from './agent-call.ts'
import { LeadsBack } from './agent-side.ts'
import { agentGone, httpCaller, ProxyCallEnd } from './call-end.ts'
import type { ProxyCallLog } from './call-log.ts'
import { endToEnd, endToEndTrailers, framingNamed, withHost } from './heads.ts'
import type { TapRequest } from './messages.ts'
import type { Incoming, ProxyCall, ProxyDeps } from './pass.ts'
import { type CallerResponse, respondToCaller } from './respond-to-caller.ts'
import type { TapTarget } from './routes.ts'
import { mayNameWebhook, replaceWebhook, type Sending } from './webhooks/replace-webhook.ts'

/** Of the body of a request through a tap in the record; a longer one is passed on whole. */
export const maxTapRequestBytes = 16 * 1024 * 1024

export interface Passing {
  stop(failure: WireFailure): void
}

export function passOn(deps: ProxyDeps, incoming: Incoming, log: ProxyCallLog, onOver: () => void): Passing {
  const { request, response } = incoming
  const { method = 'GET', url = '/', headers } = request
  const isNamed = deps.isNamed(headers.host)
  const called = isNamed ? deps.webhooks.called(url) : undefined
  const target = called?.target ?? (isNamed && called === undefined ? deps.routes.targetOf(url) : undefined)
  const body = keepBytes(maxTapRequestBytes)
  const received = rawPairs(request.rawHeaders)
  const caller = `${request.socket.remoteAddress ?? ''}:${request.socket.remotePort ?? ''}`
  const place =
    target === undefined
      ? // An absolute URL may contain a password.
        { url: `${deps.address}${url.startsWith('/') ? url : ''}`, headers: received }
      : { url: target.origin + target.path, headers: withHost(received, new URL(target.origin).host) }
  const push = called && { key: called.webhook.key, address: `http://${headers.host ?? ''}${url}` }
  let named: Pick<TapRequest, 'webhook' | 'webhookKept'> = {}
  const tapRequest = (): TapRequest => ({
    ...{ method, ...place, seenBytes: body.seenBytes(), caller, ...named },
    ...(push && { push }),
  })
  const side = httpCaller(response, ...(called ? [agentGone] : []))
  const record = () => log.request(tapRequest(), body.parts())
  const ending = new ProxyCallEnd(side, log, record, onOver, called ? 'webhook' : 'agent')
  const name: ProxyCall['name'] = (match) => {
    named = match
  }
  const unclear = whyUnclear(request, received)
  if (unclear !== undefined) ending.refused(400, unclear)
  else if (called === null) ending.refused(404, noSuchWebhook)
  else if (target === undefined && isNamed) {
    const { status, message } = deps.routes.whyNot(url)
    ending.refused(status, message)
  } else if (target === undefined) ending.refused(421, otherName(headers.host))
  else if (called ? called.leadsHere : isOwnTarget(deps, target))
    ending.refused(508, called ? ownWebhook : leadsBack(deps))
  else forward(deps, incoming, { ending, target, request: tapRequest, body, name, ...defined({ called }) })
  return { stop: ending.stop }
}

function forward(deps: ProxyDeps, incoming: Incoming, proxyCall: ProxyCall): void {
  const headers = withHost(
    endToEnd(rawPairs(incoming.request.rawHeaders)),
    new URL(proxyCall.target.origin).host,
  )
  const go = (sending: Sending) => send(deps, incoming, proxyCall, sending)
  if (mayNameWebhook(deps, incoming, proxyCall)) replaceWebhook(deps, incoming, proxyCall, headers, go)
  else go({ headers })
}

function send(
  deps: ProxyDeps,
  incoming: Incoming,
  proxyCall: ProxyCall,
  { headers, body: pending, isWhole }: Sending,
): void {
  const { request, response, expects } = incoming
  const { ending, target, body, called } = proxyCall
  const { method = 'GET' } = request
  const side = called ? deps.webhookSide(called.webhook.isFar) : deps.agentSide
  let answer: CallerResponse | undefined
  let receivedBytes = 0
  const call: AgentCall = side.request(target, method, headers, {
    onContinue: () => expects && !pending && response.writeContinue(),
    onHead(head, connection) {
      answer = respondToCaller(deps, incoming, { proxyCall, call, head, connection })
    },
    onBody(raw, read) {
      for (const { byteLength } of read) receivedBytes += byteLength
      return answer?.body(raw, read) ?? true
    },
    onEnd: (reason, trailers) => answer?.end(reason, trailers),
    onError(error) {
      if (error instanceof LeadsBack) return ending.refused(508, called ? ownWebhook : leadsBack(deps))
      const observed = { url: target.origin, headSeen: answer !== undefined, receivedBytes }
      ending.failed(failureOf(error, called ? { ...observed, what: 'webhook' } : observed))
    },
    onDrain: () => void request.resume(),
    onBroken: ending.breakOff,
  })
  ending.letGo = () => call.destroy()
  const whole = () => {
    ending.recorded()
    call.end(endToEndTrailers(rawPairs(request.rawTrailers)))
  }
  const isTaken = pending === undefined || call.write(pending)
  if (isWhole) {
    whole()
    return
  }
  const add = (bytes: Buffer) => {
    body.add(bytes)
    if (!call.write(bytes)) request.pause()
  }
  request.on('data', guarded('tap caller body', add, ending.breakOff))
  request.on('end', guarded('tap caller end', whole, ending.breakOff))
  if (pending && isTaken) request.resume()
}

/** Connections with an ambiguous request, which was refused: later requests may be a part of its body. */
const unclearConnections = new WeakSet<object>()

function whyUnclear({ socket }: IncomingMessage, headers: RawHeaders): string | undefined {
  const named = framingNamed(headers)
  if (named !== undefined) unclearConnections.add(socket)
  else if (unclearConnections.has(socket))
    return 'An earlier request on this connection was refused, and where it ends isn’t certain. Nothing was forwarded.'
  return named === undefined
    ? undefined
    : `The Connection header names ${named}, without which the request could be read as two. Nothing was forwarded.`
}

export function leadsBack({ plan }: Pick<ProxyDeps, 'plan'>): string {
  return plan.isProxy
    ? 'This address is Parley itself: a tap, a proxy or a receiver, which records what is sent there. Call it without this proxy (NO_PROXY). Nothing was forwarded.'
    : 'This address is a tap of this Parley, which would call itself. Nothing was forwarded.'
}

const ownWebhook = 'This webhook is at an address of Parley itself, or of its machine. Nothing was forwarded.'
const noSuchWebhook =
  'This address of the tap doesn’t belong to a webhook, or no longer. Nothing was forwarded.'

export function otherName(host: string | undefined): string {
  return `This tap answers at 127.0.0.1 only, not as ${host ?? 'a host without a name'}.`
}

function isOwnTarget({ isOwn }: ProxyDeps, { origin }: TapTarget): boolean {
  const url = new URL(origin)
  return isOwn(url.hostname, portOf(url))
}
