// Where a stream of a task broke off, and what the next one made of it. A new subscription shows the task as it stands and
// then what is new (1.0 §3.1.6): what only the snapshot tells was lost in between, what was told before is repeated.

import type { Writable } from '../../a2a/read/members.ts'
import type { Reconnect } from './outline.ts'

/** Reconnects of one task that are figured out; later ones are on the timeline. */
const maxReconnects = 64
// Pieces whose repetition by a reconnect is noticed, the newest.
const maxRepeatedPieces = 8_192

type Open = Writable<Reconnect>

export function createReconnects() {
  const all: Open[] = []
  const byExchange = new Map<string, Open>()
  let repeating: { exchangeId: string; open: Open; before?: ReadonlySet<number> } | undefined

  return {
    broken(cut: Pick<Reconnect, 'cutMs' | 'cutSeq' | 'onPurpose' | 'byCaller'>) {
      if (all.length >= maxReconnects) return
      all.push({ ...cut, caughtUpChars: 0, caughtUpStates: 0, repeated: 0, eventsSince: 0 })
    },
    /** A subscription's first item. */
    back(exchangeId: string, ms: number) {
      const open = all.findLast(({ backMs }) => backMs === undefined)
      if (!open || byExchange.has(exchangeId)) return
      open.backMs = ms
      byExchange.set(exchangeId, open)
      repeating = { exchangeId, open }
    },
    caughtUp(exchangeId: string, { chars, states }: { readonly chars: number; readonly states: number }) {
      const open = byExchange.get(exchangeId)
      if (!open) return
      open.caughtUpChars += chars
      open.caughtUpStates += states
    },
    /** A piece of an artifact, new or not; `newest` gives the keys of those before it. */
    piece(exchangeId: string, key: number, newest: (count: number) => ReadonlySet<number>) {
      // Repetition stands at the beginning: what an agent says twice later on is its own affair.
      if (repeating?.exchangeId !== exchangeId) return
      repeating.before ??= newest(maxRepeatedPieces)
      if (repeating.before.has(key)) repeating.open.repeated++
      else repeating = undefined
    },
    event(exchangeId: string, count: number) {
      const open = byExchange.get(exchangeId)
      if (open) open.eventsSince += count
    },
    list: (): readonly Reconnect[] => all.map((one) => ({ ...one })),
  }
}
