// One tap of the list, listening or not: its agent's card is read each time it is opened.

import { Fault } from '#shared/contract/fault.ts'
import type { Tap, TapFault } from '#shared/contract/taps.ts'
import { defined } from '#shared/defined.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import { messageOf } from '../thrown.ts'
import type { TapSettings } from './forward/messages.ts'
import type { KeptTap } from './kept-taps.ts'
import type { PassageDeps } from './open-passage.ts'
import { type OpenTap, openTap } from './open-tap.ts'
import { placesOf } from './places.ts'
import { openProxy } from './proxy/open-proxy.ts'
import type { KeptWebhooks } from './webhooks/kept-webhooks.ts'

export interface HeldTapDeps extends PassageDeps {
  readonly discovery: DiscoveryService
  readonly webhooks: KeptWebhooks
}

export type HeldTap = ReturnType<typeof createHeldTap>

/** What the user chooses of a tap; faults are forgotten with it. */
type Chosen = Partial<Pick<Tap, 'faults' | 'signedCards' | 'webhooks'>>

export function createHeldTap(deps: HeldTapDeps, atFirst: KeptTap) {
  const { agents } = deps
  let kept = atFirst
  let state: Tap['state'] = 'stopped'
  let problem: string | undefined
  let listening: OpenTap | undefined
  let isClosed = false
  let faults: readonly TapFault[] = []
  const settings = (): TapSettings => ({
    faults,
    keepsSigned: kept.signedCards === 'as-is',
    replacesWebhooks: kept.webhooks === true,
  })
  const close = async () => {
    isClosed = true
    await listening?.close()
    listening = undefined
    state = 'stopped'
  }
  const onGone = () => {
    listening = undefined
    state = 'stopped'
    problem = 'An internal error in Parley ended this tap. Start it again.'
  }
  return {
    kept: () => kept,
    view(): Tap {
      const { running: _, agentId, webhooks = false, ...rest } = kept
      const name = agents.list().find((agent) => agent.id === agentId)?.name ?? ''
      const known = {
        ...(agentId === undefined
          ? { kind: 'proxy' as const, name: 'Forward proxy' }
          : { kind: 'agent' as const, agentId, name }),
        ...{ ...rest, webhooks, state, faults },
      }
      const told = { ...known, ...defined({ problem }) }
      return { ...told, ...(listening?.view() ?? idle) }
    },
    /** Rejects with what keeps it from opening, which is told beside it too. */
    async open(): Promise<void> {
      if (state !== 'stopped') return
      state = 'starting'
      problem = undefined
      isClosed = false
      try {
        const opened = await opening(deps, kept, settings(), onGone)
        // It was removed, or Parley ended, meanwhile.
        if (isClosed) return await opened.close()
        listening = opened
        // What was chosen meanwhile.
        opened.set(settings())
        kept = { ...kept, port: opened.port, running: true }
        state = 'listening'
      } catch (error) {
        state = 'stopped'
        problem = messageOf(error)
        throw error
      }
    },
    /** On the user's word: it isn't opened by itself next time. */
    async stop(): Promise<boolean> {
      const stopped = listening !== undefined
      kept = { ...kept, running: false }
      await close()
      return stopped
    },
    set(changes: Chosen): void {
      const { faults: injected = faults, ...lasting } = changes
      faults = injected
      kept = { ...kept, ...lasting }
      listening?.set(settings())
    },
    close,
  }
}

const idle = {
  address: '',
  origins: [],
  calls: 0,
  connections: 0,
  failed: 0,
  tunnels: 0,
  foundAgents: 0,
  pushes: 0,
  open: 0,
  callers: [],
  isSigned: false,
  notices: [],
}

async function opening(
  deps: HeldTapDeps,
  { id, agentId, port, host }: KeptTap,
  settings: TapSettings,
  onGone: () => void,
): Promise<OpenTap> {
  const { agents, discovery, isOwn } = deps
  const place = { port, host, webhooks: deps.webhooks.of(id), settings, onGone }
  if (agentId === undefined) return openProxy(deps, place)
  const { address } = agents.get(agentId)
  const typed = URL.parse(address)
  if (isOwn(typed?.hostname, Number(typed?.port))) {
    throw new Fault('conflict', 'This address is a tap of this Parley: a tap of it would only call itself.')
  }
  const discovered = await discovery.discover(agentId, { bypassCache: true })
  const found = placesOf(address, discovered, agents, agentId)
  return openTap(deps, { ...place, agentId, found })
}
