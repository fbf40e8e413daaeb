// A tunnel through a forward proxy (RFC 9110 §9.3.6): bytes pass both ways, counted and unread. When one side closes
// its half, the other is closed, too; the record has the counts and the side that ended it.

import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { connect, type Socket } from 'node:net'
import { hangUp } from '../../platform/bound-connections.ts'
import { systemClock } from '../../platform/clock.ts'
import { guarded, ignoreErrors } from '../../platform/guarded.ts'
import { rawPairs } from '../../platform/net.ts'
import { connectionFacts } from '../../wire/connect.ts'
import { failureOf, type WireFailure } from '../../wire/failure.ts'
import { limitTime, type TimeLimit } from '../../wire/time-limit.ts'
import { type CallerSide, callerGone, ProxyCallEnd } from './call-end.ts'
import type { ProxyCallLog } from './call-log.ts'
import type { ProxyDeps } from './pass.ts'
import { leadsBack, type Passing } from './pass-on.ts'
import { tunnelPlace } from './routes.ts'

export interface TunnelVisit {
  readonly request: IncomingMessage
  readonly socket: Socket
  /** Bytes after the head. */
  readonly head: Buffer
}

type TunnelDeps = Pick<ProxyDeps, 'plan' | 'address' | 'isOwn'>

/** Tunnels through one proxy at once; another is refused. */
const maxTunnels = 500
/** Time after one side of a tunnel has closed without a byte from the other; the tunnel is then closed. */
const maxHalfOpenMs = 60_000

/** Of one proxy. */
export function createTunnels() {
  let open = 0
  return (deps: TunnelDeps, visit: TunnelVisit, log: ProxyCallLog, onOver: () => void): Passing => {
    open += 1
    return passTunnel(deps, visit, log, {
      isFull: open > maxTunnels,
      onOver() {
        open -= 1
        onOver()
      },
    })
  }
}

interface Place {
  readonly isFull: boolean
  onOver(): void
}

function passTunnel(
  deps: TunnelDeps,
  visit: TunnelVisit,
  log: ProxyCallLog,
  { isFull, onOver }: Place,
): Passing {
  const { request, socket } = visit
  const { url = '' } = request
  const place = tunnelPlace(url)
  const requested = {
    method: 'CONNECT',
    url: place ? `http://${url}` : deps.address,
    headers: rawPairs(request.rawHeaders),
    seenBytes: 0,
    caller: `${socket.remoteAddress ?? ''}:${socket.remotePort ?? ''}`,
  }
  const side = tunnelCaller(socket)
  const ending = new ProxyCallEnd(side, log, () => log.request(requested, []), onOver)
  if (!place) ending.refused(400, 'A tunnel is asked for by the host and port it leads to, as in agent:443.')
  else if (isFull) ending.refused(503, `There are ${maxTunnels} tunnels through this proxy already.`)
  else if (deps.isOwn(place.hostname, place.port)) ending.refused(508, leadsBack(deps))
  else openTunnel(deps, visit, { ending, side, ...place })
  return { stop: ending.stop }
}

interface Opening {
  readonly ending: ProxyCallEnd
  readonly side: TunnelCaller
  readonly hostname: string
  readonly port: number
}

function openTunnel(deps: TunnelDeps, visit: TunnelVisit, opening: Opening): void {
  const { ending, hostname, port } = opening
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const there = connect({ host, port, allowHalfOpen: true, noDelay: true, keepAlive: true })
  ending.letGo = () => {
    limit.end()
    there.destroy()
  }
  const failed = (error: unknown) =>
    ending.failed(failureOf(error, { url: `http://${hostname}:${port}`, headSeen: false, receivedBytes: 0 }))
  const late = () => failed(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }))
  const connected = () => {
    limit.end()
    there.off('error', refuse)
    if (deps.isOwn(there.remoteAddress, there.remotePort)) return ending.refused(508, leadsBack(deps))
    return relay(visit, there, opening)
  }
  const refuse = guarded('tap tunnel refused', failed, ending.breakOff)
  const { connectTimeoutMs } = deps.plan.profile
  const until = { expire: late, giveUp: ending.breakOff }
  const limit = limitTime('tap tunnel timeout', systemClock, connectTimeoutMs, until)
  there.on('error', refuse)
  there.once('connect', guarded('tap tunnel open', connected, ending.breakOff))
}

interface Direction {
  readonly from: Socket
  readonly to: Socket
  count(bytes: number): void
  onEnd(): void
}

function relay({ socket, head }: TunnelVisit, there: Socket, { ending, side }: Opening): void {
  let sentBytes = 0
  let receivedBytes = 0
  let firstEnd: 'caller' | 'agent' | undefined
  let ends = 0
  /** Once one side has closed. */
  let quiet: TimeLimit | undefined
  const log = ending.recorded()
  const print = () => log.note(noteOf({ sentBytes, receivedBytes, firstEnd }))
  ending.letGo = () => {
    quiet?.end()
    print()
    there.destroy()
  }
  const over = (failure?: WireFailure) => {
    if (ending.isOver()) return
    if (failure) return ending.stop(failure)
    quiet?.end()
    print()
    ending.finish({ kind: 'end', reason: 'complete', trailers: [] })
    // Flushes the last bytes.
    for (const each of [socket, there]) each.destroySoon()
  }
  const ended = (who: 'caller' | 'agent') => {
    firstEnd ??= who
    ends += 1
    const until = { expire: () => over(), giveUp: ending.breakOff }
    if (ends === 2) over()
    else quiet = limitTime('tap tunnel timeout', systemClock, maxHalfOpenMs, until)
  }
  const lost = (who: 'caller' | 'agent') => () => {
    firstEnd ??= who
    over(who === 'caller' ? callerGone : agentLost)
  }
  const connection = { ...connectionFacts(there, undefined), reused: false, httpVersion: '1.1' } as const
  log.head({ status: 200, statusText: established, headers: [], connection })
  side.establish()
  if (head.byteLength > 0) {
    sentBytes += head.byteLength
    there.write(head)
  }
  const { breakOff } = ending
  const sent = (bytes: number) => {
    sentBytes += bytes
    quiet?.refresh()
  }
  const received = (bytes: number) => {
    receivedBytes += bytes
    quiet?.refresh()
  }
  pass({ from: socket, to: there, count: sent, onEnd: () => ended('caller') }, breakOff)
  pass({ from: there, to: socket, count: received, onEnd: () => ended('agent') }, breakOff)
  socket.on('close', guarded('tap tunnel gone', lost('caller'), breakOff))
  there.on('close', guarded('tap tunnel gone', lost('agent'), breakOff))
  ignoreErrors(there, 'tap tunnel error')
}

function pass({ from, to, count, onEnd }: Direction, breakOff: (error: unknown) => void): void {
  const take = (bytes: Buffer) => {
    count(bytes.byteLength)
    if (!to.write(bytes)) from.pause()
  }
  const end = () => {
    to.end()
    onEnd()
  }
  from.on('data', guarded('tap tunnel bytes', take, breakOff))
  to.on(
    'drain',
    guarded('tap tunnel drained', () => from.resume(), breakOff),
  )
  from.on('end', guarded('tap tunnel end', end, breakOff))
}

const established = 'Connection Established'

interface Sum {
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly firstEnd: 'caller' | 'agent' | undefined
}

function noteOf({ sentBytes, receivedBytes, firstEnd }: Sum): string {
  const count = (bytes: number) => `${bytes.toLocaleString('en-US')} ${bytes === 1 ? 'byte' : 'bytes'}`
  const who = { caller: ', and the caller closed it', agent: ', and the other side closed it' }
  const end = firstEnd === undefined ? '' : who[firstEnd]
  return `A tunnel, which isn’t read: ${count(sentBytes)} from the caller, ${count(receivedBytes)} back${end}.`
}

const agentLost: WireFailure = {
  failure: 'reset',
  message: 'The other side broke the connection of this tunnel.',
}

interface TunnelCaller extends CallerSide {
  establish(): void
}

function tunnelCaller(socket: Socket): TunnelCaller {
  let isAnswered = false
  return {
    establish() {
      isAnswered = true
      socket.write(`HTTP/1.1 200 ${established}\r\n\r\n`)
    },
    isAnswered: () => isAnswered,
    // A regular end would suggest that everything arrived.
    cut: () => void socket.resetAndDestroy(),
    answer(status, message) {
      const body = Buffer.from(`Parley's proxy: ${message}\n`)
      const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'Content-Type: text/plain; charset=utf-8',
        `Content-Length: ${body.byteLength}`,
        'Connection: close',
      ].join('\r\n')
      if (socket.writable) socket.write(`${head}\r\n\r\n`)
      if (socket.writable) socket.write(body)
      hangUp(socket)
      return String(status)
    },
    onGone(listener, giveUp) {
      // An open tunnel watches its sockets itself.
      const gone = () => {
        if (!isAnswered) listener(callerGone)
      }
      socket.on('close', guarded('tap tunnel gone', gone, giveUp))
      ignoreErrors(socket, 'tap tunnel error')
    },
  }
}
