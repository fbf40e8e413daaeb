// Where a stream of a task broke off, and what the next one made of it. A new subscription shows the task as it stands and
// then what is new (1.0 §3.1.6): what only the snapshot tells was lost in between, what was told before is repeated.

import type { Reconnect } from './outline.ts'

export interface Reconnects {
  broken(cut: Pick<Reconnect, 'onPurpose' | 'byCaller'> & { readonly ms: number; readonly seq: number }): void
  /** A subscription's first item. */
  back(exchangeId: string, ms: number): void
  caughtUp(exchangeId: string, told: { readonly chars: number; readonly states: number }): void
  /** A piece of an artifact, new or not; `newest` gives the keys of those before it. */
  piece(exchangeId: string, key: number, newest: (count: number) => ReadonlySet<number>): void
  event(exchangeId: string, count: number): void
  list(): readonly Reconnect[]
}

/** Reconnects of one task that are figured out; later ones are on the timeline. */
const maxReconnects = 64
/** Pieces whose repetition by a reconnect is noticed, the newest. */
const maxRepeatedPieces = 8_192

type Open = { -readonly [K in keyof Reconnect]: Reconnect[K] }

export function createReconnects(): Reconnects {
  const all: Open[] = []
  const byExchange = new Map<string, Open>()
  let repeating: { exchangeId: string; open: Open; before?: ReadonlySet<number> } | undefined

  return {
    broken({ ms, seq, onPurpose, byCaller }) {
      if (all.length >= maxReconnects) return
      const cut = { cutMs: ms, cutSeq: seq, onPurpose, byCaller }
      all.push({ ...cut, caughtUpChars: 0, caughtUpStates: 0, repeated: 0, eventsSince: 0 })
    },
    back(exchangeId, ms) {
      const open = all.findLast(({ backMs }) => backMs === undefined)
      if (!open || byExchange.has(exchangeId)) return
      open.backMs = ms
      byExchange.set(exchangeId, open)
      repeating = { exchangeId, open }
    },
    caughtUp(exchangeId, { chars, states }) {
      const open = byExchange.get(exchangeId)
      if (!open) return
      open.caughtUpChars += chars
      open.caughtUpStates += states
    },
    piece(exchangeId, key, newest) {
      // Repetition stands at the beginning: what an agent says twice later on is its own affair.
      if (repeating?.exchangeId !== exchangeId) return
      repeating.before ??= newest(maxRepeatedPieces)
      if (repeating.before.has(key)) repeating.open.repeated++
      else repeating = undefined
    },
    event(exchangeId, count) {
      const open = byExchange.get(exchangeId)
      if (open) open.eventsSince += count
    },
    list: () => all.map((one) => ({ ...one })),
  }
}
