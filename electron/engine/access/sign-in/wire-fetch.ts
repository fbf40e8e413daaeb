// The wire as openid-client wants it: proxies, certificates and the record apply to a sign-in as to any other request. No redirect is
// followed, for codes and secrets are meant for one address.

import type { CustomFetch } from 'openid-client'
import { isNear } from '#shared/a2a/rules/card/hosts.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { ConnectionProfile, Wire } from '../../wire/wire.ts'
import { SignInProblem } from './problem.ts'

/** Of metadata, tokens and keys in one response of a sign-in; the step says that it was too large. */
const maxSignInBytes = 512 * 1024
/** For one response of a sign-in; the step says that it timed out. */
const maxSignInMs = 30_000

export interface FetchFacts {
  readonly wire: Pick<Wire, 'request' | 'mask'>
  readonly sessionId: string
  readonly agentId: string
  readonly signal: AbortSignal
  readonly profile: Pick<ConnectionProfile, 'clientCertificate'>
  onExchange(exchangeId: string): void
}

export function wireFetch({
  wire,
  sessionId,
  agentId,
  signal,
  profile,
  onExchange,
}: FetchFacts): CustomFetch {
  return async (url, { method, headers, body }) => {
    signal.throwIfAborted()
    const sent = wire.request({
      sessionId,
      agentId,
      purpose: 'sign-in',
      method,
      url,
      streaming: false,
      headers: Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent'),
      ...(body !== undefined && body !== null && { body: String(body) }),
      profile: {
        ...profile,
        maxBodyBytes: maxSignInBytes,
        wholeTimeoutMs: maxSignInMs,
        maxRedirects: 0,
        // What the user accepts of the agent is not meant for a server out there.
        ...(!isNear(new URL(url).hostname) && { acceptInvalidCertificate: false }),
      },
      signal,
    })
    onExchange(sent.exchangeId)
    const outcome = await sent.done
    signal.throwIfAborted()
    if (outcome.kind === 'failure') throw new SignInProblem(wire.mask.text(outcome.failure.message))
    if (outcome.kind === 'stream') throw new SignInProblem('The server answers with a stream of events.')
    const bare = [204, 205, 304].includes(outcome.status)
    return new Response(bare ? null : new Uint8Array(outcome.body), {
      status: outcome.status,
      headers: new Headers(headersOf(outcome.headers, outcome.body).map(([name, value]) => [name, value])),
    })
  }
}

/** An error in the body says more than a challenge, for which openid-client would pass over it (RFC 6749 §5.2). */
function headersOf(headers: RawHeaders, body: Uint8Array): RawHeaders {
  const found = jsonIn(new TextDecoder().decode(body))
  const isError = typeof found === 'object' && found !== null && 'error' in found
  return headers.filter(
    (header) => isPlain(header) && !(isError && header[0].toLowerCase() === 'www-authenticate'),
  )
}

/** The body is decoded already. */
function isPlain([name, value]: readonly [string, string]): boolean {
  return !/^content-(encoding|length)$/i.test(name) && !name.startsWith(':') && /^[\t\x20-\x7e]*$/.test(value)
}
