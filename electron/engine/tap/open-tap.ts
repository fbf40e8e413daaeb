// One tap that listens: all that passes is in the session of the time it came.

import { Fault } from '#shared/contract/fault.ts'
import type { SignedCardChoice, Tap, TapFault } from '#shared/contract/taps.ts'
import type { Agents } from '../agents.ts'
import { networkProfile } from '../network-profile.ts'
import { listenProblem } from '../receiver/listen-problem.ts'
import type { SessionRecord } from '../store/record.ts'
import { createGrpc } from '../wire/grpc/grpc.ts'
import { defaultProfile } from '../wire/profile.ts'
import type { Judge } from '../wire/reading.ts'
import { createSecrets } from '../wire/secrets.ts'
import { createCardNotices } from './card-notices.ts'
import { createRoutes } from './forward/routes.ts'
import type { Forwarding } from './forwarding.ts'
import type { Places } from './places.ts'
import { createTakenPasses } from './taken-passes.ts'
import { createTapCounts } from './tap-counts.ts'
import { createBypassed } from './webhooks/bypassed.ts'
import type { WebhooksOfTap } from './webhooks/kept-webhooks.ts'

/** Calls through a tap whose secrets are looked for in each other's answers; then it begins anew. */
const maxCallsOfSecrets = 10_000

export interface OpenTapDeps {
  readonly record: SessionRecord
  readonly judge: Judge
  readonly agents: Agents
  readonly currentSession: () => string
  readonly forwarding: Forwarding
  /** Of every tap that listens, by its port. */
  readonly hosts: Map<number, string>
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
}

export interface TapRequest {
  readonly agentId: string
  readonly port: number
  /** Where it listens: anything but a loopback address lets other machines call. */
  readonly host: string
  readonly signedCards: SignedCardChoice
}

interface TapPlan extends TapRequest {
  /** Webhooks are replaced, at first. */
  readonly replacesWebhooks: boolean
  readonly webhooks: WebhooksOfTap
  readonly found: Places
  readonly faults: readonly TapFault[]
  /** What forwards has ended. */
  readonly onGone: () => void
}

export interface OpenTap {
  readonly port: number
  view(): Pick<
    Tap,
    | 'address'
    | 'origins'
    | 'calls'
    | 'open'
    | 'failed'
    | 'connections'
    | 'pushes'
    | 'callers'
    | 'isSigned'
    | 'notices'
  >
  setFaults(faults: readonly TapFault[]): void
  setSignedCards(choice: SignedCardChoice): void
  setWebhooks(isOn: boolean): void
  /** Resolves once all that passed is recorded. */
  close(): Promise<void>
}

export async function openTap(deps: OpenTapDeps, plan: TapPlan): Promise<OpenTap> {
  const { agentId, port, host, signedCards, found, faults, webhooks, onGone } = plan
  const { agents, record, judge, currentSession, hosts, forwarding } = deps
  // The user's client certificate is no part of it: a caller shows who it is by what it sends.
  const profile = { ...defaultProfile, ...networkProfile(agents.network(agentId)) }
  const { cardUrl, urls, spoken, grpc } = found
  const counts = createTapCounts()
  const bypassed = createBypassed()
  let secrets = createSecrets()
  let address = ''
  const routes = createRoutes(found, () => address)
  const cards = createCardNotices(found, routes)
  let keepsSigned = signedCards === 'as-is'
  const now = () => {
    if (counts.view().calls % maxCallsOfSecrets === 0) secrets = createSecrets()
    return { sessionId: currentSession(), secrets }
  }
  const definitions = createGrpc()
  const exchange = () => ({
    ...{ grpc: definitions, record, judge, clock: forwarding.clock, profile, agentId },
    ...{ tapAddress: address, cardUrl, spoken, flow: forwarding.flow },
    ...{ webhooks, onBypass: bypassed.add },
  })
  const passes = createTakenPasses({ exchange, now, counts, cards })
  if (hosts.has(port))
    throw new Fault('conflict', `Another tap has port ${port}. Choose another, or leave the port to Parley.`)
  const gone = () => {
    hosts.delete(tap.port)
    onGone()
  }
  const forwarded = {
    ...{ port, host, profile, cardUrl, urls, spoken, grpc, faults, keepsSigned },
    webhooks: { isOn: plan.replacesWebhooks, known: webhooks.known() },
  }
  const tap = await forwarding
    .open(forwarded, { take: passes.take, onGone: gone })
    .catch((error: unknown) => {
      throw new Fault('conflict', listenProblem(error, { port, reach: { kind: 'address', address: host } }))
    })
  address = tap.address
  hosts.set(tap.port, host)
  return {
    port: tap.port,
    view: () => ({
      ...counts.view(),
      address: routes.tappedUrl(baseOf(cardUrl)) ?? address,
      origins: routes.origins,
      open: passes.open(),
      isSigned: cards.isSigned(),
      notices: [...cards.view(keepsSigned), ...bypassed.notices()],
    }),
    setFaults: tap.setFaults,
    setWebhooks: tap.setWebhooks,
    setSignedCards(choice) {
      keepsSigned = choice === 'as-is'
      cards.forget()
      tap.setKeepsSigned(keepsSigned)
    },
    async close() {
      await tap.close()
      hosts.delete(tap.port)
    },
  }
}

/** What a caller is given: a client looks for the card below it. */
function baseOf(cardUrl: string): string {
  return cardUrl.replace(/\/?\.well-known\/agent(-card)?\.json$/, '')
}
