// Which calls are equal: made by one for the same, to the same, at the same time. Looks at a task are, one after another as well.

import { isPrompt } from '../../a2a/operation.ts'
import { createRecent } from '../../collections/recent.ts'
import type { Call, Group, Item } from './calls.ts'
import { createTally } from './tally.ts'

/** Fewer equal calls stand for themselves. */
const leastFolded = 3
// Kinds of calls that may be joined by another one, the newest at least.
const maxJoinableGroups = 4_000

export function isFolded({ tally }: Group): boolean {
  return tally.calls() >= leastFolded
}

type Grouped = Pick<Call, 'from' | 'to' | 'facts' | 'cause' | 'exchangeId' | 'task'>

export function createGroups() {
  const groups = createRecent<string, Group>(maxJoinableGroups)
  return {
    /** `newest` is what happened last. */
    of({ from, to, facts, cause, exchangeId, task }: Grouped, newest: Item | undefined): Group {
      const { operation, label } = facts
      const about = isPrompt(operation) ? '' : (task?.id ?? '')
      const key = JSON.stringify([from, to, operation, label, cause?.call.exchangeId, about])
      const known = groups.get(key)
      const isLook = !isPrompt(operation) && operation !== 'cancel'
      const goesOn = isLook && known?.newest !== undefined && known.newest === newest
      if (known && (goesOn || known.tally.open() > 0)) return known
      const group = { first: exchangeId, tally: createTally(), states: {} }
      groups.set(key, group)
      return group
    },
  }
}
