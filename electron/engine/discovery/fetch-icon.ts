// Fetches a card's icon on request. Recorded like any exchange; without credentials and redirects, as consent was for one address.

import { isNear } from '#shared/a2a/rules/card/hosts.ts'
import type { CardIcon } from '#shared/contract/card-questions.ts'
import { defined } from '#shared/defined.ts'
import { iconLimits, readImage } from '#shared/image/read-image.ts'
import { isLoopback } from '../platform/net.ts'
import type { Wire } from '../wire/wire.ts'

export interface IconRequest {
  readonly sessionId: string
  readonly agentId: string
  readonly cardUrl: string | undefined
  readonly iconUrl: string
}

/** Of an agent's icon; the card reports that it was larger. */
const maxIconBytes = 256 * 1024
/** Time for an icon to arrive; the card reports that it could not be fetched. */
const maxIconMs = 15_000

export async function fetchIcon(
  wire: Wire,
  { sessionId, agentId, cardUrl, iconUrl }: IconRequest,
  signal?: AbortSignal,
): Promise<CardIcon> {
  const refusal = iconRefusal(iconUrl, cardUrl)
  if (refusal !== undefined) return { found: false, reason: refusal }
  const { exchangeId, done } = wire.request({
    sessionId,
    agentId,
    purpose: 'file',
    method: 'GET',
    url: iconUrl,
    label: 'GET icon',
    streaming: false,
    headers: [['Accept', 'image/png, image/webp, image/svg+xml, image/*;q=0.8']],
    profile: { maxBodyBytes: maxIconBytes, maxRedirects: 0, wholeTimeoutMs: maxIconMs },
    ...defined({ signal }),
  })
  const outcome = await done
  const none = (reason: string): CardIcon => ({ found: false, reason, exchangeId })
  if (outcome.kind === 'failure') {
    return outcome.failure.failure === 'too-large'
      ? none(`The icon is larger than ${maxIconBytes / 1024} KB; Parley stopped reading.`)
      : none(wire.mask.text(outcome.failure.message))
  }
  if (outcome.kind === 'stream') return none('The address of the icon answers with a stream.')
  if (outcome.status !== 200) return none(`The address of the icon answered ${outcome.status}.`)
  const image = readImage(outcome.body, iconLimits, (bytes) => new TextDecoder().decode(bytes))
  if (image.kind === 'refused') return none(image.reason)
  const base64 = Buffer.from(outcome.body).toString('base64')
  return { found: true, mediaType: image.mediaType, base64, exchangeId }
}

/** Why an icon is not fetched; undefined if it may be, with consent. */
export function iconRefusal(iconUrl: string, cardUrl: string | undefined): string | undefined {
  const url = URL.parse(iconUrl)
  if (url === null) return 'The address of the icon is not absolute; Parley does not guess it.'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `Icons are fetched over http and https alone; ${url.protocol} is not opened.`
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address of the icon carries a password; Parley does not use it.'
  }
  const source = cardUrl === undefined ? null : URL.parse(cardUrl)
  if (isNear(url.hostname) && !isBesideCard(url, source)) {
    return 'The icon is said to be on this machine or its network, but the card is from another host: a card must not make Parley call local services.'
  }
  return undefined
}

function isBesideCard({ hostname }: URL, card: URL | null): boolean {
  if (card === null) return false
  return hostname === card.hostname || (isLoopback(hostname) && isLoopback(card.hostname))
}
