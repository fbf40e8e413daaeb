// Finds the card of an address and an interface to use. Every attempted address is an exchange in the record; cards are
// judged by the rules, and the last result is cached for calls to the agent.

import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import { detectFromCard } from '#shared/a2a/detect.ts'
import type { AgentCard, Binding, JsonValue } from '#shared/a2a/model.ts'
import { maxNameChars } from '#shared/bounded.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Connection, Discovery, DiscoveryAttempt, FoundAgent } from '#shared/contract/card.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { secretMarkPattern } from '#shared/record/credential-names.ts'
import { clip } from '#shared/shorten.ts'
import type { AccessService } from '../access/access.ts'
import type { AddressVault } from '../access/address-vault.ts'
import type { Agents } from '../agents.ts'
import { guarded } from '../platform/guarded.ts'
import { hasMark } from '../wire/address-secrets.ts'
import type { Wire } from '../wire/wire.ts'
import { type CardCache, changeOf } from './card-cache.ts'
import type { CardResponse } from './card-response.ts'
import { chosenInterface } from './choose-interface.ts'
import type { CardFetcher, DiscoverOptions } from './fetch-card.ts'
import { inspectJson, inspectText } from './inspect.ts'
import type { InterfaceReach } from './interface-reach.ts'
import { addChosen, type Several } from './listings/listings.ts'
import { needsCredentials } from './reason.ts'
import { type Accepted, searchCard } from './search.ts'

export type DiscoveryService = ReturnType<typeof createDiscovery>

interface DiscoveryDeps {
  readonly agents: Agents
  readonly access: AccessService
  readonly fetcher: CardFetcher
  readonly cardCache: CardCache
  readonly wire: Pick<Wire, 'mask' | 'addresses'>
  readonly vault: AddressVault
  readonly reach: InterfaceReach
  /** Returns the running demo agent, which it starts if necessary. */
  readonly startDemo: (agent: Agent) => Promise<Agent>
  /** For agents without a chosen connection; undefined: the first of the card. */
  readonly preferredBinding: () => Binding | undefined
}

export function createDiscovery(deps: DiscoveryDeps) {
  const { agents, access, fetcher, cardCache, wire, vault, reach, startDemo, preferredBinding } = deps
  const last = new Map<string, Discovery>()
  const severalAt = new Map<string, Several>()
  /** Unmasked cards, for signatures alone. */
  const asSigned = new Map<string, JsonValue>()

  const joined = createSharedRuns((agentId, signal) => read(agentId, { signal }))

  /** Bypassing caches excludes a request in progress. */
  function discover(agentId: string, options: DiscoverOptions = {}): Promise<Discovery> {
    return options.bypassCache ? read(agentId, options) : joined(agentId, options.signal)
  }

  async function read(agentId: string, options: DiscoverOptions): Promise<Discovery> {
    const agent = agents.get(agentId)
    // Starting the demo agent returns it with its current address.
    const { discovery, several } = agent.pasted
      ? { discovery: await readPasted(agent) }
      : await searchCard({ fetcher, accept }, agent.demo ? await startDemo(agent) : agent, options)
    // An aborted search proves nothing about the agent.
    if (options.signal?.aborted) return discovery
    if (!discovery.found) asSigned.delete(agentId)
    if (discovery.found || needsCredentials(discovery.problem)) await agents.keep(agentId)
    if (several) severalAt.set(agentId, several)
    else severalAt.delete(agentId)
    last.set(agentId, discovery)
    reach.retry(agentId)
    // The agent was removed meanwhile.
    if (!agents.list().some(({ id }) => id === agentId)) await forget(agentId)
    return current(agentId) ?? discovery
  }

  async function accept(
    agent: Agent,
    response: Extract<CardResponse, { kind: 'card' }>,
    attempts: readonly DiscoveryAttempt[],
  ): Promise<Accepted> {
    const inspected = inspectJson(response.raw, { ...response.facts, listed: agents.listed(agent.id) })
    if (inspected.kind === 'problem') return inspected
    const { inspection } = inspected
    await nameAfter(agent.id, inspection.card.name)
    asSigned.set(agent.id, response.asSigned)
    // The demo agent's card has its port, which may change with each start, so this is no change of the card.
    if (agent.demo) await cardCache.write(agent.id, { raw: response.raw, readAt: Date.now() })
    const changed = await changeOf(cardCache, wire.mask.text, agent.id, response.raw)
    return {
      kind: 'found',
      discovery: {
        ...inspection,
        found: true,
        source: 'fetched',
        cardUrl: response.url,
        attempts,
        ...defined({ changed }),
      },
    }
  }

  async function readPasted(agent: Agent): Promise<Discovery> {
    const text = (await cardCache.pasted(agent.id)) ?? ''
    await vault.recall(agent.id, text, 'called')
    const reading = inspectText(
      text,
      agent.address === '' ? undefined : agent.address,
      agents.listed(agent.id),
    )
    if (!reading.readable) {
      return { found: false, reason: reading.problem.sentence, problem: reading.problem, attempts: [] }
    }
    const { readable: _, ...inspection } = reading
    await nameAfter(agent.id, inspection.card.name)
    if (hasMark(text)) asSigned.set(agent.id, JSON.parse(withValues(text)))
    return { ...inspection, found: true, source: 'pasted', cardUrl: agent.address, attempts: [] }
  }

  async function paste(agentId: string, masked: string): Promise<void> {
    await vault.keep(agentId, masked)
    await cardCache.paste(agentId, masked)
  }

  /** Restores the secrets in a pasted card. */
  function withValues(text: string): string {
    return text.replace(secretMarkPattern, (mark, id: string) => {
      const [value] = wire.addresses.secretOf(id) ?? []
      return value === undefined ? mark : encodeURIComponent(value)
    })
  }

  async function nameAfter(agentId: string, name: string): Promise<void> {
    if (name !== '') await agents.nameFromCard(agentId, clip(name, maxNameChars))
  }

  function current(agentId: string): Discovery | null {
    agents.get(agentId)
    const discovery = last.get(agentId)
    if (discovery === undefined) return null
    if (!discovery.found) return discovery
    const { connection: _, ...rest } = discovery
    const { card, raw, cardUrl } = rest
    const preferred = preferredBinding()
    const { verdicts: interfaces } = chooseInterface(card, detectFromCard(card, raw).speaks, preferred)
    const chosen = chosenInterface(card, raw, agents.settings(agentId), cardUrl || undefined, preferred)
    if (chosen === undefined) return { ...rest, interfaces }
    return {
      ...{ ...rest, interfaces },
      connection: { ...chosen, credentials: access.use(agentId, chosen.interface.url, chosen.binding) },
    }
  }

  async function forget(agentId: string): Promise<void> {
    last.delete(agentId)
    reach.forget(agentId)
    severalAt.delete(agentId)
    asSigned.delete(agentId)
    await vault.forget(agentId, (await cardCache.pasted(agentId)) ?? '')
    await cardCache.forget(agentId)
  }

  async function foundAgent(agentId: string, signal?: AbortSignal): Promise<FoundAgent | undefined> {
    const discovery = current(agentId) ?? (await discover(agentId, { signal }))
    return discovery.found && !signal?.aborted ? discovery : undefined
  }

  return {
    discover,
    /** The last result with current settings. */
    current,
    /** Of the last discovery. */
    card(agentId: string): AgentCard | undefined {
      const discovery = last.get(agentId)
      return discovery?.found ? discovery.card : undefined
    },
    reach,
    /** The last card, or a new discovery. */
    found: foundAgent,
    /** The unmasked card for verifying signatures: it must not leave the engine. */
    asSigned: (agentId: string): JsonValue | undefined => asSigned.get(agentId),
    /** The last connection, or a new discovery. */
    connection: async (agentId: string, signal?: AbortSignal): Promise<Connection | undefined> =>
      (await foundAgent(agentId, signal))?.connection,
    async addChosen({ agentId, places, group }: Inputs['agents']['addChosen']): Promise<readonly Agent[]> {
      const several = severalAt.get(agentId)
      if (!several) throw new Fault('unavailable', 'This list is no longer known. Read it again.')
      return addChosen({ agents, paste }, several, places, group)
    },
    async addPasted(text: string, baseUrl: string | undefined): Promise<Agent> {
      const reading = inspectText(text, baseUrl)
      if (!reading.readable) throw new Fault('bad-input', reading.problem.sentence)
      const agent = await agents.addPasted(clip(reading.card.name, maxNameChars), baseUrl ?? '')
      await paste(agent.id, wire.addresses.addresses(text, 'called', baseUrl))
      return agent
    },
    async acceptChange(agentId: string): Promise<{ readonly accepted: boolean }> {
      const discovery = current(agentId)
      if (!discovery?.found || discovery.changed === undefined) return { accepted: false }
      await cardCache.write(agentId, { raw: discovery.raw, readAt: Date.now() })
      const { changed: _, ...rest } = discovery
      last.set(agentId, rest)
      return { accepted: true }
    },
    forget,
  }
}

// Shares one run between concurrent callers. It is aborted when all callers have aborted.

interface Run<Result> {
  readonly done: Promise<Result>
  readonly stop: AbortController
  waiting: number
}

export function createSharedRuns<Result>(
  begin: (key: string, signal: AbortSignal) => Promise<Result>,
): (key: string, signal?: AbortSignal) => Promise<Result> {
  const underWay = new Map<string, Run<Result>>()

  function start(key: string): Run<Result> {
    const stop = new AbortController()
    const run = { done: begin(key, stop.signal), stop, waiting: 0 }
    underWay.set(key, run)
    return run
  }

  return async (key, signal) => {
    const run = underWay.get(key) ?? start(key)
    const end = () => {
      if (underWay.get(key) === run) underWay.delete(key)
    }
    const leave = guarded('shared run left', () => {
      run.waiting -= 1
      if (run.waiting > 0) return
      end()
      run.stop.abort()
    })
    run.waiting += 1
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
    try {
      return await run.done
    } finally {
      signal?.removeEventListener('abort', leave)
      end()
    }
  }
}
