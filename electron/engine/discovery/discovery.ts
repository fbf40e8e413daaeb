// From an address to a card and a way in. Every address asked is an exchange on the record; what came back is judged by
// the rules, and the last answer is kept in memory for whoever calls the agent next.

import type { JsonValue } from '#shared/a2a/model.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { CardProblem, Connection, Discovery, DiscoveryAttempt } from '#shared/contract/card.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { AccessService } from '../access/access.ts'
import type { Agents } from '../agents.ts'
import { type CardAnswer, outcomeOf } from './answer.ts'
import { cardCandidates, oddCandidates } from './candidates.ts'
import { changeOf } from './change.ts'
import type { CardFetcher } from './fetch-card.ts'
import { inspectJson, inspectText } from './inspect.ts'
import type { KnownCards } from './known-cards.ts'
import { hasNothing, reasonOf } from './reason.ts'
import { createSharedRuns } from './shared-runs.ts'
import { wayIn } from './way-in.ts'

export interface DiscoverOptions {
  readonly bypassCache?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

type Found = Extract<Discovery, { found: true }>

export interface DiscoveryService {
  discover(agentId: string, options?: DiscoverOptions): Promise<Discovery>
  /** The last answer with the settings of now. */
  current(agentId: string): Discovery | null
  /** The card found last, or found now. */
  found(agentId: string, signal?: AbortSignal): Promise<Found | undefined>
  /** What a signature of the card found last covers: never to leave the engine. */
  asSigned(agentId: string): JsonValue | undefined
  /** The way in found last, or found now. */
  connection(agentId: string, signal?: AbortSignal): Promise<Connection | undefined>
  addPasted(text: string, baseUrl: string | undefined): Promise<Agent>
  acceptChange(agentId: string): Promise<{ readonly accepted: boolean }>
  forget(agentId: string): Promise<void>
}

interface DiscoveryDeps {
  readonly agents: Agents
  readonly access: AccessService
  readonly fetcher: CardFetcher
  readonly known: KnownCards
  readonly mask: (text: string) => string
}

export function createDiscovery(deps: DiscoveryDeps): DiscoveryService {
  const { agents, access, fetcher, known, mask } = deps
  const last = new Map<string, Discovery>()
  /** The card before it was masked: for its signatures alone. */
  const asSigned = new Map<string, JsonValue>()

  const joined = createSharedRuns((agentId, signal) => read(agentId, { signal }))

  /** Whoever wants it past every cache does not want what is on its way already. */
  function discover(agentId: string, options: DiscoverOptions = {}): Promise<Discovery> {
    return options.bypassCache ? read(agentId, options) : joined(agentId, options.signal)
  }

  async function read(agentId: string, options: DiscoverOptions): Promise<Discovery> {
    const agent = agents.get(agentId)
    const discovery = agent.pasted ? await readPasted(agent) : await ask(agent, options)
    // What was broken off says nothing of the agent.
    if (options.signal?.aborted) return discovery
    if (!discovery.found) asSigned.delete(agentId)
    last.set(agentId, discovery)
    // Removed meanwhile: nothing of it stays, and the next line says so.
    if (!agents.list().some(({ id }) => id === agentId)) await forget(agentId)
    return current(agentId) ?? discovery
  }

  async function ask(agent: Agent, options: DiscoverOptions): Promise<Discovery> {
    const candidates = cardCandidates(agent.address)
    if (!candidates) {
      const problem = { kind: 'address', sentence: `${agent.address} is no http or https address.` } as const
      return { found: false, reason: problem.sentence, problem, attempts: [] }
    }
    const attempts: DiscoveryAttempt[] = []
    const atUsual = await tryEach(agent, candidates, attempts, options)
    if (atUsual !== undefined) return atUsual
    const atOdd = hasNothing(attempts)
      ? await tryEach(agent, oddCandidates(agent.address), attempts, options)
      : undefined
    return atOdd ?? { found: false, ...reasonOf(attempts), attempts }
  }

  async function tryEach(
    agent: Agent,
    candidates: readonly string[],
    attempts: DiscoveryAttempt[],
    options: DiscoverOptions,
  ): Promise<Found | undefined> {
    for (const url of candidates) {
      const { answer, attempt, before } = await fetcher.fetch(agent.id, url, options)
      attempts.push(...(before ? [before, attempt] : [attempt]))
      if (answer.kind === 'card') {
        const found = await accept(agent, answer, attempts)
        if (found.kind === 'found') return found.discovery
        const { problem } = found
        const outcome = outcomeOf({ kind: 'problem', problem, status: 200 })
        attempts[attempts.length - 1] = { ...attempt, problem, outcome }
      }
      // Where nobody answers at all, the other paths of the same host will not either.
      else if (answer.problem.kind === 'unreachable') return undefined
    }
    return undefined
  }

  async function accept(
    agent: Agent,
    answer: Extract<CardAnswer, { kind: 'card' }>,
    attempts: readonly DiscoveryAttempt[],
  ): Promise<{ kind: 'found'; discovery: Found } | { kind: 'problem'; problem: CardProblem }> {
    const inspected = inspectJson(answer.raw, answer.facts)
    if (inspected.kind === 'problem') return inspected
    const { inspection } = inspected
    await nameAfter(agent.id, inspection.card.name)
    asSigned.set(agent.id, answer.asSigned)
    const changed = await changeOf(known, mask, agent.id, answer.raw)
    return {
      kind: 'found',
      discovery: {
        ...inspection,
        found: true,
        source: 'fetched',
        cardUrl: answer.url,
        attempts,
        ...(changed && { changed }),
      },
    }
  }

  async function readPasted(agent: Agent): Promise<Discovery> {
    const text = (await known.pasted(agent.id)) ?? ''
    const reading = inspectText(text, agent.address === '' ? undefined : agent.address)
    if (!reading.readable) {
      return { found: false, reason: reading.problem.sentence, problem: reading.problem, attempts: [] }
    }
    const { readable: _, ...inspection } = reading
    await nameAfter(agent.id, inspection.card.name)
    return { ...inspection, found: true, source: 'pasted', cardUrl: agent.address, attempts: [] }
  }

  async function nameAfter(agentId: string, name: string): Promise<void> {
    if (name !== '') await agents.nameFromCard(agentId, name.slice(0, 200))
  }

  function current(agentId: string): Discovery | null {
    agents.get(agentId)
    const discovery = last.get(agentId)
    if (discovery === undefined) return null
    if (!discovery.found) return discovery
    const { connection: _, ...rest } = discovery
    const way = wayIn(rest.card, rest.raw, agents.settings(agentId), rest.cardUrl || undefined)
    if (way === undefined) return rest
    return {
      ...rest,
      connection: { ...way, credentials: access.use(agentId, way.interface.url, way.binding) },
    }
  }

  async function forget(agentId: string): Promise<void> {
    last.delete(agentId)
    asSigned.delete(agentId)
    await known.forget(agentId)
  }

  async function found(agentId: string, signal?: AbortSignal): Promise<Found | undefined> {
    const discovery = current(agentId) ?? (await discover(agentId, { signal }))
    return discovery.found && !signal?.aborted ? discovery : undefined
  }

  return {
    discover,
    current,
    found,
    asSigned: (agentId) => asSigned.get(agentId),
    connection: async (agentId, signal) => (await found(agentId, signal))?.connection,
    async addPasted(text, baseUrl) {
      const reading = inspectText(text, baseUrl)
      if (!reading.readable) throw new Fault('bad-input', reading.problem.sentence)
      const agent = await agents.addPasted(reading.card.name.slice(0, 200), baseUrl ?? '')
      await known.paste(agent.id, text)
      return agent
    },
    async acceptChange(agentId) {
      const discovery = current(agentId)
      if (!discovery?.found || discovery.changed === undefined) return { accepted: false }
      await known.write(agentId, { raw: discovery.raw, readAt: Date.now() })
      const { changed: _, ...rest } = discovery
      last.set(agentId, rest)
      return { accepted: true }
    },
    forget,
  }
}
