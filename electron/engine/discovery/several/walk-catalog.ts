// A catalog with those it nests: read where they are at the same origin, listed where they are not. A catalog is a stranger's list of
// addresses, so none of another origin is called before the user has chosen it.

import { looksLikeCard } from '#shared/a2a/card.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { AgentChoice } from '#shared/contract/card.ts'
import { inspectJson } from '../inspect.ts'
import { type CatalogEntry, overLong, readCatalog } from './catalog.ts'
import type { Several } from './several.ts'

/** Catalogs within catalogs; what lies deeper is named and not read. */
const maxCatalogDepth = 5
/** Entries over all catalogs; the list says how many there were. */
const maxEntries = 10_000
/** Further catalogs fetched on the way; the others are listed to be chosen. */
const maxFetched = 50

interface Place {
  readonly raw: JsonValue
  readonly url: string
  /** The addresses that led here, its own last. */
  readonly path: readonly string[]
  readonly depth: number
}

/** Undefined where the JSON is no catalog. `fetch` answers with JSON, or why there is none. */
export async function walkCatalog(
  raw: JsonValue,
  url: string,
  fetch: (url: string) => Promise<{ readonly raw: JsonValue } | { readonly why: string }>,
): Promise<Several | undefined> {
  const found: Several['found'][number][] = []
  const notes: string[] = []
  const seen = new Set([url])
  let title: string | undefined
  let fetched = 0
  const waiting: Place[] = [{ raw, url, path: [url], depth: 0 }]

  const nested = async (entry: CatalogEntry, place: Place): Promise<void> => {
    const { name, url: at, data } = entry
    if (place.depth === maxCatalogDepth) {
      notes.push(`“${name}” lies deeper than ${maxCatalogDepth} catalogs; Parley doesn’t read it.`)
      return
    }
    const depth = place.depth + 1
    if (at === undefined) {
      waiting.push({ raw: data ?? null, url: place.url, path: place.path, depth })
      return
    }
    if (place.path.includes(at)) {
      notes.push(`“${name}” leads back to ${at}: the catalogs form a cycle.`)
      return
    }
    if (new URL(at).origin !== new URL(url).origin || fetched === maxFetched) {
      found.push({ choice: choiceOf(entry), entry })
      return
    }
    if (seen.has(at)) return
    seen.add(at)
    fetched += 1
    const answer = await fetch(at)
    if ('why' in answer) notes.push(`“${name}” could not be read: ${answer.why}`)
    else waiting.push({ raw: answer.raw, url: at, path: [...place.path, at], depth })
  }

  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    const catalog = readCatalog(place.raw, place.url, maxEntries)
    if (catalog === undefined && place.depth === 0) return undefined
    if (catalog === undefined) notes.push(`${place.path.at(-1)} is listed as a catalog, but isn’t one.`)
    title ??= catalog?.title
    notes.push(...(catalog?.notes ?? []))
    for (const entry of catalog?.entries ?? []) {
      if (found.length === maxEntries) {
        notes.push(
          overLong(found.length + 1, maxEntries)
            .replace('has', 'has more than')
            .replace('10,001', '10,000'),
        )
        waiting.length = 0
        break
      }
      if (entry.kind === 'catalog') await nested(entry, place)
      else
        found.push({ choice: choiceOf(entry), entry, ...(entry.data !== undefined && { base: place.url }) })
    }
  }
  return { title: title ?? new URL(url).host, found, notes }
}

function choiceOf({ name, description, listed, kind, url, data }: CatalogEntry): AgentChoice {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(listed.version !== undefined && { version: listed.version }),
    kind: kind === 'agent' && data !== undefined && !isCard(data) ? 'other' : kind,
    ...(url !== undefined && { address: url }),
    type: listed.type,
    findings: data === undefined || kind !== 'agent' ? [] : disagreements(data, listed),
  }
}

function isCard(data: JsonValue): boolean {
  return isObject(data) && looksLikeCard(data)
}

/** Of all that may be said about an inline card, what the catalog says otherwise; the rest is said when it is chosen. */
function disagreements(data: JsonValue, listed: CatalogEntry['listed']): AgentChoice['findings'] {
  const inspected = inspectJson(data, { listed })
  const findings = inspected.kind === 'card' ? inspected.inspection.findings : []
  return findings.filter(({ rule }) => rule === 'PARLEY-CARD-030')
}
