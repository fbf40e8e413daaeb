import { createRecent } from '../../collections/recent.ts'
import type { CallLinks } from '../../spans/call-links.ts'
import type { Reading } from '../reading.ts'
import type { Call } from './calls.ts'
import { createEdges } from './edges.ts'
import { createGroups } from './groups.ts'
import { createItemList } from './item-list.ts'
import { createKnownTasks } from './known-tasks.ts'
import { createLanes } from './lanes.ts'

// Addresses that callers have asked for pushes at; a push to an older one goes to the program that asked for it.
const maxCallersHooks = 10_000

/** What the folding of requests, answers and pushes have in common. */
export type TogetherState = ReturnType<typeof createTogetherState>

export function createTogetherState(reading: Reading, links: CallLinks) {
  const lanes = createLanes()
  return {
    reading,
    links,
    lanes,
    list: createItemList(lanes.bars),
    tasks: createKnownTasks(lanes),
    groups: createGroups(),
    edges: createEdges(),
    /** Which lane asked for pushes where, by `hookPlace`: a tap that passes one on names the address alone. */
    hooks: createRecent<string, number>(maxCallersHooks),
    /** By their exchanges. */
    open: new Map<string, Call>(),
    /** Of other programs, of which it became known since that was asked last whose they are. */
    placed: new Map<string, Call>(),
  }
}

/** An address without what may be masked in one entry and not in another. */
export function hookPlace(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1')
}
