// What happened, one thing after another on one clock; the oldest go first where there are too many.

import type { Entry } from '../../record/entry.ts'
import { elapsedMs } from '../sightings.ts'
import type { Item } from './calls.ts'

export type Moment = Pick<Entry, 'seq' | 'at' | 'monoMs' | 'exchangeId'>
type Happened = Pick<Item, 'from' | 'to' | 'call' | 'task' | 'state'> & { readonly tookMs?: number }

/** Rows of a sequence before anything is folded; the oldest are left out, and their number is shown. */
const maxSequenceItems = 50_000

export function createItemList(bars: () => string) {
  let items: Item[] = []
  let dropped = 0
  let first: Moment | undefined

  /** Milliseconds since the first moment that was asked about. */
  const since = (moment: Moment) => {
    first ??= moment
    return elapsedMs(first, moment)
  }
  return {
    add(kind: Item['kind'], moment: Moment, what: Happened): Item {
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
    list: (): readonly Item[] => items,
    /** Older than those. */
    dropped: () => dropped,
  }
}
