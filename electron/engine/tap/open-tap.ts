// One tap that listens: all that passes is in the session of the time it came.

import { Fault } from '#shared/contract/fault.ts'
import type { Tap, TapFault } from '#shared/contract/taps.ts'
import type { Agents } from '../agents.ts'
import { type Clock, systemClock } from '../clock.ts'
import { isLoopback } from '../is-loopback.ts'
import { networkProfile } from '../network-profile.ts'
import { listenProblem } from '../receiver/listen-problem.ts'
import type { SessionRecord } from '../store/record.ts'
import { defaultProfile } from '../wire/profile.ts'
import type { Judge } from '../wire/reading.ts'
import { createSecrets } from '../wire/secrets.ts'
import { createAgentSide } from './agent-side.ts'
import { type PassDeps, type Passing, passOn } from './pass-on.ts'
import type { Places } from './places.ts'
import { createRoutes, type TapRoutes } from './routes.ts'
import { createTapCounts } from './tap-counts.ts'
import { openTapExchange } from './tap-exchange.ts'
import { openTapServer, type TapServer } from './tap-server.ts'
import { bypasses } from './tapped-card.ts'

/** Calls through a tap whose secrets are looked for in each other's answers; then it begins anew. */
const maxCallsOfSecrets = 10_000

export interface OpenTapDeps {
  readonly record: SessionRecord
  readonly judge: Judge
  readonly agents: Agents
  readonly currentSession: () => string
  readonly clock?: Clock
  /** Of every tap that listens, by its port. */
  readonly hosts: Map<number, string>
  readonly isOwn: PassDeps['isOwn']
}

export interface TapRequest {
  readonly agentId: string
  readonly port: number
  /** Where it listens: anything but a loopback address lets other machines call. */
  readonly host: string
}

interface TapPlan extends TapRequest {
  readonly found: Places
  readonly faults: () => readonly TapFault[]
}

export interface OpenTap {
  readonly port: number
  view(): Pick<
    Tap,
    'address' | 'origins' | 'calls' | 'open' | 'failed' | 'connections' | 'callers' | 'notices'
  >
  close(): Promise<void>
}

export async function openTap(deps: OpenTapDeps, plan: TapPlan): Promise<OpenTap> {
  const { agentId, port, host, found, faults } = plan
  const { agents, record, judge, currentSession, clock = systemClock, hosts, isOwn } = deps
  // The user's client certificate is no part of it: a caller shows who it is by what it sends.
  const profile = { ...defaultProfile, ...networkProfile(agents.network(agentId)) }
  const agentSide = createAgentSide(profile, clock, isOwn)
  const underWay = new Set<Passing>()
  const counts = createTapCounts()
  let secrets = createSecrets()
  let server: TapServer | undefined
  const routes = createRoutes(found.urls, () => server?.address ?? '')
  const now = () => {
    if (counts.view().calls % maxCallsOfSecrets === 0) secrets = createSecrets()
    return { sessionId: currentSession(), secrets }
  }
  const exchange = () => ({
    ...{ record, judge, clock, profile, agentId },
    ...{ tapAddress: server?.address ?? '', cardUrl: found.cardUrl, spoken: found.spoken },
  })
  if (hosts.has(port))
    throw new Fault('conflict', `Another tap has port ${port}. Choose another, or leave the port to Parley.`)
  server = await openTapServer(
    { port, host },
    {
      onRequest(request, response, expects) {
        const passing: { is?: Passing } = {}
        const onOver = (failed: boolean) => {
          if (failed) counts.countFailure()
          if (passing.is) underWay.delete(passing.is)
        }
        counts.countCall(request)
        const deps = { routes, agentSide, exchange: exchange(), now, isOwn, isNamed: namedAt(host), faults }
        passing.is = passOn(deps, { request, response, expects }, onOver)
        if (!response.writableEnded) underWay.add(passing.is)
      },
      onBroken(caller, message) {
        const asked = {
          method: '',
          url: exchange().tapAddress,
          headers: [],
          body: Buffer.alloc(0),
          seenBytes: 0,
          caller,
        }
        openTapExchange({ ...exchange(), ...now() }, asked).fail({ failure: 'bad-http', message })
      },
    },
  ).catch((error: unknown) => {
    throw new Fault('conflict', listenProblem(error, { port, reach: { kind: 'address', address: host } }))
  })
  const { address } = server
  hosts.set(server.port, host)
  return {
    port: server.port,
    view: () => ({
      ...counts.view(),
      address: routes.tappedUrl(baseOf(found.cardUrl)) ?? address,
      origins: routes.origins,
      open: underWay.size,
      notices: noticesOf(found, routes),
    }),
    async close() {
      for (const passing of underWay) passing.stop(stopped)
      await server?.close()
      agentSide.close()
      hosts.delete(server?.port ?? 0)
    },
  }
}

function noticesOf({ notices, bypassing, urls }: Places, { tappedUrl }: TapRoutes): readonly string[] {
  const left = urls.filter((url) => tappedUrl(url) === undefined)
  return [...new Set([...notices, ...[...bypassing, ...left].map(bypasses)])]
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

/** What a caller is given: a client looks for the card below it. */
function baseOf(cardUrl: string): string {
  return cardUrl.replace(/\/?\.well-known\/agent(-card)?\.json$/, '')
}
