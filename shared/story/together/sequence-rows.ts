// The rows of a sequence as they are looked at: equal calls as one unless they are folded out, all of them or those between two lanes.

import { isSettled } from '../../a2a/task-states.ts'
import { defined } from '../../defined.ts'
import { type Call, type Item, isCardRead } from './calls.ts'
import { chainLines, linksOf } from './chain-lines.ts'
import { isFolded } from './groups.ts'
import type { KeptRunning, SequenceRow, Why } from './sequence.ts'
import type { TogetherFold } from './together-fold.ts'

export interface SequenceLook {
  /** Keys of calls that are folded out. */
  readonly open: readonly string[]
  /** Only what passes between these, by the positions of their lanes. */
  readonly between?: { readonly from: number; readonly to: number } | undefined
}

export interface SequenceRows {
  readonly total: number
  read(offset: number, limit: number): readonly SequenceRow[]
}

/** An item, how it is shown. */
interface Shown {
  readonly item: Item
  readonly as: 'itself' | 'calls' | 'within'
}

export function sequenceRows(fold: TogetherFold, { open, between }: SequenceLook): SequenceRows {
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

function isBetween(
  { call, from, to }: Item,
  between: { readonly from: number; readonly to: number },
): boolean {
  const [caller, called] = call ? [call.from, call.to] : [from, to]
  return caller === between.from && called === between.to
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

/** The path of a card is long, and says less than that it is one. */
function labelOf(call: Item['call']): string {
  if (!call) return ''
  return isCardRead(call.facts) ? 'agent card' : call.facts.label
}

/** Of why a call failed, in a row of the sequence; the exchange has all of it. */
const maxRowProblemChars = 300

function whyOf({ call }: Item): Why | undefined {
  if (!call?.cause) return undefined
  const { reasons, guess, call: of } = call.cause
  return { reasons, guess, exchangeId: of.exchangeId, ...defined({ taskId: of.task?.id }) }
}

function chainOf({ chain, step }: Item): SequenceRow['chain'] {
  return chain && step !== undefined ? { id: chain.first.order, step, length: chain.length } : undefined
}

// Calls below a canceled task that are named, the first.
const maxKeptRunning = 50

/** What went on below a task after it was canceled. */
function keptRunning({ task, sinceMs }: Item): readonly KeptRunning[] {
  const found: KeptRunning[] = []
  const seen = new Set<Call>()
  const look = (calls: readonly Call[]) => {
    for (const call of calls) {
      if (seen.has(call) || found.length >= maxKeptRunning) continue
      seen.add(call)
      const kept = afterwards(call, sinceMs)
      if (kept) found.push(kept)
      look(call.below)
    }
  }
  look(task?.calls.flatMap(({ below }) => below) ?? [])
  return found
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
