// Which addresses of a server a code or a secret may be sent to.

import { isNear, leadsNear } from '#shared/a2a/rules/card/hosts.ts'
import { shorten } from '#shared/shorten.ts'
import { SignInProblem } from './problem.ts'

/** `named` is where the address was read: what is out there must not send Parley to what is near. */
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

function refuse(sentence: string): never {
  throw new SignInProblem(`${sentence} Nothing was sent there.`)
}
