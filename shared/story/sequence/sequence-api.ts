// Answers the contract's calls about the sequence of a session from the fold of its entries.

import { isSettled } from '../../a2a/task-states.ts'
import type { EngineClient, Inputs } from '../../contract/contract.ts'
import type { SequencePart } from '../../contract/together.ts'
import { defined } from '../../defined.ts'
import { createVersions, type Stories } from '../stories.ts'
import { type Call, type Chain, type Item, isCardRead, isFolded } from './calls.ts'
import type { KeptRunning, SequenceRow, Why } from './sequence.ts'
import type { SequenceFold } from './sequence-fold.ts'

const [none, down, through, up] = ['0', '1', '2', '3']

/** Of why a call failed, in a row of the sequence; the exchange has all of it. */
const maxRowProblemChars = 300

// Running calls below a canceled task that are listed, the first.
const maxKeptRunning = 50

type Look = Inputs['together']['taken']

interface Folded {
  readonly fold: SequenceFold
  /** Below 1 while it is still being folded. */
  readonly progress: number
}

export interface FoldedSession {
  /** Folded to the end of the record, or as far as the time allows. */
  caughtUp(): Promise<Folded>
  readonly followed: Stories<never>['followed']
  /** Masks secrets, for what leaves Parley. */
  masked<T>(value: T): T
}

export function createSequenceApi({ caughtUp, followed, masked }: FoldedSession): EngineClient['together'] {
  const versionOf = createVersions()
  const rowsOf = createRowsOf()
  const read = ({ fold }: Folded, look: Look): SequencePart => {
    const all = rowsOf(fold, look)
    const rows = all.read(look.offset, look.limit)
    return { lanes: [...fold.lanes()], rows, total: all.total, dropped: fold.dropped() }
  }
  const reached = async () => {
    const folded = await caughtUp()
    return { folded, version: versionOf(folded.fold, folded.fold.version()), progress: folded.progress }
  }
  return {
    async sequence({ seen, waitMs, ...look }, options) {
      const { folded, ...versioned } = await followed({ seen, waitMs }, options, reached)
      return { ...read(folded, look), ...versioned }
    },
    taken: async (look) => masked(read(await caughtUp(), look)),
    async map(wait, options) {
      const { folded, ...versioned } = await followed(wait, options, reached)
      return { lanes: [...folded.fold.lanes()], edges: folded.fold.edges(), ...versioned }
    },
  }
}

/** Keeps the rows for the next page of the same. */
function createRowsOf(): (fold: SequenceFold, look: Look) => SequenceRows {
  let last: { readonly key: string; readonly fold: SequenceFold; readonly rows: SequenceRows } | undefined
  return (fold, { open, between }) => {
    const key = JSON.stringify([fold.version(), open, between])
    if (last?.fold !== fold || last.key !== key) {
      const placeOf = (lane: string) => fold.lanes().findIndex(({ id }) => id === lane)
      const places = between && { from: placeOf(between.from), to: placeOf(between.to) }
      last = { key, fold, rows: sequenceRows(fold, { open, between: places }) }
    }
    return last.rows
  }
}

// The rows of a sequence: equal calls as one row unless opened, for all lanes or between two.

export interface SequenceLook {
  /** Keys of opened calls. */
  readonly open: readonly string[]
  /** Only items between these lanes, by position. */
  readonly between?: Pick<Item, 'from' | 'to'> | undefined
}

interface SequenceRows {
  readonly total: number
  read(offset: number, limit: number): readonly SequenceRow[]
}

interface Shown {
  readonly item: Item
  readonly as: 'itself' | 'calls' | 'within'
}

export function sequenceRows(fold: SequenceFold, { open, between }: SequenceLook): SequenceRows {
  const isOpen = new Set(open)
  const shown: Shown[] = []
  for (const item of fold.items()) {
    if (between && !isBetween(item, between)) continue
    if (item.kind === 'canceled' && keptRunning(item).length === 0) continue
    const group = item.call?.group
    if (!group || !isFolded(group) || item.kind === 'canceled') {
      shown.push({ item, as: 'itself' })
      continue
    }
    if (item.kind === 'call' && group.first === item.exchangeId) shown.push({ item, as: 'calls' })
    if (isOpen.has(groupKey(group.first))) shown.push({ item, as: 'within' })
  }
  const lines = chainLines(shown.map(({ item }) => item))
  return {
    total: shown.length,
    read(offset, limit) {
      const lanes = fold.lanes().length
      const links = linksOf(lines, { offset, limit, lanes })
      return shown.slice(offset, offset + limit).map((one, place) => {
        const row = rowOf(one, isOpen, lanes)
        const linked = links.get(place + offset)
        return linked === undefined ? row : { ...row, links: linked }
      })
    },
  }
}

function groupKey(exchangeId: string): string {
  return `calls ${exchangeId}`
}

function isBetween(item: Item, { from, to }: Pick<Item, 'from' | 'to'>): boolean {
  const passed = item.call ?? item
  return passed.from === from && passed.to === to
}

function rowOf({ item, as }: Shown, isOpen: ReadonlySet<string>, lanes: number): SequenceRow {
  const { order, from, to, at, sinceMs, exchangeId, seq, call, state, count } = item
  const task = item.task ?? call?.task
  const why = whyOf(item)
  const chain = chainOf(item)
  const base = {
    ...{ key: `${order}`, from, to, at, sinceMs, exchangeId, seq },
    bars: item.bars.padEnd(lanes, '0'),
    ...defined({ taskId: task?.id }),
    ...(as === 'within' && { within: true as const }),
    ...defined({ chain }),
  }
  const called = { label: labelOf(call), ...defined({ why }) }
  if (as === 'calls' && call) {
    const { first, tally, states } = call.group
    const key = groupKey(first)
    return {
      ...base,
      ...called,
      key,
      kind: 'calls',
      open: isOpen.has(key),
      tally: tally.read(),
      states: { ...states },
    }
  }
  switch (item.kind) {
    case 'call':
      return { ...base, ...called, ...defined({ operation: call?.facts.operation }), kind: 'call' }
    case 'state':
      return { ...base, kind: 'state', state: state ?? 'unknown', ...defined({ tookMs: item.tookMs }) }
    case 'events':
      return { ...base, kind: 'events', count }
    case 'push':
      return { ...base, kind: 'push', count, ...defined({ state }) }
    case 'answer': {
      const problem = call?.problem
      return {
        ...{ ...base, kind: 'answer', tookMs: item.tookMs ?? 0 },
        ...defined({ state }),
        ...(call?.aborted && { aborted: true as const }),
        ...(problem !== undefined && { problem: problem.slice(0, maxRowProblemChars) }),
      }
    }
    case 'canceled':
      return { ...base, kind: 'canceled', running: keptRunning(item) }
  }
}

/** The path of a card is long, and less clear than this. */
function labelOf(call: Item['call']): string {
  if (!call) return ''
  return isCardRead(call.facts) ? 'agent card' : call.facts.label
}

function whyOf({ call }: Item): Why | undefined {
  if (!call?.cause) return undefined
  const { reasons, guess, call: cause } = call.cause
  return { reasons, guess, exchangeId: cause.exchangeId, ...defined({ taskId: cause.task?.id }) }
}

function chainOf({ chain, step }: Item): SequenceRow['chain'] {
  return chain && step !== undefined ? { id: chain.first.order, step, length: chain.length } : undefined
}

/** Calls below a canceled task that continued. */
function keptRunning({ task, sinceMs }: Item): readonly KeptRunning[] {
  const keptRunnings: KeptRunning[] = []
  const visited = new Set<Call>()
  const look = (calls: readonly Call[]) => {
    for (const call of calls) {
      if (visited.has(call) || keptRunnings.length >= maxKeptRunning) continue
      visited.add(call)
      const running = afterwards(call, sinceMs)
      if (running) keptRunnings.push(running)
      look(call.below)
    }
  }
  look(task?.calls.flatMap(({ below }) => below) ?? [])
  return keptRunnings
}

function afterwards({ to, task, sinceMs, endedMs }: Call, canceledMs: number): KeptRunning | undefined {
  const callEnd = endedMs === undefined ? undefined : sinceMs + endedMs
  const isOver = task?.state === undefined ? callEnd !== undefined : isSettled(task.state)
  const overMs = Math.max(callEnd ?? 0, isOver ? (task?.sinceMs ?? 0) : 0)
  if (isOver && overMs <= canceledMs) return undefined
  return {
    lane: to,
    ...defined({ state: task?.state }),
    ...(isOver && { endedMs: overMs - canceledMs }),
  }
}

// Lines that join the steps of a chain: each from the row where a step reached a lane, down to the row where the lane passes it
// on.

interface Line {
  readonly lane: number
  readonly from: number
  readonly to: number
}

/** `items`: the shown ones, in order; a hidden step leaves a gap. */
function chainLines(items: readonly Item[]): readonly Line[] {
  const chains = new Map<Chain, Map<number, LaneStatus>>()
  const lines: Line[] = []
  for (const [place, { chain, from, to }] of items.entries()) {
    if (!chain) continue
    const laneStatus = chains.get(chain) ?? new Map<number, LaneStatus>()
    chains.set(chain, laneStatus)
    const existing = laneStatus.get(from)
    if (existing) lines.push({ lane: from, from: existing.place, to: place })
    if (existing) laneStatus.set(from, { place, isPassedOn: true })
    // Where several steps reach a lane before it passes them on, the line begins at the first.
    if (laneStatus.get(to)?.isPassedOn !== false) laneStatus.set(to, { place, isPassedOn: false })
  }
  return lines
}

/** The row of the last step that reached a lane. */
interface LaneStatus {
  readonly place: number
  readonly isPassedOn: boolean
}

/** For each row of a page, whether a line begins, passes or ends in each lane. */
function linksOf(
  lines: readonly Line[],
  { offset, limit, lanes }: { readonly offset: number; readonly limit: number; readonly lanes: number },
): ReadonlyMap<number, string> {
  const rows = new Map<number, string[]>()
  for (const { lane, from, to } of lines) {
    for (let place = Math.max(from, offset); place <= Math.min(to, offset + limit - 1); place += 1) {
      const links = rows.get(place) ?? Array<string>(lanes).fill(none)
      const here = place === from ? down : place === to ? up : through
      // Where one line ends and the next begins, they join.
      links[lane] = links[lane] === none || links[lane] === here ? here : through
      rows.set(place, links)
    }
  }
  return new Map([...rows].map(([place, links]) => [place, links.join('')]))
}
