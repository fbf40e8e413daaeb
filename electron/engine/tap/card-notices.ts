// Sentences about the agent's cards and about what bypasses a tap: in the record of each card, and in the list of taps.

import { shorten } from '#shared/shorten.ts'
import type { PassedCard } from './forward/messages.ts'
import type { TapRoutes } from './forward/routes.ts'
import type { Places } from './places.ts'

/** Addresses of cards that are listed as bypassing a tap; the record of each card has its own. */
const maxKeptBypassing = 100
/** Addresses in one sentence about what bypasses a tap; it ends in the number of further ones. */
const maxListedBypassing = 20
// Of such an address, shortened.
const maxListedAddressChars = 200

/** About the cards that passed, and the one that was read when the tap was opened. */
export function createCardNotices(places: Places, routes: TapRoutes) {
  const bypassing = new Set<string>()
  const barred = new Set<string>()
  let isSigned = places.signed !== undefined
  let isUnread = false
  return {
    add(card: PassedCard): void {
      isSigned ||= card.isSigned
      isUnread ||= card.isUnread ?? false
      for (const url of card.bypassing) if (bypassing.size < maxKeptBypassing) bypassing.add(url)
      for (const url of card.barred) if (barred.size < maxKeptBypassing) barred.add(url)
    },
    /** For changed settings: cards now pass differently. */
    forget(): void {
      bypassing.clear()
      barred.clear()
      isUnread = false
    },
    isSigned: (): boolean => isSigned,
    view: (keepsSigned: boolean): readonly string[] => [
      ...(places.problem === undefined ? [] : [places.problem]),
      ...(places.signed === undefined ? [] : [signedNotice(places.signed, keepsSigned)]),
      ...bypassNotice([...bypassedBy(places, routes, keepsSigned), ...bypassing]),
      ...bypassNotice([...places.barred, ...barred], whyBarred),
      ...(isUnread ? [unread] : []),
    ],
  }
}

function bypassedBy(places: Places, { tappedUrl }: TapRoutes, keepsSigned: boolean): readonly string[] {
  if (keepsSigned && places.signed !== undefined)
    return places.named.filter((url) => !places.barred.includes(url))
  return [
    ...places.bypassing,
    ...places.urls.filter((url) => tappedUrl(url) === undefined),
    ...places.grpc.map(({ url }) => url).filter((url) => tappedUrl(url, { isGrpc: true }) === undefined),
  ]
}

/** For the record, a sentence each. */
export function cardNotes({ isMoved, isSigned, isUnread, bypassing, barred }: PassedCard): readonly string[] {
  if (isUnread) return [unread]
  return [
    ...(isMoved ? ['The tap served this card with its addresses moved to the tap.'] : []),
    ...(isMoved && isSigned ? ['Its signature would no longer be valid and was left out.'] : []),
    ...(!isMoved && isSigned ? ['The tap served this card as it came, with its signature.'] : []),
    ...bypassNotice(bypassing),
    ...bypassNotice(barred, whyBarred),
  ]
}

function signedNotice(name: string, keepsSigned: boolean): string {
  return keepsSigned
    ? `The card of ${name} is signed; the tap serves it as it is.`
    : `The card of ${name} is signed; the tap serves it without its signature.`
}

const whyBarred =
  ': the card comes from elsewhere, and the tap doesn’t forward from there to this machine or its network'

function bypassNotice(urls: readonly string[], why = ''): readonly string[] {
  const all = [...new Set(urls.map((url) => shorten(url, maxListedAddressChars)))]
  const [only, ...others] = all.slice(0, maxListedBypassing)
  if (only === undefined) return []
  const more = all.length - maxListedBypassing
  if (more > 0) return [`Calls to ${[only, ...others].join(', ')} and ${more} more bypass the tap${why}.`]
  const last = others.pop()
  const listed = last === undefined ? only : `${[only, ...others].join(', ')} and ${last}`
  return [`Calls to ${listed} bypass the tap${why}.`]
}

const unread =
  'A card was served as it came: the tap couldn’t read it. Calls to the addresses in it bypass the tap.'

/** Addresses of webhooks that bypass a tap in the list of taps; further ones are counted. */
const maxNamedWebhooks = 5
/** Webhooks that bypass a tap, counted in the list of taps; further ones are in the record alone. */
const maxCountedWebhooks = 1_000

/** Webhooks named by callers that the tap does not replace, for the list of taps. */
export function createBypassed() {
  const urls = new Set<string>()
  return {
    add(url: string) {
      if (urls.size < maxCountedWebhooks) urls.add(url)
    },
    notices(): readonly string[] {
      const named = [...urls].slice(0, maxNamedWebhooks).map(pushesBypass)
      const more = urls.size - named.length
      if (more === 0) return named
      const places = more === 1 ? '1 more address' : `${more} more addresses`
      return [...named, pushesBypass(places)]
    },
  }
}

function pushesBypass(to: string): string {
  return `Push notifications to ${to} bypass the tap.`
}
