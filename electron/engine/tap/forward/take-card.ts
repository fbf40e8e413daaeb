// A response that is the agent's card, or has it as its result: held until it is complete, and served with its
// addresses at the tap. Other responses are served unchanged.

import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { headerOf } from '#shared/a2a/header-of.ts'
import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { runSteps } from '#shared/json/json-layout.ts'
import { findValue } from '#shared/json/json-piece.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { shorten } from '#shared/shorten.ts'
import type { KeptBytes } from '../../platform/files.ts'
import { parseCall } from '../parse-call.ts'
import { forBody } from './heads.ts'
import { cardUnread, type PassedCard } from './messages.ts'
import { isBarred, type SpokenAt } from './routes.ts'

// Of a request over JSON-RPC that may be for the extended card; a longer one is not.
const maxCardRequestBytes = 64 * 1024

const documentPath = /\/(\.well-known\/agent(-card)?\.json|agent\/authenticatedExtendedCard)$/
const restPath = /\/(v1\/card|extendedAgentCard)$/

const listNames = ['supportedInterfaces', 'additionalInterfaces', 'interfaces'] as const

/** Addresses of one card that are reported to bypass the tap; others aren't listed. */
const maxBypassingAddresses = 20
// Of one of them, shortened.
const maxBypassingChars = 200

/** Of a card whose addresses are moved to a tap; a larger one is served unchanged, and calls to its addresses bypass the tap. */
export const maxTappedCardBytes = 16 * 1024 * 1024

export interface CardResponse {
  /** False if it is too large: it is then passed on unchanged, the held part first. */
  add(parts: readonly Buffer[]): boolean
  pieces(): readonly Buffer[]
  served(): ServedCard
}

interface ServedCard {
  readonly headers: RawHeaders
  readonly body: Buffer
  /** Undefined where it is no card. */
  readonly card?: PassedCard
}

export function takeCard(headers: RawHeaders, pointer: CardPointer, move: CardMove): CardResponse {
  const parts: Buffer[] = []
  let heldBytes = 0
  return {
    add(more) {
      for (const part of more) {
        parts.push(part)
        heldBytes += part.byteLength
      }
      return heldBytes <= maxTappedCardBytes
    },
    pieces: () => parts,
    served() {
      const bytes = Buffer.concat(parts)
      const text = unpacked(bytes, headerOf(headers, 'content-encoding'))
      if (text === undefined) return { headers, body: bytes, card: cardUnread }
      const moved = movedIn(text, pointer, move)
      if (!moved?.card.isMoved) return { headers, body: bytes, ...defined({ card: moved?.card }) }
      const body = Buffer.from(moved.text)
      return { headers: forBody(headers, body.byteLength), body, card: moved.card }
    },
  }
}

/** Only the card is rewritten; the text around it stays. */
function movedIn(
  text: string,
  pointer: CardPointer,
  move: CardMove,
): { readonly text: string; readonly card: PassedCard } | undefined {
  const place = parsed(text) === undefined ? undefined : runSteps(findValue(text, pointer))
  const json = place && parsed(text.slice(place.start, place.end))
  if (!place || !isObject(json)) return undefined
  const match: Record<string, JsonValue | undefined> = json
  const card = moveCard(match, move)
  if (card === undefined) return undefined
  if (card.isSigned) delete match['signatures']
  return { text: text.slice(0, place.start) + JSON.stringify(match) + text.slice(place.end), card }
}

/** As text; undefined if it can't be decoded. */
export function unpacked(bytes: Buffer, encoding = 'identity'): string | undefined {
  const plain = unpackedBytes(bytes, encoding)
  return plain && isUtf8(plain) ? plain.toString('utf8') : undefined
}

export function unpackedBytes(bytes: Buffer, encoding: string): Buffer | undefined {
  const bound = { maxOutputLength: maxTappedCardBytes }
  try {
    switch (encoding.toLowerCase()) {
      case 'identity':
      case '':
        return bytes
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, bound)
      case 'deflate':
        return inflateSync(bytes, bound)
      case 'br':
        return brotliDecompressSync(bytes, bound)
      case 'zstd':
        return zstdDecompressSync(bytes, bound)
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}

/** JSON has no byte order mark, but some servers send one. */
function parsed(text: string): JsonValue | undefined {
  return parsedJson(text.replace(/^\uFEFF/, ''))
}

// Moves the addresses of an agent's card to the tap, so that its readers call the tap. Addresses that the tap can't
// serve stay and are reported; signatures are removed, as they no longer hold.

export interface CardMove {
  /** The tap's address for this URL; undefined if the tap does not serve it. */
  tappedUrl(url: string, isGrpc: boolean): string | undefined
  /** The base of relative addresses. */
  readonly cardUrl: string
  /** Signed cards stay unchanged. */
  readonly keepsSigned: boolean
}

/** A freshly parsed or decoded card: JSON, or a protobuf message, whose members have the same names. */
type Movable = Record<string, JsonValue | undefined>

/** Changes the card in place; undefined for what is no card. */
export function moveCard(
  card: Movable,
  { tappedUrl, cardUrl, keepsSigned }: CardMove,
): PassedCard | undefined {
  const lists = listNames.flatMap((name) => {
    const list = card[name]
    return isList(list) ? list : []
  })
  if (card['url'] === undefined && !listNames.some((name) => isList(card[name]))) return undefined
  const { signatures } = card
  const isSigned = isList(signatures) && signatures.length > 0
  const isKept = isSigned && keepsSigned
  const bypassing = new Set<string>()
  const barred = new Set<string>()
  let isMoved = false
  const move = (holder: Movable, binding: JsonValue | undefined) => {
    const { url } = holder
    if (typeof url !== 'string' || url === '') return
    const isGrpc = typeof binding === 'string' && binding.toUpperCase() === 'GRPC'
    const at = isGrpc ? url : absolute(url, cardUrl)
    const there = isKept ? undefined : tappedUrl(at, isGrpc)
    if (there !== undefined) {
      holder['url'] = there
      isMoved = true
      return
    }
    const listed = isBarred(at, isGrpc, cardUrl) ? barred : bypassing
    if (listed.size < maxBypassingAddresses) listed.add(shorten(url, maxBypassingChars))
  }
  move(card, card['preferredTransport'])
  for (const one of lists) if (isObject(one)) move(one, one['protocolBinding'] ?? one['transport'])
  return { isSigned, isMoved, bypassing: [...bypassing], barred: [...barred] }
}

function absolute(url: string, cardUrl: string): string {
  return URL.canParse(url) ? url : (URL.parse(url, cardUrl)?.href ?? url)
}

// Recognizes requests for the agent's card in all versions, and where the response has it.

interface CardRequest {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Pick<KeptBytes, 'bytes' | 'seenBytes'>
}

/** A pointer into the response: all of it, or the result of JSON-RPC. */
type CardPointer = '' | '/result'

export function cardRequestOf(
  { method, url, headers, body }: CardRequest,
  source: { readonly cardUrl: string; readonly spoken: readonly SpokenAt[] },
): CardPointer | undefined {
  if (method === 'GET') {
    const path = /^[^?#]*/.exec(url)?.[0] ?? ''
    return url === source.cardUrl || documentPath.test(path) || restPath.test(path) ? '' : undefined
  }
  if (method !== 'POST' || body.seenBytes() > maxCardRequestBytes) return undefined
  const text = body.bytes().toString('utf8')
  if (!/Extended(Agent)?Card/.test(text)) return undefined
  const { operation, binding } = parseCall(source, { method, url, headers, body: text }).facts
  return operation === 'extended-card' && binding === 'JSONRPC' ? '/result' : undefined
}
