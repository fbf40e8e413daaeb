// The forwarding side: opens taps on order, forwards their calls, and hands over what passed. It neither records nor
// judges, so no caller waits for that.

import type { IncomingMessage } from 'node:http'
import { headerOf } from '#shared/a2a/header-of.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import { shorten } from '#shared/shorten.ts'
import { codeOf } from '../../platform/errors.ts'
import { guarded } from '../../platform/guarded.ts'
import { namedAt } from '../../platform/net.ts'
import { createAgentSide } from './agent-side.ts'
import { BatchSender } from './batch-sender.ts'
import { createProxyCallLog, type ProxyCallLog } from './call-log.ts'
import { createAgentSessions } from './grpc/agent-sessions.ts'
import { passStream } from './grpc/pass-stream.ts'
import type { ForwardPlan, Order, Report, Start, TapSettings } from './messages.ts'
import type { ProxyDeps } from './pass.ts'
import { type Passing, passOn } from './pass-on.ts'
import { createProxyRoutes, createRoutes, isHere, isOwnPlace } from './routes.ts'
import { openTapServer, type TapServer } from './tap-server.ts'
import { createTunnels, type TunnelVisit } from './tunnel.ts'
import { openWebhooks } from './webhooks/callers-webhooks.ts'

export function createForwarder(
  start: Start,
  report: (report: Report, transfer?: readonly ArrayBuffer[]) => void,
) {
  const batchSender = new BatchSender(start, (batch) =>
    report({ report: 'passed', batch }, [batch.bytes.buffer]),
  )
  const hosts = new Map<number, string>()
  const taps = new Map<number, { set(settings: TapSettings): void; close(): Promise<void> }>()
  const ownPorts = new Set<number>()

  const open = async (tap: number, plan: ForwardPlan) => {
    try {
      const { port, address, ...opened } = await openTap(tap, plan, { hosts, ownPorts, batchSender })
      taps.set(tap, opened)
      report({ report: 'opened', tap, port, address })
    } catch (error) {
      report({ report: 'not-opened', tap, message: messageOf(error), ...defined({ code: codeOf(error) }) })
    }
  }
  const close = async (tap: number) => {
    await taps.get(tap)?.close()
    taps.delete(tap)
    batchSender.add({ tap, kind: 'closed' })
  }
  const obey = (order: Order) => {
    switch (order.order) {
      case 'open':
        return open(order.tap, order.plan)
      case 'set':
        return taps.get(order.tap)?.set(order.settings)
      case 'own-ports':
        ownPorts.clear()
        for (const port of order.ports) ownPorts.add(port)
        return undefined
      case 'close':
        return close(order.tap)
      case 'catch-up':
        return batchSender.catchUp()
      case 'settle':
        return batchSender.add({ tap: 0, kind: 'settled', turn: order.turn })
      case 'taken':
        return batchSender.taken()
    }
  }
  return {
    obey: guarded('tap order', obey, (_error, [order]) => obey(order)),
    async close(): Promise<void> {
      await Promise.all([...taps.values()].map((tap) => tap.close()))
      await batchSender.close()
    },
  }
}

interface Shared {
  /** Of all listening taps, by port. */
  readonly hosts: Map<number, string>
  /** Other ports that this Parley listens on. */
  readonly ownPorts: ReadonlySet<number>
  readonly batchSender: BatchSender
}

async function openTap(tap: number, plan: ForwardPlan, { hosts, ownPorts, batchSender }: Shared) {
  const { port, host, profile, isProxy } = plan
  let settings: TapSettings = plan
  const isOwn = isProxy ? ownAt({ hosts, ownPorts }) : ownAt({ hosts })
  const agentSide = createAgentSide(profile, isOwn)
  const sessions = createAgentSessions(profile, isOwn)
  const toWebhooks = openWebhooks(plan, ownAt({ hosts, ownPorts }), () => server?.address ?? '')
  const { webhooks } = toWebhooks
  const underWay = createUnderWay(tap, batchSender)
  let server: TapServer | undefined
  const routes = isProxy ? createProxyRoutes() : createRoutes(plan, () => server?.address ?? '')
  const passTunnel = createTunnels()
  const isNamed = isProxy ? () => true : namedAt(host)
  const deps = () => ({
    ...{ plan, address: server?.address ?? '', routes, batchSender, isOwn, isNamed },
    settings: () => settings,
  })
  server = await openTapServer(
    { port, host },
    {
      onRequest(request, response, expects) {
        const isPush = webhooks.called(request.url ?? '') !== undefined
        underWay.follow({ ...calledBy(request), isPush }, (log, onOver) =>
          passOn({ ...deps(), agentSide, ...toWebhooks }, { request, response, expects }, log, onOver),
        )
      },
      onGrpc(visit) {
        const { stream, head, caller } = visit
        const program = headerOf(head, 'user-agent') ?? caller
        underWay.follow({ connection: stream.session?.socket ?? stream, program }, (log, onOver) =>
          passStream({ ...deps(), sessions }, visit, log, onOver),
        )
      },
      ...(isProxy && {
        onConnect(visit: TunnelVisit) {
          underWay.follow({ ...calledBy(visit.request), isTunnel: true }, (log, onOver) =>
            passTunnel(deps(), visit, log, onOver),
          )
        },
      }),
      onLeft: sessions.leave,
      onBroken: (caller, message) => batchSender.add({ tap, kind: 'broken', caller, message }),
    },
  )
  hosts.set(server.port, host)
  return {
    port: server.port,
    address: server.address,
    set(changed: TapSettings) {
      settings = changed
    },
    async close() {
      underWay.stop()
      await server?.close()
      agentSide.close()
      toWebhooks.close()
      sessions.close()
      hosts.delete(server?.port ?? 0)
    },
  }
}

function ownAt({ hosts, ownPorts }: Pick<Shared, 'hosts'> & Partial<Shared>): ProxyDeps['isOwn'] {
  return (address, port) =>
    isOwnPlace(address, port, hosts) ||
    (address !== undefined && ownPorts?.has(port ?? 0) === true && isHere(address))
}

interface Called {
  /** The caller's connection. */
  readonly connection: object
  readonly program: string | undefined
  readonly isPush?: boolean
  readonly isTunnel?: boolean
}

function calledBy({ socket, headers }: IncomingMessage): Called {
  return { connection: socket, program: headers['user-agent'] ?? socket.remoteAddress }
}

/** Open calls. */
function createUnderWay(tap: number, batchSender: BatchSender) {
  const connections = new WeakSet<object>()
  const all = new Set<Passing>()
  let passes = 0
  return {
    follow(
      { connection, program = '', isPush = false, isTunnel = false }: Called,
      begin: (log: ProxyCallLog, onOver: () => void) => Passing,
    ) {
      passes += 1
      const isNewConnection = !connections.has(connection)
      connections.add(connection)
      const caller = shorten(program, maxCallerChars)
      batchSender.add({
        tap,
        pass: passes,
        kind: 'begun',
        isNewConnection,
        program: caller,
        isPush,
        isTunnel,
      })
      const passing: { is?: Passing; isOver?: true } = {}
      passing.is = begin(createProxyCallLog(batchSender, tap, passes), () => {
        passing.isOver = true
        if (passing.is) all.delete(passing.is)
      })
      if (!passing.isOver) all.add(passing.is)
    },
    stop() {
      for (const passing of all) passing.stop(stopped)
    },
  }
}

/** Of a caller's description of itself in the list of taps; shortened. */
const maxCallerChars = 100

const stopped = {
  failure: 'aborted',
  message: 'The tap was stopped while this call was open. What had arrived is kept.',
} as const
