// Fetches the keys of a signature with the user's consent. Recorded like any exchange; without credentials and
// redirects, as consent was for one address.

import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { isLoopback } from '../../platform/net.ts'
import type { Wire } from '../../wire/wire.ts'

export interface FetchedKeys {
  readonly text?: string
  /** Why there are none. */
  readonly problem?: string
  readonly exchangeId?: string
}

/** Of a JWKS document; the verdict reports that the keys could not be read. */
const maxKeyBytes = 1024 * 1024

export async function fetchKeys(
  wire: Wire,
  request: { readonly sessionId: string; readonly agentId: string; readonly cardUrl: string | undefined },
  jku: string,
  signal?: AbortSignal,
): Promise<FetchedKeys> {
  const refusal = jkuRefusal(jku, request.cardUrl)
  if (refusal !== undefined) return { problem: refusal }
  const { sessionId, agentId } = request
  const rawAnswer = requestKeys(wire, {
    ...{ sessionId, agentId, signal, url: jku },
    purpose: 'file',
    label: 'GET signing keys',
  })
  const outcome = await rawAnswer.done
  const { exchangeId } = rawAnswer
  if (outcome.kind === 'failure')
    return { problem: `The keys could not be fetched. ${outcome.failure.message}`, exchangeId }
  if (outcome.kind === 'stream')
    return { problem: 'The address of the keys answers with a stream.', exchangeId }
  if (outcome.status !== 200)
    return { problem: `The address of the keys answered ${outcome.status}.`, exchangeId }
  return { text: new TextDecoder().decode(outcome.body), exchangeId }
}

interface KeyRequest {
  readonly sessionId: string
  readonly agentId: string
  readonly purpose: 'file' | 'card'
  readonly label: string
  readonly url: string
  readonly signal: AbortSignal | undefined
}

export function requestKeys(wire: Pick<Wire, 'request'>, { signal, ...request }: KeyRequest) {
  return wire.request({
    ...request,
    method: 'GET',
    streaming: false,
    headers: [['Accept', 'application/jwk-set+json, application/json']],
    profile: { maxBodyBytes: maxKeyBytes, maxRedirects: 0 },
    ...defined({ signal }),
  })
}

// The addresses from which keys may be fetched: TLS only, except for an agent on this machine.

/** Why keys are not fetched; undefined if they may be, with consent. */
export function jkuRefusal(jku: string, cardUrl: string | undefined): string | undefined {
  const url = URL.parse(jku)
  if (url === null) return `${JSON.stringify(shorten(jku))} isn’t an address.`
  if (url.username !== '' || url.password !== '')
    return 'The key URL contains a password; Parley doesn’t use it.'
  if (url.protocol === 'https:') return undefined
  if (url.protocol !== 'http:') return `Keys are fetched over https alone; ${url.protocol} is not opened.`
  if (!isLoopback(url.hostname))
    return 'Keys are fetched over HTTPS only: over plain HTTP anyone in between could replace them.'
  const source = cardUrl === undefined ? null : URL.parse(cardUrl)
  if (source !== null && isLoopback(source.hostname)) return undefined
  return 'The key URL points to this machine, but the card is from another host: a card must not make Parley call local services.'
}
