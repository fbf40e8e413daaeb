// Reads an AI Catalog (`application/ai-catalog+json`, ai-catalog.io): its entries under either name of their type, and
// problems of unusable ones. Makes no requests.

import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { isCardType } from '#shared/a2a/rules/card/check-card.ts'
import type { ListedAs } from '#shared/a2a/rules/card/context.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'

export const catalogPath = '/.well-known/ai-catalog.json'

export interface CatalogEntry {
  readonly name: string
  readonly description?: string
  /** As listed, to compare with the card. */
  readonly listed: ListedAs
  readonly kind: 'agent' | 'catalog' | 'other'
  readonly url?: string
  readonly data?: JsonValue
}

export interface Catalog {
  readonly title?: string
  /** Read lazily; a string is the problem of an unusable entry. */
  readonly entries: Iterable<CatalogEntry | string>
  readonly notes: readonly string[]
}

type CatalogJson = JsonObject & { readonly entries: readonly JsonValue[]; readonly specVersion: string }

export function isCatalog(raw: JsonValue): raw is CatalogJson {
  return isObject(raw) && isList(raw['entries'] ?? null) && typeof raw['specVersion'] === 'string'
}

/** Undefined for other JSON. */
export function readCatalog(raw: JsonValue, url: string, maxEntries: number): Catalog | undefined {
  if (!isCatalog(raw)) return undefined
  const { entries: list, specVersion, host } = raw
  const notes: string[] = []
  if (!/^1(\.|$)/.test(specVersion)) {
    notes.push(`The catalog says its version is “${brief(specVersion)}”; Parley reads it as 1.0.`)
  }
  if (list.length > maxEntries) notes.push(overLong(formatCount(list.length), maxEntries))
  const title = isObject(host) ? textOf(host['displayName']) : undefined
  return {
    ...(title !== undefined && { title: brief(title) }),
    entries: entriesIn(list.slice(0, maxEntries), url),
    notes,
  }
}

function* entriesIn(list: readonly JsonValue[], url: string): Generator<CatalogEntry | string> {
  for (const [index, item] of list.entries()) {
    const entry = isObject(item) ? readEntry(item, url) : 'isn’t an object'
    yield typeof entry === 'string' ? `Entry ${index + 1} ${entry}.` : entry
  }
}

export function overLong(count: string, max: number): string {
  return `The catalog has ${count} entries; ${formatCount(max)} are shown.`
}

// Notes on a catalog and those nested in it; further ones are left out.
export const maxCatalogNotes = 20

function readEntry(entry: JsonObject, base: string): CatalogEntry | string {
  const { identifier, displayName, url, data } = entry
  const type = textOf(entry['type']) ?? textOf(entry['mediaType'])
  if (type === undefined) return 'has no type'
  if (url !== undefined && data !== undefined) return 'has both a url and data'
  const address = typeof url === 'string' ? URL.parse(url, base) : null
  if (data === undefined && address === null)
    return url === undefined ? 'has neither a url nor data' : 'has a url that can’t be read'
  if (address && !/^https?:$/.test(address.protocol))
    return `leads to ${address.protocol}, which Parley doesn’t open`
  if (address && (address.username !== '' || address.password !== ''))
    return 'has a name or password in its url'
  const own = isObject(data ?? null) ? (data as JsonObject) : {}
  const listedName = textOf(displayName)
  const version = textOf(entry['version'])
  const description = textOf(entry['description']) ?? textOf(own['description'])
  const name = listedName ?? textOf(own['name']) ?? lastOf(textOf(identifier)) ?? address?.host ?? 'Unnamed'
  return {
    name: brief(name),
    ...(description !== undefined && { description: description.slice(0, maxDescriptionChars) }),
    listed: {
      type: brief(type),
      ...(listedName !== undefined && { name: brief(listedName) }),
      ...(version !== undefined && { version: brief(version) }),
    },
    kind: kindOf(type, own),
    ...(address && { url: address.href }),
    ...defined({ data }),
  }
}

/** A card listed under another type is still a card; its findings report the type. */
function kindOf(type: string, own: JsonObject): CatalogEntry['kind'] {
  if (/^application\/ai-catalog\+json\b/i.test(type)) return 'catalog'
  if (isCardType(type)) return 'agent'
  return 'supportedInterfaces' in own || ('skills' in own && 'url' in own) ? 'agent' : 'other'
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The specification's fallback for a name. */
function lastOf(identifier: string | undefined): string | undefined {
  return identifier?.split(/[:/]/).findLast(Boolean)
}

/** Of a name, address or type that a catalog gives; the catalog is on the wire. */
const maxCatalogWordChars = 200
/** Of a description in a catalog; the catalog is on the wire. */
export const maxDescriptionChars = 500

function brief(text: string): string {
  return text.slice(0, maxCatalogWordChars)
}
