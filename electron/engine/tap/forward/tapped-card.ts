// An agent's card with its addresses at the tap, so that whoever reads it there calls there. What the tap can't forward keeps its
// address and is told; a signature no longer holds and is left out.

import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { shorten } from '#shared/shorten.ts'
import type { PassedCard } from './messages.ts'
import { isBarred } from './routes.ts'

export interface CardMove {
  /** Where the tap serves what is at this address; undefined where it doesn't. */
  tappedUrl(url: string, isGrpc: boolean): string | undefined
  /** Relative addresses are relative to it. */
  readonly cardUrl: string
  /** One that is signed stays as it is: none of its addresses are at the tap. */
  readonly keepsSigned: boolean
}

/** A card just parsed or decoded, which is nobody else's: JSON, or a message of protobuf, whose members have the same names. */
type Movable = Record<string, JsonValue | undefined>

const listNames = ['supportedInterfaces', 'additionalInterfaces', 'interfaces'] as const

/** Addresses of one card that are said to bypass the tap; others aren't listed. */
const maxBypassingAddresses = 20
// Of one of them, shortened.
const maxBypassingChars = 200

/** Moves it in place; undefined for what is no card. Where nothing is moved, nothing is changed. */
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
