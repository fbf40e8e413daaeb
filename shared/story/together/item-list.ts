// What happened, one thing after another on one clock; the oldest go first where there are too many.

import type { Entry } from '../../record/entry.ts'
import { elapsedMs } from '../sightings.ts'
import type { Item } from './calls.ts'

export type Moment = Pick<Entry, 'seq' | 'at' | 'monoMs' | 'exchangeId'>
type Happened = Pick<Item, 'from' | 'to' | 'call' | 'task' | 'state'> & { readonly tookMs?: number }

export interface ItemList {
  add(kind: Item['kind'], moment: Moment, what: Happened): Item
  /** Milliseconds since the first moment that was asked about. */
  since(moment: Moment): number
  list(): readonly Item[]
  /** Older than those. */
  dropped(): number
}

/** Rows of a sequence before anything is folded; the oldest are left out, and their number is shown. */
const maxSequenceItems = 50_000

export function createItemList(bars: () => string): ItemList {
  let items: Item[] = []
  let dropped = 0
  let first: Moment | undefined

  const since = (moment: Moment) => {
    first ??= moment
    return elapsedMs(first, moment)
  }
  return {
    add(kind, moment, what) {
      const { seq, at, exchangeId } = moment
      const order = dropped + items.length
      const item: Item = {
        ...{ kind, order, seq, at, exchangeId, bars: bars(), count: 1 },
        sinceMs: since(moment),
        ...what,
      }
      items.push(item)
      if (item.call) item.call.last = item
      if (items.length > maxSequenceItems * 1.1) {
        dropped += items.length - maxSequenceItems
        items = items.slice(-maxSequenceItems)
      }
      return item
    },
    since,
    list: () => items,
    dropped: () => dropped,
  }
}
