// One request from a caller to the agent, and its answer back: bytes go on as they come, held back where the other side is slow, and are
// told to whom records them. Where one side breaks off, the other is let go, and the record says which it was.

import { guarded } from '../../guarded.ts'
import { failureOf, type WireFailure } from '../../wire/failure.ts'
import type { AgentCall } from './agent-call.ts'
import { LeadsBack } from './agent-side.ts'
import { answerCaller, type CallerAnswer } from './answer-caller.ts'
import { endToEnd, rawPairs, withHost } from './heads.ts'
import type { Asked } from './messages.ts'
import { createKept, type Pass, type PassDeps, type Visit } from './pass.ts'
import { createPassEnding, httpCaller } from './pass-ending.ts'
import type { PassLog } from './pass-log.ts'
import type { TapTarget } from './routes.ts'

/** Of the body of a request through a tap, as the record keeps it; what is longer goes on whole. */
export const maxTapRequestBytes = 16 * 1024 * 1024

export interface Passing {
  stop(failure: WireFailure): void
}

export function passOn(deps: PassDeps, visit: Visit, log: PassLog, onOver: () => void): Passing {
  const { request, response } = visit
  const { method = 'GET', url = '/', headers } = request
  const target = deps.isNamed(headers.host) ? deps.routes.targetOf(url) : undefined
  const body = createKept(maxTapRequestBytes)
  const came = rawPairs(request.rawHeaders)
  const caller = `${request.socket.remoteAddress ?? ''}:${request.socket.remotePort ?? ''}`
  const place =
    target === undefined
      ? { url: `${deps.address}${url}`, headers: came }
      : { url: target.origin + target.path, headers: withHost(came, hostOf(target)) }
  const asked = (): Asked => ({ method, ...place, seenBytes: body.seenBytes(), caller })
  const ending = createPassEnding(httpCaller(response), log, () => log.asked(asked(), body.parts()), onOver)
  if (target === undefined)
    ending.refused(421, deps.isNamed(headers.host) ? noSuchPlace(url) : otherName(headers.host))
  else if (isOwnTarget(deps, target)) ending.refused(508, leadsBack)
  else forward(deps, visit, { ending, target, asked, body })
  return { stop: ending.stop }
}

function forward(deps: PassDeps, visit: Visit, pass: Pass): void {
  const { request, response, expects } = visit
  const { ending, target, body } = pass
  const { method = 'GET' } = request
  let answer: CallerAnswer | undefined
  let receivedBytes = 0
  const call: AgentCall = deps.agentSide.ask(
    target,
    method,
    withHost(endToEnd(rawPairs(request.rawHeaders)), hostOf(target)),
    {
      onContinue: () => expects && response.writeContinue(),
      onHead(head, connection) {
        answer = answerCaller(deps, visit, { pass, call, head, connection })
      },
      onBody(raw, read) {
        for (const { byteLength } of read) receivedBytes += byteLength
        answer?.body(raw, read)
      },
      onEnd: (reason, trailers) => answer?.end(reason, trailers),
      onError(error) {
        if (error instanceof LeadsBack) return ending.refused(508, leadsBack)
        const seen = { url: target.origin, headSeen: answer !== undefined, receivedBytes }
        ending.failed(failureOf(error, seen))
      },
      onDrain: () => void request.resume(),
      onBroken: ending.breakOff,
    },
  )
  ending.letGo = call.destroy
  const add = (bytes: Buffer) => {
    body.add(bytes)
    if (!call.write(bytes)) request.pause()
  }
  const whole = () => {
    ending.recorded()
    call.end(rawPairs(request.rawTrailers))
  }
  request.on('data', guarded('tap caller body', add, ending.breakOff))
  request.on('end', guarded('tap caller end', whole, ending.breakOff))
}

export const leadsBack =
  'This address is a tap of this Parley, which would call itself. Nothing was forwarded.'

export function otherName(host: string | undefined): string {
  return `This tap answers at 127.0.0.1 only, not as ${host ?? 'a host without a name'}.`
}

function noSuchPlace(url: string): string {
  return `This tap doesn’t forward to ${url}, only to the origins of its agent.`
}

function isOwnTarget({ isOwn }: PassDeps, { origin }: TapTarget): boolean {
  const { hostname, port } = new URL(origin)
  return isOwn(hostname, Number(port))
}

function hostOf({ origin }: TapTarget): string {
  return new URL(origin).host
}
