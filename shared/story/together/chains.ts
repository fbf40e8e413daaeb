// A request for input or authorization that an agent has from one below it and passes on, and the answers on their way down again.

import { isWaiting } from '../../a2a/task-states.ts'
import type { Chain, Item, KnownTask } from './calls.ts'

/** A task came to wait: what it waits for may be what one below it waits for. */
export function chainUp(item: Item, task: KnownTask): void {
  if (task.waits) return
  task.waits = item
  for (const { below } of task.calls) {
    const cause = below.findLast(({ task: one }) => one?.waits && isWaiting(one.state))?.task?.waits
    if (!cause) continue
    join(item, cause.chain ?? begin(cause))
    return
  }
}

/** What goes to a task that waits answers it. */
export function chainDown(item: Item, task: KnownTask): void {
  if (task.waits?.chain) join(item, task.waits.chain)
}

function begin(first: Item): Chain {
  first.chain = { first, last: first, length: 1 }
  return first.chain
}

function join(item: Item, chain: Chain): void {
  item.chain = chain
  chain.last = item
  chain.length += 1
}
