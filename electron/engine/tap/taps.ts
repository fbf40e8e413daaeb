// The list of taps: each is in front of one agent or is a forward proxy, on a port that stays the same after a restart.

import { join } from 'node:path'
import { z } from 'zod'
import { maxIdChars } from '#shared/bounded.ts'
import { agentIdSchema } from '#shared/contract/agents.ts'
import { Fault } from '#shared/contract/fault.ts'
import { signedCardChoices, type Tap, type TapFault, tapPlaceShape } from '#shared/contract/taps.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import { portOf } from '#shared/url.ts'
import type { SecretStore } from '../access/secret-store.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { Handlers } from '../handlers.ts'
import type { PendingRemovals } from '../pending-removals.ts'
import { openJsonFile, unkeptFile } from '../platform/json-files.ts'
import type { TapSettings } from './forward/messages.ts'
import { isOwnPlace } from './forward/routes.ts'
import type { PassageDeps } from './forwarder.ts'
import { placesOf } from './places.ts'
import { openProxy } from './proxy.ts'
import { type OpenTap, openTap } from './tap-listener.ts'
import { type KeptWebhooks, openKeptWebhooks } from './webhooks/kept-webhooks.ts'

// Taps as stored for the next start; callers use their ports.

const keptTapSchema = z.object({
  id: z.string().max(maxIdChars),
  /** Undefined for a forward proxy. */
  agentId: agentIdSchema.exactOptional(),
  ...tapPlaceShape,
  signedCards: z.enum(signedCardChoices),
  /** Not stopped by the user. */
  running: z.boolean(),
  /** Callers' webhooks are replaced by addresses of the tap. */
  webhooks: z.boolean().optional(),
})
type KeptTap = z.infer<typeof keptTapSchema>

// One tap of the list, listening or not: its agent's card is read each time it is opened.

interface ListedTapDeps extends PassageDeps {
  readonly discovery: DiscoveryService
  readonly webhooks: KeptWebhooks
}

/** The user's settings of a tap; faults are not stored. */
type Chosen = Partial<Pick<Tap, 'faults' | 'signedCards' | 'webhooks'>>

class ListedTap {
  readonly #deps: ListedTapDeps
  #stored: KeptTap
  #state: Tap['state'] = 'stopped'
  #problem: string | undefined
  #listening: OpenTap | undefined
  #isClosed = false
  #faults: readonly TapFault[] = []

  constructor(deps: ListedTapDeps, atFirst: KeptTap) {
    this.#deps = deps
    this.#stored = atFirst
  }

  readonly stored = () => this.#stored

  view(): Tap {
    const { running: _, agentId, webhooks = false, ...rest } = this.#stored
    const name = this.#deps.agents.list().find((agent) => agent.id === agentId)?.name ?? ''
    const existing = {
      ...(agentId === undefined
        ? { kind: 'proxy' as const, name: 'Forward proxy' }
        : { kind: 'agent' as const, agentId, name }),
      ...{ ...rest, webhooks, state: this.#state, faults: this.#faults },
    }
    return { ...existing, ...defined({ problem: this.#problem }), ...(this.#listening?.view() ?? idle) }
  }

  /** Rejects with the reason why it can't open, which is also stored as its problem. */
  async open(): Promise<void> {
    if (this.#state !== 'stopped') return
    this.#state = 'starting'
    this.#problem = undefined
    this.#isClosed = false
    try {
      const opened = await opening(this.#deps, this.#stored, this.#settings(), () => this.#onGone())
      // Removed, or Parley closed, meanwhile.
      if (this.#isClosed) return await opened.close()
      this.#listening = opened
      // Settings that changed meanwhile.
      opened.set(this.#settings())
      this.#stored = { ...this.#stored, port: opened.port, running: true }
      this.#state = 'listening'
    } catch (error) {
      this.#state = 'stopped'
      this.#problem = messageOf(error)
      throw error
    }
  }

  /** By the user: the next start does not open it. */
  async stop(): Promise<boolean> {
    const stopped = this.#listening !== undefined
    this.#stored = { ...this.#stored, running: false }
    await this.close()
    return stopped
  }

  set(changes: Chosen): void {
    const { faults: injected = this.#faults, ...lasting } = changes
    this.#faults = injected
    this.#stored = { ...this.#stored, ...lasting }
    this.#listening?.set(this.#settings())
  }

  async close() {
    this.#isClosed = true
    await this.#listening?.close()
    this.#listening = undefined
    this.#state = 'stopped'
  }

  #settings(): TapSettings {
    return {
      faults: this.#faults,
      keepsSigned: this.#stored.signedCards === 'as-is',
      replacesWebhooks: this.#stored.webhooks === true,
    }
  }

  #onGone() {
    this.#listening = undefined
    this.#state = 'stopped'
    this.#problem = 'An internal error in Parley ended this tap. Start it again.'
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
  deps: ListedTapDeps,
  { id, agentId, port, host }: KeptTap,
  settings: TapSettings,
  onGone: () => void,
): Promise<OpenTap> {
  const { agents, discovery, isOwn } = deps
  const place = { port, host, webhooks: deps.webhooks.webhooksOf(id), settings, onGone }
  if (agentId === undefined) return openProxy(deps, place)
  const { address } = agents.get(agentId)
  const typed = URL.parse(address)
  if (typed && isOwn(typed.hostname, portOf(typed))) {
    throw new Fault('conflict', 'This address is a tap of this Parley: a tap of it would only call itself.')
  }
  const discovered = await discovery.discover(agentId, { bypassCache: true })
  const places = placesOf(address, discovered, agents, agentId)
  return openTap(deps, { ...place, agentId, places })
}

type TapsDeps = Omit<ListedTapDeps, 'hosts' | 'isOwn' | 'webhooks'> & {
  readonly dataDir: string
  readonly secrets: SecretStore
  readonly pending: Pick<PendingRemovals, 'hides' | 'drop'>
}

/** Taps in the list; one more is refused with the number. */
const maxTaps = 20

export type Taps = Awaited<ReturnType<typeof openTaps>>

/** Reopens the taps of the last time that were running. `now`: for a single command; no tap is loaded or stored. */
export async function openTaps(deps: TapsDeps, keptFor: 'good' | 'now') {
  const none: readonly KeptTap[] = []
  const file =
    keptFor === 'now'
      ? unkeptFile(none)
      : await openJsonFile(join(deps.dataDir, 'taps.json'), z.array(keptTapSchema).readonly(), none)
  const hosts = new Map<number, string>()
  const isOwn: ListedTapDeps['isOwn'] = (address, port) => isOwnPlace(address, port, hosts)
  const webhooks = await openKeptWebhooks({ ...deps, keptFor })
  const { all, listed, removedAt, find } = createTapList(deps.pending)
  const keep = () => file.write([...all.values()].map((tap) => tap.stored()))
  const add = (stored: KeptTap): ListedTap => {
    const tap = new ListedTap({ ...deps, hosts, webhooks, isOwn }, stored)
    all.set(stored.id, tap)
    return tap
  }
  const change = async (id: string, act: (tap: ListedTap) => void | Promise<void>): Promise<Tap> => {
    await act(find(id))
    await keep()
    return find(id).view()
  }
  const remove = async (id: string): Promise<{ readonly removed: boolean }> => {
    await all.get(id)?.close()
    const removed = all.delete(id)
    await webhooks.forget(id)
    await keep()
    await deps.pending.drop({ kind: 'tap', tapId: id })
    return { removed }
  }
  const start = async (request: Omit<KeptTap, 'id' | 'running'>): Promise<Tap> => {
    if (listed().length >= maxTaps)
      throw new Fault('conflict', `There are ${maxTaps} taps already. Remove one first.`)
    // A new tap on the port of a removed one replaces it for good.
    const before = removedAt(request.port)
    if (before) await remove(before.stored().id)
    const id = crypto.randomUUID()
    await add({ id, ...request, running: true })
      .open()
      .catch((error: unknown) => {
        all.delete(id)
        throw error
      })
    await keep()
    return find(id).view()
  }
  for (const stored of file.value()) openAgain(add(stored))

  const answers = {
    list: () => listed().map((tap) => tap.view()),
    start,
    startProxy: (place) => start({ ...place, signedCards: 'rewritten' }),
    resume: ({ id }) => change(id, (tap) => tap.open()),
    async stop({ id }) {
      const stopped = await find(id).stop()
      await keep()
      return { stopped }
    },
    setFaults({ id, faults }) {
      find(id).set({ faults })
      return find(id).view()
    },
    setSignedCards: ({ id, signedCards }) => change(id, (tap) => tap.set({ signedCards })),
    setWebhooks: ({ id, webhooks: replaced }) => change(id, (tap) => tap.set({ webhooks: replaced })),
    remove: ({ id }) => remove(id),
  } satisfies Handlers<'taps'>
  return {
    ...answers,
    async forgetAgent(agentId: string): Promise<void> {
      for (const [id, tap] of all) if (tap.stored().agentId === agentId) await remove(id)
    },
    /** Resolves once everything that has passed by now is recorded. */
    recorded: deps.forwarding.settled,
    async close(): Promise<void> {
      await Promise.all([...all.values()].map((tap) => tap.close()))
      await deps.forwarding.close()
      await webhooks.close()
    },
  }
}

/** A removed tap is hidden, but forwards until the removal is final, so that an undo loses no connection or call. */
function createTapList(pending: TapsDeps['pending']) {
  const all = new Map<string, ListedTap>()
  const isRemoved = (tap: ListedTap): boolean => {
    const { id, agentId } = tap.stored()
    if (pending.hides({ kind: 'tap', tapId: id })) return true
    return agentId !== undefined && pending.hides({ kind: 'agent', agentId })
  }
  return {
    all,
    listed: (): readonly ListedTap[] => [...all.values()].filter((tap) => !isRemoved(tap)),
    removedAt: (port: number): ListedTap | undefined =>
      [...all.values()].find((tap) => tap.stored().port === port && isRemoved(tap)),
    find(id: string): ListedTap {
      const tap = all.get(id)
      if (!tap) throw new Fault('not-found', 'This tap is no longer there.')
      return tap
    },
  }
}

/** The tap stores the reason of a failure. */
function openAgain(tap: ListedTap): void {
  if (tap.stored().running) tap.open().catch(() => undefined)
}
