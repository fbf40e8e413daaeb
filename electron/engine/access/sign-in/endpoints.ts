// Checks the endpoints of a server before a code or a secret is sent there.

import { isNear, leadsNear } from '#shared/a2a/rules/card/hosts.ts'
import { shorten } from '#shared/shorten.ts'
import { SignInProblem } from './problem.ts'

/** `named` is the source of the address: a remote document must not send Parley to an address near it. */
export function checkEndpoint(what: string, address: string, named: string | undefined): void {
  const url = URL.parse(address)
  const quoted = `The ${what} ${shorten(address)}`
  if (url === null || !/^https?:$/.test(url.protocol)) refuse(`${quoted} is not an http or https address.`)
  if (url.username !== '' || url.password !== '') refuse(`${quoted} has a name or password in it.`)
  if (url.protocol === 'http:' && !isNear(url.hostname)) {
    refuse(`${quoted} is not encrypted. Parley sends codes and secrets over https only.`)
  }
  const from = URL.parse(named ?? '') ?? undefined
  if (leadsNear(url.hostname, from?.hostname)) {
    const namedBy =
      from === undefined ? 'what names it isn’t known to be' : `${from.host}, which names it, is not`
    refuse(`${quoted} is on this machine or in its network, but ${namedBy}.`)
  }
}

/** Parameters of the requests of a sign-in, and those that would replace all of them (RFC 9101). A server may choose `prompt`. */
const requestParameters: readonly string[] = [
  ...['client_id', 'client_secret', 'client_assertion', 'client_assertion_type', 'scope', 'resource'],
  ...['response_type', 'response_mode', 'redirect_uri', 'state', 'nonce', 'request', 'request_uri'],
  ...['code_challenge', 'code_challenge_method', 'code_verifier', 'grant_type', 'code', 'device_code'],
  ...['refresh_token', 'token', 'token_type_hint'],
]

/**
 * The query of an endpoint is sent along, and no parameter may be repeated (RFC 6749 §3.1, §3.2): a card must not
 * decide which of two redirect addresses a server uses.
 */
export function checkCalledEndpoint(what: string, address: string, named: string | undefined): void {
  checkEndpoint(what, address, named)
  const names = URL.parse(address)?.searchParams.keys() ?? []
  const name = [...names].find((each) => requestParameters.includes(each))
  if (name === undefined) return
  refuse(`The ${what} ${shorten(address)} has “${name}” in its query, which only the sign-in itself may set.`)
}

function refuse(sentence: string): never {
  throw new SignInProblem(`${sentence} Nothing was sent there.`)
}
