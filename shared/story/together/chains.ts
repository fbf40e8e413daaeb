// Requests for input or authorization that an agent has from those below it and passes on, and the answers on their way down again.

import { isWaiting } from '../../a2a/task-states.ts'
import type { Chain, Item, KnownTask } from './calls.ts'

/** A task came to wait: what it waits for may be what those below it wait for. */
export function chainUp(item: Item, task: KnownTask): void {
  if (task.waits) return
  task.waits = item
  const causes = new Set(
    task.calls.flatMap(({ below }) => below.flatMap(({ task: one }) => waitOf(one) ?? [])),
  )
  const [first] = causes
  if (!first) return
  const chain = [...causes].find((cause) => cause.chain)?.chain ?? begin(first)
  for (const cause of causes) if (!cause.chain) join(cause, chain)
  join(item, chain)
}

/** What goes to a task that waits answers it. */
export function chainDown(item: Item, task: KnownTask): void {
  if (task.waits?.chain) join(item, task.waits.chain)
}

function waitOf(task: KnownTask | undefined): Item | undefined {
  return isWaiting(task?.state) ? task?.waits : undefined
}

function begin(first: Item): Chain {
  first.chain = { first, length: 1 }
  first.step = 1
  return first.chain
}

function join(item: Item, chain: Chain): void {
  item.chain = chain
  chain.length += 1
  item.step = chain.length
}
