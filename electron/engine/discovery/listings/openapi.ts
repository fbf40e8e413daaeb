import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { clip, shorten } from '#shared/shorten.ts'
import { wellKnownCard } from '../candidates.ts'
import { maxDescriptionChars } from './catalog.ts'
import { type ListingPlace, listingsIn } from './listing.ts'
import type { Several } from './listings.ts'

export const assistantsPath = '/assistants/search'

/** Assistants requested at once; a list of this length shows that a server may have more. */
export const maxAssistants = 1_000

export const openApiPath = '/openapi.json'

// Card paths that are tried; a document with more has paths with ids.
const maxPaths = 20

export interface CardPaths {
  /** Absolute addresses. */
  readonly cards: readonly string[]
  /** It has an endpoint to list assistants. */
  readonly assistants: boolean
  /** Lists of agents whose cards are found by id. */
  readonly listings: readonly ListingPlace[]
}

/** Undefined for other JSON. Paths are relative to the document's folder, or to the origin. */
export function cardPathsIn(raw: JsonValue, url: string): CardPaths | undefined {
  if (!isObject(raw)) return undefined
  const { openapi, swagger, paths } = raw
  if ((typeof openapi !== 'string' && typeof swagger !== 'string') || !isObject(paths ?? null))
    return undefined
  const names = Object.keys(paths as object)
  const cards = names.filter(
    (name) => /\/(?:agent(?:-card)?(?:\.json)?|card)$/.test(name) && !name.includes('{'),
  )
  const folder = new URL('.', url).href.replace(/\/$/, '')
  const { origin } = new URL(url)
  const addresses = cards
    .flatMap((name) => [`${folder}${name}`, `${origin}${name}`])
    .filter((one) => URL.canParse(one))
  return {
    cards: [...new Set(addresses)].slice(0, maxPaths),
    assistants: names.includes(assistantsPath),
    listings: listingsIn(names, folder).slice(0, maxPaths),
  }
}

// LangGraph's Agent Server: one endpoint per assistant (`/a2a/{assistant_id}`), one card per assistant
// (`/.well-known/agent-card.json?assistant_id=…`), and a list requested by POST, only where the server itself has named
// `assistant_id`.

/** `base` is the address of `/assistants/search` without that path. */
export function readAssistants(raw: JsonValue, base: string): Several | undefined {
  if (!isList(raw)) return undefined
  const entries = raw.slice(0, maxAssistants).flatMap((item): Several['found'] => {
    if (!isObject(item)) return []
    const { assistant_id: id, name, graph_id: graph, description } = item
    if (typeof id !== 'string' || id === '') return []
    const address = `${base}${wellKnownCard}?${new URLSearchParams({ assistant_id: id })}`
    const called = [name, graph, id].find((each) => typeof each === 'string' && each !== '')
    const choice = {
      name: clip(String(called), maxNameChars),
      ...(typeof description === 'string' &&
        description !== '' && { description: clip(description, maxDescriptionChars) }),
      kind: 'agent',
      address,
      type: typeof graph === 'string' ? `assistant of the graph ${shorten(graph)}` : 'assistant',
      findings: [],
    } as const
    return [{ choice }]
  })
  const notes = raw.length < maxAssistants ? [] : [`The first ${maxAssistants} assistants are shown.`]
  return entries.length === 0 ? undefined : { title: new URL(base).host, found: entries, notes }
}
