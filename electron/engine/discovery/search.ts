// Finds the card of an address, or what is there instead. First the places of all versions of A2A; then, if the server
// responds without a card, what else may lead to one: a catalog, assistants with an id, unusual places, an OpenAPI
// document; last the kind of server. Every address is listed as an attempt.

import type { Agent } from '#shared/contract/agents.ts'
import type {
  CardProblem,
  CardProblemKind,
  Discovery,
  DiscoveryAttempt,
  FoundAgent,
} from '#shared/contract/card.ts'
import { cardCandidates, counterparts, oddCandidates, placesFor } from './candidates.ts'
import { type CardResponse, maxJudgedChars, outcomeOf, withScheme } from './card-response.ts'
import type { CardFetcher, DiscoverOptions, FetchOptions } from './fetch-card.ts'
import { catalogPath, isCatalog } from './listings/catalog.ts'
import {
  findListed,
  type ListedAgent,
  type ListingPlace,
  listOutcome,
  readListing,
} from './listings/listing.ts'
import type { Several } from './listings/listings.ts'
import {
  assistantsPath,
  cardPathsIn,
  maxAssistants,
  openApiPath,
  readAssistants,
} from './listings/openapi.ts'
import { walkCatalog } from './listings/walk-catalog.ts'
import { hasNothing, isSilence, reasonOf } from './reason.ts'

type CardAt = Extract<CardResponse, { kind: 'card' }>
type NoCard = Extract<CardResponse, { kind: 'problem' }>

export type Accepted =
  | { readonly kind: 'found'; readonly discovery: FoundAgent }
  | { readonly kind: 'problem'; readonly problem: CardProblem }

export interface SearchDeps {
  readonly fetcher: CardFetcher
  accept(agent: Agent, response: CardAt, attempts: readonly DiscoveryAttempt[]): Promise<Accepted>
}

type Result = { readonly found: FoundAgent } | { readonly several: Several } | 'silence' | undefined

const listProblem: CardProblem = { kind: 'not-found', sentence: 'This is a list of agents, not a card.' }
const catalogProblem: CardProblem = { kind: 'several-agents', sentence: 'This is a catalog, not a card.' }
const allAssistants = JSON.stringify({ limit: maxAssistants, offset: 0 })

/** Problems at other places that explain the server as a whole. */
const cardProblemKinds: ReadonlySet<CardProblemKind> = new Set(['mcp-server', 'openapi', 'login', 'html'])

export async function searchCard(
  deps: SearchDeps,
  agent: Agent,
  options: DiscoverOptions,
): Promise<{ readonly discovery: Discovery; readonly several?: Several }> {
  const candidates = cardCandidates(agent.address)
  if (!candidates) {
    const sentence = `${agent.address} isn’t an http or https address.`
    const problem = { kind: 'address', sentence } as const
    return { discovery: { found: false, reason: sentence, problem, attempts: [] } }
  }
  const search = new Search(deps, agent, options)
  const { attempts } = search
  const result = await search.run(candidates)
  if (typeof result === 'object' && 'found' in result) return { discovery: result.found }
  if (typeof result === 'object') {
    const { several } = result
    return { several, discovery: { ...severalAt(several), attempts } }
  }
  const { reason, problem } = reasonOf(attempts)
  const { instead } = problem
  const meantInstead = instead !== undefined && { instead: meant(agent.address, instead) }
  return { discovery: { found: false, reason, problem: { ...problem, ...meantInstead }, attempts } }
}

class Search {
  readonly attempts: DiscoveryAttempt[] = []
  readonly #deps: SearchDeps
  readonly #agent: Agent
  readonly #options: DiscoverOptions
  /** From OpenAPI documents. */
  readonly #cardPaths = new Set<string>()
  readonly #listings: ListingPlace[] = []
  #assistants: 'unknown' | 'named' | 'asked' = 'unknown'

  constructor(deps: SearchDeps, agent: Agent, options: DiscoverOptions) {
    this.#deps = deps
    this.#agent = agent
    this.#options = options
  }

  /** A list with one agent leads to that agent. */
  async run(candidates: readonly string[]): Promise<Result> {
    const result = await this.#search(candidates)
    if (typeof result !== 'object' || !('several' in result)) return result
    const only = onlyAddress(result.several, candidates)
    const match = only === undefined ? undefined : await this.#tryEach([only])
    return typeof match === 'object' && 'found' in match ? match : result
  }

  async #search(candidates: readonly string[]): Promise<Result> {
    const { address } = this.#agent
    const first = (await this.#tryEach(candidates)) ?? (await this.#tryEach(this.#cardPaths))
    if (first !== undefined) return first
    if (!hasNothing(this.attempts)) return undefined
    const steps = [
      () => this.#tryEach(counterparts(address)),
      () => this.#askForAssistants(),
      () => this.#lookAt(placesFor(address, catalogPath)),
      () => this.#tryEach(oddCandidates(address)),
      () => this.#lookAt(placesFor(address, openApiPath)),
      () => this.#tryEach(this.#cardPaths),
      () => this.#askForAssistants(),
      () => this.#namedBy(),
      () => this.#lookAt(placesFor(address, '/mcp').slice(0, 1)),
      () => this.#lookAt(placesFor(address, '/').slice(-1)),
    ]
    for (const step of steps) {
      const result = await step()
      if (result !== undefined) return result
    }
    return undefined
  }

  async #ask(url: string, more: FetchOptions = {}): Promise<CardResponse> {
    const options = { ...this.#options, ...more }
    const { response, attempt, before } = await this.#deps.fetcher.fetch(this.#agent.id, url, options)
    this.attempts.push(...(before ? [before, attempt] : [attempt]))
    return response
  }

  async #tryEach(urls: Iterable<string>, more: FetchOptions = {}): Promise<Result> {
    const triedUrls = new Set(this.attempts.map(({ url }) => url))
    for (const url of urls) {
      if (triedUrls.has(url)) continue
      const response = await this.#ask(url, more)
      if (response.kind === 'card') {
        const accepted = await this.#deps.accept(this.#agent, response, this.attempts)
        if (accepted.kind === 'found') return { found: accepted.discovery }
        this.#amendLast({ problem: accepted.problem, outcome: outcomeOf({ ...accepted, status: 200 }) })
        continue
      }
      // Without a response, other paths of the host will not respond either.
      if (isSilence(response.problem) || response.problem.instead !== undefined) return 'silence'
      const several = await this.#learn(url, response)
      if (several) return { several }
    }
    return undefined
  }

  /** Follows hints in a response that is no card. */
  async #learn(url: string, { answered, problem }: NoCard): Promise<Several | undefined> {
    if (answered === undefined) return undefined
    if (problem.kind !== 'openapi' && answered.text.slice(0, maxJudgedChars).includes('assistant_id'))
      this.#nameAssistants()
    if (answered.json === undefined || answered.status !== 200) return undefined
    const paths = cardPathsIn(answered.json, url)
    for (const path of paths?.cards ?? []) this.#cardPaths.add(path)
    if (paths?.assistants) this.#nameAssistants()
    this.#listings.push(...(paths?.listings ?? []))
    if (!isCatalog(answered.json)) return undefined
    this.#amendLast({ outcome: '200, a catalog', problem: catalogProblem })
    let isSilent = false
    return walkCatalog(answered.json, url, async (nested) => {
      if (isSilent) return { why: 'the host no longer answers.' }
      const response = await this.#probe(nested)
      isSilent = response.kind === 'problem' && isSilence(response.problem)
      if (response.kind === 'card') return { why: 'it is an agent card.' }
      const { json, status } = response.answered ?? {}
      if (json === undefined || status !== 200) return { why: response.problem.sentence }
      if (isCatalog(json)) this.#amendLast({ outcome: '200, a catalog', problem: catalogProblem })
      return { raw: json }
    })
  }

  #nameAssistants(): void {
    if (this.#assistants === 'unknown') this.#assistants = 'named'
  }

  #probe(url: string): Promise<CardResponse> {
    return this.#ask(url, { purpose: 'probe' })
  }

  /** For other places: only a problem of the server as a whole is kept as a reason. */
  async #lookAt(urls: readonly string[]): Promise<Result> {
    for (const url of urls) {
      const result = await this.#tryEach([url], { purpose: 'probe' })
      if (result !== undefined) return result
      this.#keepOnlyTelling()
    }
    return undefined
  }

  async #askForAssistants(): Promise<Result> {
    if (this.#assistants !== 'named') return undefined
    this.#assistants = 'asked'
    for (const url of placesFor(this.#agent.address, assistantsPath)) {
      const response = await this.#ask(url, { body: allAssistants, purpose: 'probe' })
      if (response.kind === 'problem' && isSilence(response.problem)) return 'silence'
      const json = response.kind === 'problem' ? response.answered?.json : undefined
      const several = json && readAssistants(json, url.slice(0, -assistantsPath.length))
      if (!several) {
        this.#keepOnlyTelling()
        continue
      }
      this.#amendLast({ outcome: `200, ${several.found.length} assistants` })
      return { several }
    }
    return undefined
  }

  /** Agents in a server's own list, with cards at addresses that follow from an id. */
  async #namedBy(): Promise<Result> {
    const named = await findListed(this.#agent.address, this.#listings, {
      readList: (url) => this.#readList(url),
      isCard: async (url) => (await this.#probe(url)).kind === 'card',
    })
    if (named?.kind === 'one') return this.#tryEach(named.cards)
    return named && { several: named.several }
  }

  async #readList(url: string): Promise<readonly ListedAgent[]> {
    if (this.attempts.some((attempt) => attempt.url === url)) return []
    const response = await this.#probe(url)
    const { json = null, status } = response.kind === 'problem' ? (response.answered ?? {}) : {}
    const agents = status === 200 ? readListing(json) : []
    if (agents.length > 0) this.#amendLast({ outcome: listOutcome(agents.length), problem: listProblem })
    return agents
  }

  #amendLast(change: Partial<DiscoveryAttempt>): void {
    const last = this.attempts.pop()
    if (last) this.attempts.push({ ...last, ...change })
  }

  /** The last attempt was no place of cards. */
  #keepOnlyTelling(): void {
    const problem = this.attempts.at(-1)?.problem
    if (problem === undefined || cardProblemKinds.has(problem.kind)) return
    this.#amendLast({ problem: { kind: 'not-found', sentence: problem.sentence } })
  }
}

/** The only agent of a list, if it has the origin that was typed: a list is untrusted and may name any other. */
function onlyAddress({ found }: Several, [typed = '']: readonly string[]): string | undefined {
  const [only, ...others] = found.filter(({ choice }) => choice.kind !== 'other')
  const { kind, address } = only?.choice ?? {}
  if (kind !== 'agent' || address === undefined || others.length > 0) return undefined
  return URL.parse(address)?.origin === URL.parse(typed)?.origin ? address : undefined
}

function meant(address: string, instead: string): string {
  const scheme = instead.startsWith('https:') ? 'https' : 'http'
  return /^https?:/i.test(address) ? withScheme(address, scheme) : `${scheme}://${address}`
}

function severalAt({ title, found, notes }: Several) {
  const agents = found.filter(({ choice }) => choice.kind === 'agent').length
  const sentence =
    agents === 0
      ? `${title} lists nothing that speaks A2A.`
      : `${title} lists ${agents === 1 ? 'one agent' : `${agents.toLocaleString('en')} agents`}. Choose which to connect to.`
  const choices = { title, list: found.map(({ choice }) => choice), notes }
  return { found: false, reason: sentence, problem: { kind: 'several-agents', sentence }, choices } as const
}
