// What forwards, together with what records it: a tap of one agent, or a forward proxy. All that passes is in the session of the time it
// came.

import { Fault } from '#shared/contract/fault.ts'
import type { Tap } from '#shared/contract/taps.ts'
import type { Agents } from '../agents.ts'
import { listenProblem } from '../receiver/listen-problem.ts'
import type { SessionRecord } from '../store/record.ts'
import { createGrpc } from '../wire/grpc/grpc.ts'
import type { Judge } from '../wire/reading.ts'
import { createSecrets } from '../wire/secrets.ts'
import type { ForwardPlan, Passed, PassedCard } from './forward/messages.ts'
import type { Forwarding } from './forwarding.ts'
import { createTakenPasses } from './taken-passes.ts'
import { createTapCounts } from './tap-counts.ts'
import type { AgentCalled, AskedWhole } from './tap-exchange.ts'
import type { WebhooksOfTap } from './webhooks/kept-webhooks.ts'

// Calls through a tap whose secrets are looked for in each other's answers; then it begins anew.
const maxCallsOfSecrets = 10_000

export interface PassageDeps {
  readonly record: SessionRecord
  readonly judge: Judge
  readonly agents: Agents
  readonly currentSession: () => string
  readonly forwarding: Forwarding
  /** Of every tap that listens, by its port. */
  readonly hosts: Map<number, string>
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
}

interface Handlers {
  /** Whom a call is to. */
  called(asked: AskedWhole): AgentCalled
  readonly webhooks: WebhooksOfTap
  onCard(card: PassedCard): void
  /** Push notifications to this address, masked, don't come through the tap. */
  onBypass(url: string): void
  /** Before it is recorded. */
  onPassed?(event: Passed, bytes: Buffer): void
  /** What forwards has ended. */
  onGone(): void
}

export async function openPassage(
  { record, judge, currentSession, hosts, forwarding }: PassageDeps,
  plan: ForwardPlan,
  { called, webhooks, onCard, onBypass, onPassed, onGone }: Handlers,
) {
  const { port, host, profile, isProxy } = plan
  const counts = createTapCounts()
  let secrets = createSecrets()
  let address = ''
  const now = () => {
    if (counts.view().calls % maxCallsOfSecrets === 0) secrets = createSecrets()
    return { sessionId: currentSession(), secrets }
  }
  const grpc = createGrpc()
  const exchange = (asked: AskedWhole) => ({
    ...{ grpc, record, judge, clock: forwarding.clock, profile, called: called(asked) },
    ...{ tapAddress: address, isProxy, flow: forwarding.flow, webhooks, onBypass },
  })
  const passes = createTakenPasses({ exchange, now, counts, onCard, address: () => address })
  if (hosts.has(port))
    throw new Fault('conflict', `Another tap has port ${port}. Choose another, or leave the port to Parley.`)
  const take = (event: Passed, bytes: Buffer) => {
    passes.take(event, bytes)
    onPassed?.(event, bytes)
  }
  const gone = () => {
    hosts.delete(forwarded.port)
    onGone()
  }
  const forwarded = await forwarding.open(plan, { take, onGone: gone }).catch((error: unknown) => {
    if (error instanceof Fault) throw error
    throw new Fault('conflict', listenProblem(error, { port, reach: { kind: 'address', address: host } }))
  })
  address = forwarded.address
  hosts.set(forwarded.port, host)
  return {
    port: forwarded.port,
    address: (): string => address,
    view: (): Pick<Tap, 'calls' | 'open' | 'failed' | 'connections' | 'tunnels' | 'pushes' | 'callers'> => ({
      ...counts.view(),
      open: passes.open(),
    }),
    set: forwarded.set,
    /** Resolves once all that passed is recorded. */
    async close(): Promise<void> {
      await forwarded.close()
      hosts.delete(forwarded.port)
    },
  }
}
