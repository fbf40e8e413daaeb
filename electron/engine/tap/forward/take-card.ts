// An answer that is the agent's card, or has it as its result: held until it is whole, and served with its addresses at the tap. What is
// none after all is served as it came.

import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { headerOf } from '#shared/a2a/header-of.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { findingPlace } from '#shared/json/json-piece.ts'
import { parsedJson } from '#shared/json/parsed-json.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { runSteps } from '#shared/steps.ts'
import type { CardPointer } from './card-asked.ts'
import { forBody } from './heads.ts'
import { cardUnread, type PassedCard } from './messages.ts'
import { type CardMove, moveCard } from './tapped-card.ts'

/** Of a card that a tap moves to itself; a larger one is served as it came, and calls to its addresses bypass the tap. */
export const maxTappedCardBytes = 16 * 1024 * 1024

export interface CardAnswer {
  /** False where it is too large: it is then to be passed on as it came, what is held first. */
  add(parts: readonly Buffer[]): boolean
  held(): readonly Buffer[]
  served(): ServedCard
}

interface ServedCard {
  readonly headers: RawHeaders
  readonly body: Buffer
  /** Undefined where it is no card. */
  readonly card?: PassedCard
}

export function takeCard(headers: RawHeaders, pointer: CardPointer, move: CardMove): CardAnswer {
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
    held: () => parts,
    served() {
      const came = Buffer.concat(parts)
      const text = unpacked(came, headerOf(headers, 'content-encoding'))
      if (text === undefined) return { headers, body: came, card: cardUnread }
      const moved = movedIn(text, pointer, move)
      if (!moved?.card.isMoved) return { headers, body: came, ...defined({ card: moved?.card }) }
      const body = Buffer.from(moved.text)
      return { headers: forBody(headers, body.byteLength), body, card: moved.card }
    },
  }
}

/** Only the card itself is written anew: what is around it stays as it was written. */
function movedIn(
  text: string,
  pointer: CardPointer,
  move: CardMove,
): { readonly text: string; readonly card: PassedCard } | undefined {
  const place = parsed(text) === undefined ? undefined : runSteps(findingPlace(text, pointer))
  const json = place && parsed(text.slice(place.start, place.end))
  if (!place || !isObject(json)) return undefined
  const found: Record<string, JsonValue | undefined> = json
  const card = moveCard(found, move)
  if (card === undefined) return undefined
  if (card.isSigned) delete found['signatures']
  return { text: text.slice(0, place.start) + JSON.stringify(found) + text.slice(place.end), card }
}

/** As text; undefined where it can't be read. */
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

/** A byte order mark is none of JSON's, and sent all the same. */
function parsed(text: string): JsonValue | undefined {
  return parsedJson(text.replace(/^\uFEFF/, ''))
}
