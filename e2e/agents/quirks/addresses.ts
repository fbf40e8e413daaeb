// Where a server is and where its card reports it is (PROTOCOL.md §1, §9.4).

import { reply } from '../http-server.ts'
import { isArray, isObject, withoutMembers } from '../json.ts'
import type { AgentPlace, Quirk } from '../quirk.ts'

export const cardAt = (...paths: readonly string[]): Quirk => ({ cardPaths: paths })

/** Puts the card's address, wherever its version keeps it. */
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

/** Sends whoever comes to `from` to `to`, with a status that keeps the body or one that loses it. */
export const redirect = (status: 301 | 302 | 303 | 307 | 308, from: string, to: string): Quirk => ({
  intercept: ({ request }, { origin }) =>
    request.path === from
      ? reply(status, 'text/plain', '', [['Location', to.startsWith('/') ? `${origin}${to}` : to]])
      : undefined,
})

export const portOf = ({ origin }: AgentPlace): string => new URL(origin).port
