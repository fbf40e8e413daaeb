import type { CallLinks } from '../../spans/call-links.ts'
import type { Reading } from '../reading.ts'
import { type CallersHooks, createCallersHooks } from './callers-hooks.ts'
import type { Call } from './calls.ts'
import { createEdges, type Edges } from './edges.ts'
import { createGroups, type Groups } from './groups.ts'
import { createItemList, type ItemList } from './item-list.ts'
import { createKnownTasks, type KnownTasks } from './known-tasks.ts'
import { createLanes, type Lanes } from './lanes.ts'

/** What the folding of requests, answers and pushes have in common. */
export interface TogetherState {
  readonly reading: Reading
  readonly links: CallLinks
  readonly lanes: Lanes
  readonly list: ItemList
  readonly tasks: KnownTasks
  readonly groups: Groups
  readonly edges: Edges
  readonly hooks: CallersHooks
  /** By their exchanges. */
  readonly open: Map<string, Call>
  /** Of other programs, of which it became known since that was asked last whose they are. */
  readonly placed: Map<string, Call>
}

export function createTogetherState(reading: Reading, links: CallLinks): TogetherState {
  const lanes = createLanes()
  return {
    reading,
    links,
    lanes,
    list: createItemList(lanes.bars),
    tasks: createKnownTasks(lanes),
    groups: createGroups(),
    edges: createEdges(),
    hooks: createCallersHooks(),
    open: new Map(),
    placed: new Map(),
  }
}
