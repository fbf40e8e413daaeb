// Where an OpenAPI document says a card is.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { assistantsPath } from './assistants.ts'
import { type ListingPlace, listingsIn } from './listing.ts'

export const openApiPath = '/openapi.json'

// Card paths that are tried; a document that lists more has them for ids of its own.
const maxPaths = 20

export interface CardPaths {
  /** Addresses, ready to be asked. */
  readonly cards: readonly string[]
  /** It has assistants that can be asked for. */
  readonly assistants: boolean
  /** Lists of agents whose cards are found by an id. */
  readonly listings: readonly ListingPlace[]
}

/** Undefined for JSON that is no OpenAPI document. Paths count from the document's folder, or from the origin. */
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
