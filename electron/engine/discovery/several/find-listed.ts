// From a server's own list of agents to their cards: the one agent's, or a choice, once a card was seen at the place of one.

import { placesFor } from '../candidates.ts'
import { cardOf, type ListedAgent, type ListingPlace, listedAgents, usualListings } from './listing.ts'
import type { Several } from './several.ts'

// Of a list of agents, whose cards are asked for to learn where they are; a framework may not offer all of them.
const maxTriedListed = 3

interface Asking {
  /** Empty where there is none. */
  readList(url: string): Promise<readonly ListedAgent[]>
  isCard(url: string): Promise<boolean>
}

type Found =
  | { readonly kind: 'one'; readonly cards: readonly string[] }
  | { readonly kind: 'several'; readonly several: Several }

interface Listing extends ListingPlace {
  readonly agents: readonly ListedAgent[]
}

/** `told` are the places that the server itself names; without one of those, where frameworks have theirs. */
export async function findListed(
  address: string,
  told: readonly ListingPlace[],
  { readList, isCard }: Asking,
): Promise<Found | undefined> {
  const lists: Listing[] = []
  const read = async (place: ListingPlace) => {
    const agents = await readList(place.list)
    if (agents.length > 0) lists.push({ ...place, agents })
  }
  for (const place of told) await read(place)
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
