// Where a stream of a task broke off, and what the next one delivered. A new subscription sends the current task and then what
// is new (1.0 §3.1.6): what only the snapshot contains was lost in between, what had arrived before is repeated.

import type { Writable } from '../../a2a/read/members.ts'
import type { Reconnect } from './outline.ts'

/** Reconnects of one task that are listed; later ones are on the timeline. */
const maxReconnects = 64
// Newest pieces whose repetition by a reconnect is detected.
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
    /** The first item of a subscription. */
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
    /** A piece of an artifact, new or repeated; `newest` returns the digests of earlier ones. */
    piece(exchangeId: string, key: number, newest: (count: number) => ReadonlySet<number>) {
      // Only a repetition at the beginning counts: later the agent may repeat itself.
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
