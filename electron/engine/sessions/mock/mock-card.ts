// The card of a mock: the recorded one, with its interfaces at the mock. Those nobody spoke to in the session are left out,
// for nothing behind them could be answered; so is the signature, which no longer holds.

import type { RecordedCalls } from './recorded-calls.ts'

type Json = Readonly<Record<string, unknown>>

export function mockCard(text: string, address: string, { origins, spoken }: RecordedCalls): string {
  let card: Json
  try {
    card = JSON.parse(text)
  } catch {
    return text
  }
  const moved = (url: unknown): unknown =>
    typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url)
      ? address + origins.pathOf(url)
      : url
  const wasSpoken = ({ url, transport, protocolBinding }: Json): boolean =>
    spoken.some(
      (call) =>
        typeof url === 'string' &&
        call.url.startsWith(url.replace(/\/$/, '')) &&
        [call.binding, undefined].includes((transport ?? protocolBinding) as string | undefined),
    )
  const listed = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    const all = value.filter((one): one is Json => typeof one === 'object' && one !== null)
    const used = all.filter(wasSpoken)
    return (used.length > 0 ? used : all).map((one) => ({ ...one, url: moved(one['url']) }))
  }
  const { signatures: _signatures, ...rest } = card
  const first = firstSpoken(card, wasSpoken)
  return JSON.stringify({
    ...rest,
    ...(card['url'] !== undefined && {
      url: moved(first?.['url'] ?? card['url']),
      ...(first !== undefined && { preferredTransport: first['transport'] }),
    }),
    ...lists(card, listed),
  })
}

const listNames = ['supportedInterfaces', 'additionalInterfaces', 'interfaces'] as const

function lists(card: Json, listed: (value: unknown) => unknown): Json {
  return Object.fromEntries(
    listNames.flatMap((name) => (card[name] === undefined ? [] : [[name, listed(card[name])]])),
  )
}

/** Of a 0.x card whose main address was not the one spoken to. */
function firstSpoken(card: Json, wasSpoken: (one: Json) => boolean): Json | undefined {
  const { url, preferredTransport, additionalInterfaces } = card
  if (wasSpoken({ url, transport: preferredTransport ?? 'JSONRPC' })) return undefined
  if (!Array.isArray(additionalInterfaces)) return undefined
  return additionalInterfaces.find((one) => typeof one === 'object' && one !== null && wasSpoken(one))
}
