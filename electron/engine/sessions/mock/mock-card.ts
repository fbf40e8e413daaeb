// The card of a mock: the recorded one, with its interfaces at the mock. Interfaces that were not used in the session
// and signatures are left out, as neither would work.

import { asObject, parsedObject } from '#shared/replay/outline.ts'
import { grpcTarget } from '../../wire/grpc/target.ts'
import type { RecordedCall, RecordedCalls } from './recorded-calls.ts'

type Json = Readonly<Record<string, unknown>>

export interface MockPlace {
  readonly address: string
  /** `host:port` of the gRPC side, if there is one. */
  readonly authority: string | undefined
}

/** For a response with a card; text that is no JSON stays unchanged. */
export function cardChange(
  { exchangeId, request: { call } }: RecordedCall,
  calls: RecordedCalls,
  place: MockPlace,
): (text: string) => string {
  const carriesCard =
    call.purpose === 'card' || call.operation === 'extended-card' || exchangeId === calls.card.exchangeId
  if (!carriesCard) return (text) => text
  return (text) => {
    const json = parsedObject(text)
    if (Object.keys(json).length === 0) return text
    const { result } = json
    const moved =
      json['jsonrpc'] === undefined
        ? mockCard(json, place, calls)
        : { ...json, ...(result !== undefined && { result: mockCard(asObject(result), place, calls) }) }
    return JSON.stringify(moved)
  }
}

function mockCard(card: Json, { address, authority }: MockPlace, { origins, spoken }: RecordedCalls): Json {
  const moved = (url: unknown, binding: unknown): unknown => {
    if (binding === 'GRPC') return authority ?? url
    return typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url)
      ? address + origins.pathOf(url)
      : url
  }
  const wasSpoken = (one: Json): boolean => spoken.some((call) => leadsTo(one, call))
  const listed = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    const all = value.filter((one): one is Json => typeof one === 'object' && one !== null)
    const used = all.filter(wasSpoken)
    const stored = used.length > 0 ? used : all.filter((one) => bindingOf(one) !== 'GRPC')
    return stored.map((one) => ({ ...one, url: moved(one['url'], bindingOf(one)) }))
  }
  const { signatures: _signatures, ...rest } = card
  const first = firstSpoken(card, wasSpoken)
  return {
    ...rest,
    ...(card['url'] !== undefined && {
      url: moved(first?.['url'] ?? card['url'], bindingOf(first ?? mainOf(card))),
      ...(first !== undefined && { preferredTransport: first['transport'] }),
    }),
    ...lists(card, listed),
  }
}

function bindingOf({ transport, protocolBinding }: Json): unknown {
  return transport ?? protocolBinding
}

function leadsTo(one: Json, call: RecordedCalls['spoken'][number]): boolean {
  const { url } = one
  const binding = bindingOf(one)
  if (typeof url !== 'string' || (binding !== undefined && binding !== call.binding)) return false
  if (call.binding !== 'GRPC') return call.url.startsWith(url.replace(/\/$/, ''))
  return grpcTarget(url)?.authority === grpcTarget(call.url)?.authority
}

const listNames = ['supportedInterfaces', 'additionalInterfaces', 'interfaces'] as const

function lists(card: Json, listed: (value: unknown) => unknown): Json {
  return Object.fromEntries(
    listNames.flatMap((name) => (card[name] === undefined ? [] : [[name, listed(card[name])]])),
  )
}

/** The main address of a 0.x card. */
function mainOf({ url, preferredTransport }: Json): Json {
  return { url, transport: preferredTransport ?? 'JSONRPC' }
}

/** For a 0.x card whose main address was not used. */
function firstSpoken(card: Json, wasSpoken: (one: Json) => boolean): Json | undefined {
  const { additionalInterfaces } = card
  if (wasSpoken(mainOf(card)) || !Array.isArray(additionalInterfaces)) return undefined
  return additionalInterfaces.find((one) => typeof one === 'object' && one !== null && wasSpoken(one))
}
