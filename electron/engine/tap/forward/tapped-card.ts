// The agent's card with its addresses at the tap, so that whoever reads it there calls there. What the tap can't forward keeps its
// address and is listed; a signature no longer holds and is left out.

import { isList, isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'

export interface TappedCard {
  readonly text: string
  /** What else is to be said of it, a sentence each. */
  readonly notes: readonly string[]
}

const listNames = ['supportedInterfaces', 'additionalInterfaces', 'interfaces'] as const

/** Undefined for what is no card. */
export function tappedCard(
  text: string,
  cardUrl: string,
  tappedUrl: (url: string, isGrpc: boolean) => string | undefined,
): TappedCard | undefined {
  const card = parsed(text)
  if (!isObject(card) || !hasInterfaces(card)) return undefined
  const bypassing = new Set<string>()
  const moved = (url: JsonValue | undefined, binding: JsonValue | undefined): JsonValue | undefined => {
    if (typeof url !== 'string' || url === '') return url
    const isGrpc = typeof binding === 'string' && binding.toUpperCase() === 'GRPC'
    const there = tappedUrl(isGrpc ? url : absolute(url, cardUrl), isGrpc)
    if (there === undefined) bypassing.add(url)
    return there ?? url
  }
  const one = (item: JsonValue): JsonValue =>
    isObject(item) && item['url'] !== undefined
      ? { ...item, url: moved(item['url'], item['protocolBinding'] ?? item['transport']) ?? null }
      : item
  const { signatures, ...rest } = card
  const isSigned = isList(signatures) && signatures.length > 0
  const lists = listNames.flatMap((name) => {
    const list = card[name]
    return isList(list) ? [[name, list.map(one)] as const] : []
  })
  const url = moved(card['url'], card['preferredTransport'])
  const kept = isSigned ? rest : card
  const served = { ...kept, ...(url !== undefined && { url }), ...Object.fromEntries(lists) }
  return {
    text: JSON.stringify(served),
    notes: [
      'The tap served this card with its addresses moved to the tap.',
      ...(isSigned ? ['Its signature would no longer be valid and was left out.'] : []),
      ...[...bypassing].map(bypasses),
    ],
  }
}

export function bypasses(url: string): string {
  return `Calls to ${url} bypass the tap.`
}

function hasInterfaces(card: JsonObject): boolean {
  return card['url'] !== undefined || listNames.some((name) => isList(card[name]))
}

function absolute(url: string, cardUrl: string): string {
  return URL.canParse(url) ? url : (URL.parse(url, cardUrl)?.href ?? url)
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
