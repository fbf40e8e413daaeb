// A server's address, and the address in its card (PROTOCOL.md §1, §9.4).

import { reply } from '../http-server.ts'
import { isArray, isObject, withoutMembers } from '../json.ts'
import type { AgentPlace, Quirk } from '../quirk.ts'

export const cardAt = (...paths: readonly string[]): Quirk => ({ cardPaths: paths })

/** Sets the card's address, in whichever member its version has it. */
export const cardUrl = (url: (place: AgentPlace) => string | null): Quirk => ({
  card(card, place) {
    const { supportedInterfaces } = card
    if (!isArray(supportedInterfaces)) return { ...card, url: url(place) }
    const [first, ...others] = supportedInterfaces
    const moved = isObject(first) ? { ...first, url: url(place) } : { url: url(place) }
    return { ...card, supportedInterfaces: [moved, ...others] }
  },
})

export const cardWithout = (...members: readonly string[]): Quirk => ({
  card: (card) => withoutMembers(card, ...members),
})

/** Redirects requests for `from` to `to`, with a status that keeps the body or one that drops it. */
export const redirect = (status: 301 | 302 | 303 | 307 | 308, from: string, to: string): Quirk => ({
  intercept: ({ request }, { origin }) =>
    request.path === from
      ? reply(status, 'text/plain', '', [['Location', to.startsWith('/') ? `${origin}${to}` : to]])
      : undefined,
})

export const portOf = ({ origin }: AgentPlace): string => new URL(origin).port
