// Which key addresses may be fetched: TLS only, except for an agent on this very machine. Whatever a card says, no other
// address is opened.

import { shorten } from '#shared/shorten.ts'
import { isLoopback } from '../../is-loopback.ts'

/** Why the keys are not fetched from there; undefined when they may be, after consent. */
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
