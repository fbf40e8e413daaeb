// Where a stream of a task broke off, and what the next one delivered. A new subscription sends the current task and then what
// is new (1.0 §3.1.6): what only the snapshot contains was lost in between, what had arrived before is repeated.

import type { Writable } from '../../a2a/read/members.ts'
import type { EventTable } from '../event-table.ts'
import type { Reconnect } from './outline.ts'

/** Reconnects of one task that are listed; later ones are on the timeline. */
const maxReconnects = 64
// Newest pieces whose repetition by a reconnect is detected.
const maxRepeatedPieces = 8_192

type Open = Writable<Reconnect>

export class Reconnects {
  readonly #all: Open[] = []
  readonly #byExchange = new Map<string, Open>()
  #repeating: { exchangeId: string; open: Open; before?: ReadonlySet<number> } | undefined

  broken(cut: Pick<Reconnect, 'cutMs' | 'cutSeq' | 'onPurpose' | 'byCaller'>) {
    if (this.#all.length >= maxReconnects) return
    this.#all.push({ ...cut, caughtUpChars: 0, caughtUpStates: 0, repeated: 0, eventsSince: 0 })
  }

  /** A subscription's first item. */
  back(exchangeId: string, ms: number) {
    const open = this.#all.findLast(({ backMs }) => backMs === undefined)
    if (!open || this.#byExchange.has(exchangeId)) return
    open.backMs = ms
    this.#byExchange.set(exchangeId, open)
    this.#repeating = { exchangeId, open }
  }

  caughtUp(exchangeId: string, { chars, states }: { readonly chars: number; readonly states: number }) {
    const open = this.#byExchange.get(exchangeId)
    if (!open) return
    open.caughtUpChars += chars
    open.caughtUpStates += states
  }

  /** A piece of an artifact, new or not. */
  piece(exchangeId: string, digest: number, events: Pick<EventTable, 'newestPieces'>) {
    // A reconnect repeats events only at its beginning; later repetitions are the agent's own.
    if (this.#repeating?.exchangeId !== exchangeId) return
    this.#repeating.before ??= events.newestPieces(maxRepeatedPieces)
    if (this.#repeating.before.has(digest)) this.#repeating.open.repeated++
    else this.#repeating = undefined
  }

  event(exchangeId: string, count: number) {
    const open = this.#byExchange.get(exchangeId)
    if (open) open.eventsSince += count
  }

  readonly list = (): readonly Reconnect[] => this.#all.map((one) => ({ ...one }))
}
