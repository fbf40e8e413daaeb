// What stands in a conversation, in the order of the record: what caused something stands before it, however much later it is known that
// it did.

import { createListBuilder, slice } from '../collections/list.ts'
import type { ConversationItem } from './task-view.ts'

export function createOrderedItems<Owner>() {
  let items = createListBuilder<ConversationItem>()
  /** The entry each of them began with. */
  let began: number[] = []
  let owners: (Owner | undefined)[] = []
  const positions = new Map<Owner, number>()
  let isOrdered = true

  const put = (item: ConversationItem, seq: number, owner: Owner | undefined) => {
    if (owner !== undefined) positions.set(owner, items.length)
    items.push(item)
    began.push(seq)
    owners.push(owner)
  }
  const clear = () => {
    items = createListBuilder()
    began = []
    owners = []
    positions.clear()
    isOrdered = true
  }
  const order = () => {
    const all = slice(items.freeze()).map((item, index) => ({
      item,
      seq: began[index] ?? 0,
      owner: owners[index],
    }))
    clear()
    for (const { item, seq, owner } of all.toSorted((one, two) => one.seq - two.seq)) put(item, seq, owner)
  }

  return {
    place(item: ConversationItem, seq: number, owner?: Owner) {
      isOrdered &&= seq >= (began.at(-1) ?? 0)
      put(item, seq, owner)
    },
    /** Where the owner's stands, if it does. */
    replace(owner: Owner, item: ConversationItem) {
      const position = positions.get(owner)
      if (position !== undefined) items.set(position, item)
    },
    begins(owner: Owner, seq: number) {
      const position = positions.get(owner)
      if (position === undefined) return
      began[position] = seq
      isOrdered = false
    },
    list() {
      if (!isOrdered) order()
      return items.freeze()
    },
    clear,
  }
}
