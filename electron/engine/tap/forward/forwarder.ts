// What forwards: opens taps as it is ordered to, passes on what is said through them, and hands over what passed. It records nothing and
// judges nothing, so that no caller waits for that.

import type { IncomingMessage } from 'node:http'
import { shorten } from '#shared/shorten.ts'
import { guarded, toError } from '../../guarded.ts'
import { isLoopback } from '../../is-loopback.ts'
import { createAgentSide } from './agent-side.ts'
import { createHandOver, type HandOver } from './hand-over.ts'
import type { ForwardPlan, Order, Report, Start } from './messages.ts'
import type { PassDeps } from './pass.ts'
import { createPassLog } from './pass-log.ts'
import { type Passing, passOn } from './pass-on.ts'
import { createRoutes, isOwnPlace } from './routes.ts'
import { openTapServer, type TapServer } from './tap-server.ts'

export interface Forwarder {
  obey(order: Order): void
  close(): Promise<void>
}

interface OpenTap {
  setFaults(faults: ForwardPlan['faults']): void
  close(): Promise<void>
}

export function createForwarder(
  start: Start,
  report: (report: Report, transfer?: readonly ArrayBuffer[]) => void,
): Forwarder {
  const handOver = createHandOver(start, (batch) => report({ report: 'passed', batch }, [batch.bytes.buffer]))
  const hosts = new Map<number, string>()
  const taps = new Map<number, OpenTap>()

  const open = async (tap: number, plan: ForwardPlan) => {
    try {
      const { port, address, ...opened } = await openTap(tap, plan, { hosts, handOver })
      taps.set(tap, opened)
      report({ report: 'opened', tap, port, address })
    } catch (error) {
      const { message, code } = toError(error) as NodeJS.ErrnoException
      report({ report: 'not-opened', tap, message, ...(code !== undefined && { code }) })
    }
  }
  const close = async (tap: number) => {
    await taps.get(tap)?.close()
    taps.delete(tap)
    handOver.add({ tap, kind: 'closed' })
  }
  const obey = (order: Order) => {
    switch (order.order) {
      case 'open':
        return open(order.tap, order.plan)
      case 'faults':
        return taps.get(order.tap)?.setFaults(order.faults)
      case 'close':
        return close(order.tap)
      case 'seal':
        return handOver.seal()
      case 'settle':
        return handOver.add({ tap: 0, kind: 'settled', turn: order.turn })
      case 'taken':
        return handOver.taken()
    }
  }
  return {
    obey: guarded('tap order', obey, (_error, [order]) => obey(order)),
    async close() {
      await Promise.all([...taps.values()].map((tap) => tap.close()))
      await handOver.close()
    },
  }
}

interface Shared {
  /** Of every tap that listens, by its port. */
  readonly hosts: Map<number, string>
  readonly handOver: HandOver
}

async function openTap(tap: number, plan: ForwardPlan, { hosts, handOver }: Shared) {
  const { port, host } = plan
  let { faults } = plan
  const isOwn: PassDeps['isOwn'] = (address, at) => isOwnPlace(address, at, hosts)
  const agentSide = createAgentSide(plan.profile, isOwn)
  const underWay = new Set<Passing>()
  const connections = new WeakSet<object>()
  let passes = 0
  let server: TapServer | undefined
  const routes = createRoutes(plan.urls, () => server?.address ?? '')
  server = await openTapServer(
    { port, host },
    {
      onRequest(request, response, expects) {
        passes += 1
        const pass = passes
        const isNewConnection = !connections.has(request.socket)
        connections.add(request.socket)
        handOver.add({ tap, pass, kind: 'begun', isNewConnection, program: callerOf(request) })
        const passing: { is?: Passing } = {}
        const onOver = () => {
          if (passing.is) underWay.delete(passing.is)
        }
        const address = server?.address ?? ''
        const deps = { plan, address, routes, agentSide, handOver, isOwn, isNamed: namedAt(host) }
        const log = createPassLog(handOver, tap, pass)
        passing.is = passOn({ ...deps, faults: () => faults }, { request, response, expects }, log, onOver)
        if (!response.writableEnded) underWay.add(passing.is)
      },
      onBroken: (caller, message) => handOver.add({ tap, kind: 'broken', caller, message }),
    },
  )
  hosts.set(server.port, host)
  return {
    port: server.port,
    address: server.address,
    setFaults(next: ForwardPlan['faults']) {
      faults = next
    },
    async close() {
      for (const passing of underWay) passing.stop(stopped)
      await server?.close()
      agentSide.close()
      hosts.delete(server?.port ?? 0)
    },
  }
}

/** Of what a caller says that it is, in the list of taps; shortened. */
const maxCallerChars = 100

function callerOf({ headers, socket }: IncomingMessage): string {
  return shorten(headers['user-agent'] ?? socket.remoteAddress ?? '', maxCallerChars)
}

/** A page of somebody's that made its own name point here is not answered; a tap that is open to others goes by names nobody knows here. */
function namedAt(host: string): PassDeps['isNamed'] {
  if (!isLoopback(host)) return () => true
  return (name) => isLoopback(URL.parse(`http://${name ?? ''}`)?.hostname ?? '')
}

const stopped = {
  failure: 'aborted',
  message: 'The tap was stopped while this call was open. What had arrived is kept.',
} as const
