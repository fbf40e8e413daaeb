// A task continues below each answer of the user: what it did before and after are two blocks of the conversation. A turn
// begins with each message that the user sent to the task.

import type { TaskStatus } from '../a2a/model.ts'
import { isAtRest, isSettled } from '../a2a/task-states.ts'
import { at, firstMatch, type List, slice } from '../collections/list.ts'
import { memoByObject } from '../collections/memo.ts'
import { defined } from '../defined.ts'
import type { ArtifactView, TaskView } from './task-view.ts'

export interface Turn {
  /** From 0. */
  readonly number: number
  readonly isLast: boolean
  /** Range of the task's events, `to` excluded. */
  readonly from: number
  readonly to: number
  /** The task's state at the end of this turn. */
  readonly status?: TaskStatus
  /** The event that reported it; of an earlier turn, where this one reported no state. */
  readonly statusEvent?: number
  /** Positions in the task's `statuses`: all of this turn. */
  readonly statuses: Range
  /** Positions in the task's `reports`. */
  readonly reports: Range
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Cached, since each turn of a task requests all of them. */
export const turnsOf = memoByObject(readTurns)

function readTurns(task: TaskView): readonly Turn[] {
  const { requests, arrivals, events, status } = task
  // A task that has ended does nothing after a message without an answer.
  const isIdle = (from: number, index: number) =>
    isSettled(status?.state) && events.length - from === requests.length - 1 - index
  // Events before the first message belong to the first turn.
  const nexts = slice(requests, 1)
    .map((from, index) => ({ from, statusEvent: at(arrivals, index + 1) ?? -1 }))
    .filter(({ from }, index) => !isIdle(from, index))
  const begins = [0, ...nexts.map(({ from }) => from)]
  return begins.map((from, number) => turnOf(task, number, from, nexts[number]))
}

interface Next {
  readonly from: number
  /** The event of the task's state at that time. */
  readonly statusEvent: number
}

function turnOf(task: TaskView, number: number, from: number, next: Next | undefined): Turn {
  const to = next?.from ?? task.events.length
  const within = (events: List<number>) => ({
    from: firstAtOrAfter(events, from),
    to: firstAtOrAfter(events, to),
  })
  const statuses = within(task.statuses)
  const facts = { number, isLast: next === undefined, from, to, statuses, reports: within(task.reports) }
  if (next === undefined)
    return { ...facts, ...defined({ status: task.status, statusEvent: task.statusEvent }) }
  const { statusEvent } = next
  const fact = statusEvent < from ? undefined : task.events.at(statusEvent)?.fact
  return fact?.kind === 'status' ? { ...facts, status: fact.status, statusEvent } : facts
}

/** The first of them at this position or later. */
function firstAtOrAfter(events: List<number>, event: number): number {
  return firstMatch(events.length, (place) => (at(events, place) ?? 0) >= event)
}

export interface OtherStates {
  readonly states: number
  /** Some of them follow the state that ended the turn. */
  readonly hasLater?: true
  /** Messages that only its history contains. */
  readonly told: number
}

export function otherStates(
  task: TaskView,
  { statuses, reports, statusEvent = -1, from }: Turn,
): OtherStates {
  const shown = statusEvent < from ? 0 : 1
  const states = statuses.to - statuses.from - shown
  const hasLater = states > 0 && (at(task.statuses, statuses.to - 1) ?? 0) > statusEvent
  return { states, ...(hasLater && { hasLater }), told: reports.to - reports.from }
}

/** The states of a turn except the one that ended it, and the messages of its history, in order. */
export function earlierIn({ statuses, reports }: TaskView, turn: Turn): readonly number[] {
  const all = slice(statuses, turn.statuses.from, turn.statuses.to)
  const states = all.filter((event) => event !== turn.statusEvent)
  return [...states, ...slice(reports, turn.reports.from, turn.reports.to)].sort((a, b) => a - b)
}

/** An artifact belongs to the turn that began it. */
export function isMadeIn({ content: { first }, stored }: ArtifactView, turn: Turn): boolean {
  if (first === undefined) return turn.isLast && stored !== undefined
  return first >= turn.from && (turn.isLast || first < turn.to)
}

/** When it was requested here, else when it was first reported. */
export function startedAt({ requestedAt, first }: TaskView): number {
  return requestedAt ?? first.at
}

/** Whether the task rests here: then the message of this state concludes the turn. */
export function rests({ status }: Turn): boolean {
  return isAtRest(status?.state)
}
