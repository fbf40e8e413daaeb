// From an address to its card, or to what is there instead. First where the versions of A2A put a card; then, where the server answers
// and has none, what else may lead to one: a catalog, assistants that need an id, odd places, an OpenAPI document; and last what the
// server is. Every address asked is an attempt, shown as such.

import type { Agent } from '#shared/contract/agents.ts'
import type { CardProblem, CardProblemKind, Discovery, DiscoveryAttempt } from '#shared/contract/card.ts'
import { type CardAnswer, outcomeOf } from './answer.ts'
import { cardCandidates, counterparts, oddCandidates, placesFor } from './candidates.ts'
import type { CardFetcher, FetchOptions } from './fetch-card.ts'
import { withScheme } from './other-scheme.ts'
import { hasNothing, isSilence, reasonOf } from './reason.ts'
import { assistantsPath, maxAssistants, namesAssistants, readAssistants } from './several/assistants.ts'
import { catalogPath, isCatalog } from './several/catalog.ts'
import { type Asking, findListed, listOutcome } from './several/find-listed.ts'
import { type ListingPlace, readListing } from './several/listing.ts'
import { cardPathsIn, openApiPath } from './several/openapi.ts'
import { choicesOf, type Several } from './several/several.ts'
import { walkCatalog } from './several/walk-catalog.ts'
import { maxJudgedChars } from './what-it-is.ts'

type Found = Extract<Discovery, { found: true }>
type CardAt = Extract<CardAnswer, { kind: 'card' }>

export type Accepted =
  | { readonly kind: 'found'; readonly discovery: Found }
  | { readonly kind: 'problem'; readonly problem: CardProblem }

export interface SearchDeps {
  readonly fetcher: CardFetcher
  accept(agent: Agent, answer: CardAt, attempts: readonly DiscoveryAttempt[]): Promise<Accepted>
}

export interface Searched {
  readonly discovery: Discovery
  readonly several?: Several
}

/** What one search has learned on its way. */
interface Trail {
  readonly agent: Agent
  readonly options: FetchOptions
  readonly attempts: DiscoveryAttempt[]
  /** Of OpenAPI documents that were met. */
  readonly cardPaths: Set<string>
  readonly listings: ListingPlace[]
  assistants?: 'named' | 'asked'
}

type Result = { readonly found: Found } | { readonly several: Several } | 'silence' | undefined

const listProblem: CardProblem = { kind: 'not-found', sentence: 'This is a list of agents, not a card.' }
const catalogProblem: CardProblem = { kind: 'several-agents', sentence: 'This is a catalog, not a card.' }

const allAssistants = JSON.stringify({ limit: maxAssistants, offset: 0 })

/** What a look at a place for something else may say of the server as a whole. */
const telling: ReadonlySet<CardProblemKind> = new Set(['mcp-server', 'openapi', 'login', 'html'])

export function createSearch({ fetcher, accept }: SearchDeps) {
  async function ask(trail: Trail, url: string, more: FetchOptions = {}): Promise<CardAnswer> {
    const { agent, options, attempts } = trail
    const { answer, attempt, before } = await fetcher.fetch(agent.id, url, { ...options, ...more })
    attempts.push(...(before ? [before, attempt] : [attempt]))
    return answer
  }

  async function tryEach(trail: Trail, urls: Iterable<string>, more: FetchOptions = {}): Promise<Result> {
    const asked = new Set(trail.attempts.map(({ url }) => url))
    for (const url of urls) {
      if (asked.has(url)) continue
      const answer = await ask(trail, url, more)
      if (answer.kind === 'card') {
        const accepted = await accept(trail.agent, answer, trail.attempts)
        if (accepted.kind === 'found') return { found: accepted.discovery }
        const { problem } = accepted
        amendLast(trail.attempts, { problem, outcome: outcomeOf({ ...accepted, status: 200 }) })
        continue
      }
      // Where nothing answers, or not in time, the other paths of the same host will not either.
      if (isSilence(answer.problem) || answer.problem.instead !== undefined) return 'silence'
      const several = await learn(trail, url, answer)
      if (several) return { several }
    }
    return undefined
  }

  /** What an answer that is no card leads to. */
  async function learn(
    trail: Trail,
    url: string,
    { answered, problem }: Extract<CardAnswer, { kind: 'problem' }>,
  ): Promise<Several | undefined> {
    if (answered === undefined) return undefined
    if (problem.kind !== 'openapi' && namesAssistants(answered.text.slice(0, maxJudgedChars)))
      trail.assistants ??= 'named'
    if (answered.json === undefined || answered.status !== 200) return undefined
    const paths = cardPathsIn(answered.json, url)
    for (const path of paths?.cards ?? []) trail.cardPaths.add(path)
    if (paths?.assistants) trail.assistants ??= 'named'
    trail.listings.push(...(paths?.listings ?? []))
    if (!isCatalog(answered.json)) return undefined
    amendLast(trail.attempts, { outcome: '200, a catalog', problem: catalogProblem })
    let isSilent = false
    return walkCatalog(answered.json, url, async (nested) => {
      if (isSilent) return { why: 'the host no longer answers.' }
      const answer = await ask(trail, nested, { purpose: 'probe' })
      isSilent = answer.kind === 'problem' && isSilence(answer.problem)
      if (answer.kind === 'card') return { why: 'it is an agent card.' }
      const { json, status } = answer.answered ?? {}
      if (json === undefined || status !== 200) return { why: answer.problem.sentence }
      if (isCatalog(json)) amendLast(trail.attempts, { outcome: '200, a catalog', problem: catalogProblem })
      return { raw: json }
    })
  }

  /** For what is not a card's place: only what tells of the server as a whole is a reason. */
  async function lookAt(trail: Trail, urls: readonly string[]): Promise<Result> {
    for (const url of urls) {
      const result = await tryEach(trail, [url], { purpose: 'probe' })
      if (result !== undefined) return result
      onlyTelling(trail)
    }
    return undefined
  }

  async function assistants(trail: Trail): Promise<Result> {
    if (trail.assistants !== 'named') return undefined
    trail.assistants = 'asked'
    for (const url of placesFor(trail.agent.address, assistantsPath)) {
      const answer = await ask(trail, url, { body: allAssistants, purpose: 'probe' })
      if (answer.kind === 'problem' && isSilence(answer.problem)) return 'silence'
      const json = answer.kind === 'problem' ? answer.answered?.json : undefined
      const several = json && readAssistants(json, url.slice(0, -assistantsPath.length))
      if (!several) {
        onlyTelling(trail)
        continue
      }
      amendLast(trail.attempts, { outcome: `200, ${several.found.length} assistants` })
      return { several }
    }
    return undefined
  }

  /** Agents that a server lists in words of its own, where the card of one is at a place that follows from its id. */
  async function namedBy(trail: Trail): Promise<Result> {
    const probe = (url: string) => ask(trail, url, { purpose: 'probe' })
    const named = await findListed(trail.agent.address, trail.listings, asking(trail, probe))
    if (named?.kind === 'one') return tryEach(trail, named.cards)
    return named && { several: named.several }
  }

  async function search(trail: Trail, candidates: readonly string[]): Promise<Result> {
    const { address } = trail.agent
    const first = (await tryEach(trail, candidates)) ?? (await tryEach(trail, trail.cardPaths))
    if (first !== undefined) return first
    if (!hasNothing(trail.attempts)) return undefined
    const steps = [
      () => tryEach(trail, counterparts(address)),
      () => assistants(trail),
      () => lookAt(trail, placesFor(address, catalogPath)),
      () => tryEach(trail, oddCandidates(address)),
      () => lookAt(trail, placesFor(address, openApiPath)),
      () => tryEach(trail, trail.cardPaths),
      () => assistants(trail),
      () => namedBy(trail),
      () => lookAt(trail, placesFor(address, '/mcp').slice(0, 1)),
      () => lookAt(trail, placesFor(address, '/').slice(-1)),
    ]
    for (const step of steps) {
      const result = await step()
      if (result !== undefined) return result
    }
    return undefined
  }

  return async (agent: Agent, options: FetchOptions): Promise<Searched> => {
    const candidates = cardCandidates(agent.address)
    if (!candidates) {
      const problem = {
        kind: 'address',
        sentence: `${agent.address} isn’t an http or https address.`,
      } as const
      return { discovery: { found: false, reason: problem.sentence, problem, attempts: [] } }
    }
    const trail = trailOf(agent, options)
    const { attempts } = trail
    const result = await search(trail, candidates)
    if (typeof result === 'object' && 'found' in result) return { discovery: result.found }
    if (typeof result === 'object') {
      const { several } = result
      return { several, discovery: { ...severalAt(several), choices: choicesOf(several), attempts } }
    }
    const reason = reasonOf(attempts)
    const { instead } = reason.problem
    const problem =
      instead === undefined ? reason.problem : { ...reason.problem, instead: meant(agent.address, instead) }
    return { discovery: { found: false, reason: reason.reason, problem, attempts } }
  }
}

function trailOf(agent: Agent, options: FetchOptions): Trail {
  return { agent, options, attempts: [], cardPaths: new Set(), listings: [] }
}

function amendLast(attempts: DiscoveryAttempt[], change: Partial<DiscoveryAttempt>): void {
  const last = attempts.pop()
  if (last) attempts.push({ ...last, ...change })
}

function asking({ attempts }: Trail, probe: (url: string) => Promise<CardAnswer>): Asking {
  return {
    async readList(url) {
      if (attempts.some((attempt) => attempt.url === url)) return []
      const answer = await probe(url)
      const { json = null, status } = answer.kind === 'problem' ? (answer.answered ?? {}) : {}
      const agents = status === 200 ? readListing(json) : []
      if (agents.length > 0)
        amendLast(attempts, { outcome: listOutcome(agents.length), problem: listProblem })
      return agents
    },
    isCard: async (url) => (await probe(url)).kind === 'card',
  }
}

/** What was asked last is no card's place. */
function onlyTelling({ attempts }: Trail): void {
  const problem = attempts.at(-1)?.problem
  if (problem === undefined || telling.has(problem.kind)) return
  amendLast(attempts, { problem: { kind: 'not-found', sentence: problem.sentence } })
}

function meant(address: string, instead: string): string {
  const scheme = instead.startsWith('https:') ? 'https' : 'http'
  return /^https?:/i.test(address) ? withScheme(address, scheme) : `${scheme}://${address}`
}

function severalAt({ title, found }: Several) {
  const agents = found.filter(({ choice }) => choice.kind === 'agent').length
  const sentence =
    agents === 0
      ? `${title} lists nothing that speaks A2A.`
      : `${title} lists ${agents === 1 ? 'one agent' : `${agents.toLocaleString('en')} agents`}. Choose which to connect to.`
  return { found: false, reason: sentence, problem: { kind: 'several-agents', sentence } } as const
}
