// Finds addresses of a card that can hardly be right where it was read (PROTOCOL §9.5), and proposes a correction.
// Based on the text alone, without requests.

import { grpcAddress } from '#shared/a2a/grpc-address.ts'
import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { hostKind, isNear } from '#shared/a2a/rules/card/hosts.ts'
import type { SuspiciousAddress } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'

interface Declared {
  readonly pointer: string
  readonly url: string
  readonly binding: string
}

export function suspiciousAddresses(
  raw: JsonValue,
  cardUrl: string | undefined,
): readonly SuspiciousAddress[] {
  const source = cardUrl === undefined ? undefined : (URL.parse(cardUrl) ?? undefined)
  return declaredIn(raw).flatMap((declared) => {
    const suspicion = suspect(declared, source)
    return suspicion === undefined ? [] : [{ pointer: declared.pointer, url: declared.url, ...suspicion }]
  })
}

/** Resolves a relative address, if possible. */
export function absoluteUrl(url: string, binding: string, cardUrl: string | undefined): string {
  if (isAddress(url, binding)) return url
  return (cardUrl === undefined ? undefined : URL.parse(url, cardUrl)?.href) ?? url
}

/** At or below the path of the card, so that the card's server can serve it. */
export function isBesideCard(url: string, cardUrl: string): boolean {
  const [called, card] = [URL.parse(url), URL.parse(cardUrl)]
  if (!called || !card || called.origin !== card.origin) return false
  return isBelow(called.pathname, folderOf(card))
}

/** The probable address: the interface's path on the card's server, below the card's prefix. */
export function addressBesideCard(url: string, cardUrl: string): string | undefined {
  const [called, card] = [URL.parse(url), URL.parse(cardUrl)]
  if (!called || !card) return undefined
  const folder = folderOf(card)
  const path = isBelow(called.pathname, folder) ? called.pathname : `${folder}${called.pathname}`
  return [path, `${folder}/`]
    .map((each) => `${card.origin}${each}${called.search}`)
    .find((each) => each !== called.href)
}

function isAddress(url: string, binding: string): boolean {
  // For gRPC, a first word with a colon is already no relative path.
  return (binding.toUpperCase() === 'GRPC' && /^[^/]+:/.test(url)) || URL.canParse(url)
}

type Suspicion = Omit<SuspiciousAddress, 'pointer' | 'url'>

function suspect({ url, binding }: Declared, source: URL | undefined): Suspicion | undefined {
  if (!isAddress(url, binding)) {
    const substitute = source === undefined ? undefined : URL.parse(url, source.href)?.href
    const sentence = `${shown(url)} is relative; A2A requires absolute addresses. Parley reads it against the card's own address.`
    return { kind: 'relative', sentence, ...defined({ substitute }) }
  }
  const grpc = binding.toUpperCase() === 'GRPC'
  const address = grpc ? grpcAddress(url) : undefined
  if (address?.kind === 'refused') {
    return { kind: 'not-grpc', sentence: `${shown(url)} ${address.why}.` }
  }
  const parsed = URL.parse(address === undefined ? url : `http://${address.place}`)
  if (parsed === null) return { kind: 'not-grpc', sentence: `${shown(url)} has no host and port.` }
  if (!grpc && parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return { kind: 'not-http', sentence: `${shown(url)} isn’t a web address; Parley never opens it.` }
  }
  const kind = hostKind(parsed.hostname)
  const sourceKind = source === undefined ? undefined : hostKind(source.hostname)
  const substitute = source && substituteFor(parsed, source, url, grpc)
  const offer = substitute !== undefined && substitute !== url ? { substitute } : {}
  if (kind === 'listening') {
    const sentence = `${shown(parsed.host)} is an address to listen on, not one to call.`
    return { kind, sentence, ...offer }
  }
  if (source !== undefined && parsed.hostname === source.hostname) return plaintext(parsed, source, url, grpc)
  if (kind === 'inner') {
    const sentence = `${shown(parsed.hostname)} is a name that only exists inside some network, such as that of a container.`
    return { kind, sentence, ...offer }
  }
  if (kind === 'local' && sourceKind === 'public') {
    const sentence = `${shown(parsed.host)} is on this machine or in its network, but the card is from ${source?.host}.`
    return { kind, sentence, ...offer }
  }
  return source === undefined ? undefined : plaintext(parsed, source, url, grpc)
}

function plaintext(parsed: URL, source: URL, url: string, grpc: boolean): Suspicion | undefined {
  if (grpc || parsed.protocol !== 'http:' || source.protocol !== 'https:') return undefined
  const secure = new URL(url)
  secure.protocol = 'https:'
  // The port without TLS is hardly the one with TLS, unless it is the card's.
  if (secure.hostname === source.hostname && secure.port !== '') secure.port = source.port
  return {
    kind: 'plaintext',
    sentence: `${shown(url)} is plain http, but the card came over TLS: credentials and messages would cross in the clear.`,
    substitute: unslashed(secure, url),
  }
}

/** The card's host. A public host's port is the proxy's; near this machine it is the server's own. */
function substituteFor(parsed: URL, source: URL, url: string, grpc: boolean): string {
  const near = isNear(source.hostname)
  if (grpc) {
    const host = `${source.hostname}${parsed.port === '' ? '' : `:${parsed.port}`}`
    return /^(https?|grpcs?):/i.test(url) ? url.replace(/^(\w+:\/\/)[^/]+/, `$1${host}`) : host
  }
  const moved = new URL(url)
  moved.hostname = source.hostname
  if (!near) {
    moved.protocol = source.protocol
    moved.port = source.port
  }
  return unslashed(moved, url)
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Without a trailing slash. */
function folderOf({ pathname }: URL): string {
  const wellKnown = pathname.indexOf('/.well-known/')
  return pathname.slice(0, wellKnown === -1 ? pathname.lastIndexOf('/') : wellKnown)
}

/** `URL` appends a slash to an origin, which the card does not have. */
function unslashed(moved: URL, url: string): string {
  return moved.pathname === '/' && !/\/$/.test(url) && moved.search === '' ? moved.origin : moved.href
}

function declaredIn(raw: JsonValue): readonly Declared[] {
  if (!isObject(raw)) return []
  const { url, preferredTransport } = raw
  return [
    ...(typeof url === 'string' && url !== ''
      ? [{ pointer: '/url', url, binding: text(preferredTransport) }]
      : []),
    ...listedIn(raw, 'supportedInterfaces', 'protocolBinding'),
    ...listedIn(raw, 'additionalInterfaces', 'transport'),
  ]
}

/** Interfaces of a card whose addresses are judged; the card's JSON has the others. */
const maxInterfacesLooked = 1_000

function listedIn(raw: JsonObject, list: string, binding: string): readonly Declared[] {
  const items = raw[list]
  if (!isList(items)) return []
  return items.slice(0, maxInterfacesLooked).flatMap((item, index) => {
    if (!isObject(item)) return []
    const { url } = item
    if (typeof url !== 'string' || url === '') return []
    return [{ pointer: `/${list}/${index}/url`, url, binding: text(item[binding]) }]
  })
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function shown(value: string): string {
  return JSON.stringify(shorten(value))
}
