// Frameworks with a list of agents in a format of their own, and cards by id: AgentOS of Agno, Mastra, VoltAgent. The
// paths are in an OpenAPI document, or are those below.

import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { clip } from '#shared/shorten.ts'
import { placesFor } from '../candidates.ts'
import { maxDescriptionChars } from './catalog.ts'
import type { Several } from './listings.ts'

// Cards requested to find out where a list's cards are; a framework may not serve all of them.
const maxTriedListed = 3

/** Agents read from a server's own list; the list reports how many there were. */
const maxListedAgents = 1_000

export interface ListingPlace {
  readonly list: string
  /** With `{id}` in it. */
  readonly cards: readonly string[]
}

export interface ListedAgent {
  readonly id: string
  readonly name: string
  readonly description?: string
}

/** `base` is an address without a trailing slash. */
function usualListings(base: string): readonly ListingPlace[] {
  return ['', '/api'].map((prefix) => ({
    list: `${base}${prefix}/agents`,
    cards: ['/.well-known/{id}/agent-card.json', '/a2a/{id}/.well-known/agent-card.json'].map(
      (path) => `${base}${prefix}${path}`,
    ),
  }))
}

/** Card paths with one id, each with the list before it: `/agents` for `/a2a/agents/{id}/…`. */
export function listingsIn(paths: readonly string[], base: string): readonly ListingPlace[] {
  return paths.flatMap((path) => {
    const [, before, after] = /^([^{}]*)\{[^{}]+\}([^{}]*)$/.exec(path) ?? []
    const list = `/${before?.split('/').findLast(Boolean)}`
    if (before === undefined || !paths.includes(list) || !/\/agent(?:-card)?(?:\.json)?$/.test(path))
      return []
    return [{ list: `${base}${list}`, cards: [`${base}${before}{id}${after}`] }]
  })
}

function cardOf(place: string, { id }: ListedAgent): string {
  return place.replace('{id}', encodeURIComponent(id))
}

/** A list, a list in an envelope, or an object by id. */
export function readListing(raw: JsonValue): readonly ListedAgent[] {
  const list = isObject(raw) ? (raw['data'] ?? raw['agents'] ?? raw) : raw
  const items = isList(list)
    ? list.map((item) => (isObject(item) ? agentOf(item['id'], item) : undefined))
    : isObject(list)
      ? Object.entries(list).map(([id, item]) => (isObject(item) ? agentOf(id, item) : undefined))
      : []
  return items.filter((item) => item !== undefined).slice(0, maxListedAgents)
}

function agentOf(id: JsonValue | undefined, { name, description }: JsonObject): ListedAgent | undefined {
  if (typeof id !== 'string' || id === '' || typeof name !== 'string') return undefined
  const words = typeof description === 'string' &&
    description !== '' && { description: clip(description, maxDescriptionChars) }
  return { id, name: clip(name === '' ? id : name, maxNameChars), ...words }
}

function listedAgents(agents: readonly ListedAgent[], place: string): Several {
  const entries = agents.map((agent) => {
    const { name, description } = agent
    const about = description !== undefined && { description }
    const choice = {
      name,
      ...about,
      kind: 'agent',
      address: cardOf(place, agent),
      type: 'agent',
      findings: [],
    } as const
    return { choice }
  })
  const notes = agents.length < maxListedAgents ? [] : [`The first ${maxListedAgents} agents are shown.`]
  return { title: new URL(place).host, found: entries, notes }
}

// Finds the cards of a server's own list of agents: the only agent's card, or a choice, once one card was found.

interface ListingRequest {
  /** Empty if there is none. */
  readList(url: string): Promise<readonly ListedAgent[]>
  isCard(url: string): Promise<boolean>
}

type ListingResult =
  | { readonly kind: 'one'; readonly cards: readonly string[] }
  | { readonly kind: 'several'; readonly several: Several }

interface Listing extends ListingPlace {
  readonly agents: readonly ListedAgent[]
}

/** `listingPlaces` are named by the server; without any, those of frameworks are tried. */
export async function findListed(
  address: string,
  listingPlaces: readonly ListingPlace[],
  { readList, isCard }: ListingRequest,
): Promise<ListingResult | undefined> {
  const lists: Listing[] = []
  const read = async (place: ListingPlace) => {
    const agents = await readList(place.list)
    if (agents.length > 0) lists.push({ ...place, agents })
  }
  for (const place of listingPlaces) await read(place)
  const bases = placesFor(address, '/').map((base) => base.replace(/\/$/, ''))
  for (const place of bases.flatMap(usualListings)) if (lists.length === 0) await read(place)

  const placeOfCards = async ({ agents, cards }: Listing) => {
    for (const agent of agents.slice(0, maxTriedListed)) {
      for (const place of cards) if (await isCard(cardOf(place, agent))) return place
    }
    return undefined
  }
  const [first] = lists
  const [only, ...others] = lists.flatMap(({ agents }) => agents)
  if (first && only && others.length === 0)
    return { kind: 'one', cards: first.cards.map((place) => cardOf(place, only)) }
  const parts: Several[] = []
  for (const list of lists) {
    const place = await placeOfCards(list)
    if (place !== undefined) parts.push(listedAgents(list.agents, place))
  }
  return parts[0] && { kind: 'several', several: together(parts[0], parts) }
}

export function listOutcome(count: number): string {
  return `200, a list of ${count === 1 ? 'one agent' : `${count} agents`}`
}

function together(first: Several, all: readonly Several[]): Several {
  return { ...first, found: all.flatMap(({ found }) => found), notes: all.flatMap(({ notes }) => notes) }
}
