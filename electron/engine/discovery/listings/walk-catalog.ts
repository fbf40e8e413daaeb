// A catalog with nested ones: read at the same origin, only listed at others. A catalog is an untrusted list of
// addresses, so no other origin is called before the user has chosen it.

import { looksLikeCard } from '#shared/a2a/card.ts'
import { checkListing } from '#shared/a2a/check.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { AgentChoice } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import { createSlices } from '../../platform/async.ts'
import { type CatalogEntry, maxCatalogNotes, overLong, readCatalog } from './catalog.ts'
import type { Several } from './listings.ts'

/** Depth of nested catalogs; deeper ones are listed and not read. */
const maxCatalogDepth = 5
/** Entries over all catalogs; the list reports how many there were. */
const maxEntries = 10_000
/** Further catalogs fetched for a list; the others are listed as choices. */
const maxFetched = 50
/** Catalogs read for one list, which reports further ones. */
const maxNestedCatalogs = 1_000

interface Place {
  readonly raw: JsonValue
  readonly url: string
  /** The addresses that led here, its own last. */
  readonly path: readonly string[]
  readonly depth: number
}

/** Undefined for JSON that is no catalog. `fetch` returns JSON, or why there is none. */
export async function walkCatalog(
  raw: JsonValue,
  url: string,
  fetch: (url: string) => Promise<{ readonly raw: JsonValue } | { readonly why: string }>,
): Promise<Several | undefined> {
  const entries: Several['found'][number][] = []
  const notes = new Set<string>()
  const visited = new Set([url])
  const places: Place[] = [{ raw, url, path: [url], depth: 0 }]
  const breathe = createSlices()
  let title: string | undefined
  let fetched = 0

  const note = (text: string) => {
    if (notes.size < maxCatalogNotes) notes.add(text)
  }
  const read = (place: Place) => {
    if (places.length < maxNestedCatalogs) places.push(place)
    else note(`More than ${formatCount(maxNestedCatalogs)} catalogs are nested here; the rest weren’t read.`)
  }

  const nested = async (entry: CatalogEntry, place: Place): Promise<void> => {
    const { name, url: at, data } = entry
    if (place.depth === maxCatalogDepth) {
      note(`“${name}” is nested more than ${maxCatalogDepth} catalogs deep and wasn’t read.`)
      return
    }
    const depth = place.depth + 1
    if (at === undefined) {
      read({ raw: data ?? null, url: place.url, path: place.path, depth })
      return
    }
    if (place.path.includes(at)) {
      note(`“${name}” leads back to ${at}: the catalogs form a cycle.`)
      return
    }
    if (new URL(at).origin !== new URL(url).origin || fetched === maxFetched) {
      entries.push({ choice: choiceOf(entry), entry })
      return
    }
    if (visited.has(at)) return
    visited.add(at)
    fetched += 1
    const answer = await fetch(at)
    if ('why' in answer) note(`“${name}” could not be read: ${answer.why}`)
    else read({ raw: answer.raw, url: at, path: [...place.path, at], depth })
  }

  // Nested catalogs are appended meanwhile.
  for (const place of places) {
    const catalog = readCatalog(place.raw, place.url, maxEntries)
    if (catalog === undefined && place.depth === 0) return undefined
    if (catalog === undefined) note(`${place.path.at(-1)} is listed as a catalog, but isn’t one.`)
    title ??= catalog?.title
    for (const each of catalog?.notes ?? []) note(each)
    for (const entry of catalog?.entries ?? []) {
      await breathe()
      if (typeof entry === 'string') {
        note(entry)
        continue
      }
      if (entries.length === maxEntries) {
        note(overLong(`more than ${formatCount(maxEntries)}`, maxEntries))
        return { title: title ?? new URL(url).host, found: entries, notes: [...notes] }
      }
      if (entry.kind === 'catalog') await nested(entry, place)
      else
        entries.push({ choice: choiceOf(entry), entry, ...(entry.data !== undefined && { base: place.url }) })
    }
  }
  return { title: title ?? new URL(url).host, found: entries, notes: [...notes] }
}

function choiceOf({ name, description, listed, kind, url, data }: CatalogEntry): AgentChoice {
  return {
    name,
    ...defined({ description, version: listed.version }),
    kind: kind === 'agent' && data !== undefined && !isCard(data) ? 'other' : kind,
    ...defined({ address: url }),
    type: listed.type,
    // Other findings are reported when it is chosen.
    findings: kind === 'agent' && isCard(data) ? checkListing(data, listed) : [],
  }
}

function isCard(data: JsonValue | undefined): data is JsonObject {
  return data !== undefined && isObject(data) && looksLikeCard(data)
}
