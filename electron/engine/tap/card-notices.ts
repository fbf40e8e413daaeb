// What is said of the agent's cards that pass through a tap: on the record of each, and of all that bypasses it in the list of taps.

import type { PassedCard } from './forward/messages.ts'

/** Addresses that a tap lists as bypassing it; the record of each card has its own. */
const maxListedBypassing = 20

export interface CardNotices {
  add(card: PassedCard): void
  isSigned(): boolean
  /** Those that `known` doesn't say already. */
  view(known: readonly string[]): readonly string[]
}

export function createCardNotices(): CardNotices {
  const bypassing = new Set<string>()
  let isSigned = false
  let isUnread = false
  let more = 0
  return {
    add(card) {
      isSigned ||= card.isSigned
      isUnread ||= card.isUnread ?? false
      for (const url of card.bypassing) {
        if (bypassing.size < maxListedBypassing) bypassing.add(url)
        else if (!bypassing.has(url)) more += 1
      }
    },
    isSigned: () => isSigned,
    view: (known) =>
      [
        ...[...bypassing].map(bypasses),
        ...(more > 0 ? ['Cards of this agent named further addresses that bypass the tap.'] : []),
        ...(isUnread ? [unread] : []),
      ].filter((notice) => !known.includes(notice)),
  }
}

/** A sentence each. */
export function cardNotes({ isMoved, isSigned, isUnread, bypassing }: PassedCard): readonly string[] {
  if (isUnread) return [unread]
  return [
    ...(isMoved ? ['The tap served this card with its addresses moved to the tap.'] : []),
    ...(isMoved && isSigned ? ['Its signature would no longer be valid and was left out.'] : []),
    ...bypassing.map(bypasses),
  ]
}

export function bypasses(url: string): string {
  return `Calls to ${url} bypass the tap.`
}

const unread =
  'A card was served as it came: the tap couldn’t read it. Calls to the addresses in it bypass the tap.'
