// A task that is answered goes on below the answer: what it did before and after are two blocks of the conversation. A turn begins with
// each message that the user sent to the task.

import type { TaskStatus } from '../a2a/model.ts'
import { isAtRest, isSettled } from '../a2a/task-states.ts'
import { firstWhere } from '../collections/first-where.ts'
import { at, type List, slice } from '../collections/list.ts'
import type { ArtifactView, TaskView } from './task-view.ts'

export interface Turn {
  /** From 0. */
  readonly number: number
  readonly isLast: boolean
  /** Events of the task, the second one not included. */
  readonly from: number
  readonly to: number
  /** What the task came to in this turn. */
  readonly status?: TaskStatus
  /** Positions in the task's `statuses`: all of this turn. */
  readonly statuses: Range
  /** In its `told`. */
  readonly told: Range
}

interface Range {
  readonly from: number
  readonly to: number
}

const known = new WeakMap<TaskView, readonly Turn[]>()

/** Each turn of a task asks for all of them. */
export function turnsOf(task: TaskView): readonly Turn[] {
  const { asked, events, status } = task
  // A task that has ended does nothing after a message of which no answer came.
  const isIdle = (from: number, index: number) =>
    isSettled(status?.state) && events.length - from === asked.length - 1 - index
  // What came before the first message is the first turn's as well.
  const begins = [0, ...slice(asked, 1).filter((from, index) => !isIdle(from, index))]
  const turns =
    known.get(task) ?? begins.map((from, number) => turnOf(task, number, from, begins[number + 1]))
  known.set(task, turns)
  return turns
}

function turnOf(task: TaskView, number: number, from: number, next: number | undefined): Turn {
  const to = next ?? task.events.length
  const within = (events: List<number>) => ({
    from: firstAtOrAfter(events, from),
    to: firstAtOrAfter(events, to),
  })
  const statuses = within(task.statuses)
  const facts = { number, isLast: next === undefined, from, to, statuses, told: within(task.told) }
  if (next === undefined && task.status) return { ...facts, status: task.status }
  const statusEvent = statuses.to > statuses.from ? at(task.statuses, statuses.to - 1) : undefined
  const fact = statusEvent === undefined ? undefined : task.events.at(statusEvent)?.fact
  return fact?.kind === 'status' ? { ...facts, status: fact.status } : facts
}

/** The first of them that is at this position or later. */
function firstAtOrAfter(events: List<number>, event: number): number {
  return firstWhere(events.length, (place) => (at(events, place) ?? 0) >= event)
}

export function earlierCount({ statuses, told }: Turn): { readonly states: number; readonly told: number } {
  return { states: Math.max(0, statuses.to - statuses.from - 1), told: told.to - told.from }
}

/** Events of a turn before the state it came to, and those its history tells of, in their order. */
export function earlierIn({ statuses, told }: TaskView, turn: Turn): readonly number[] {
  const states = slice(statuses, turn.statuses.from, turn.statuses.to - 1)
  return [...states, ...slice(told, turn.told.from, turn.told.to)].sort((a, b) => a - b)
}

/** An artifact belongs to the turn that began it. */
export function isMadeIn({ content: { first }, stored }: ArtifactView, turn: Turn): boolean {
  if (first === undefined) return turn.isLast && stored !== undefined
  return first >= turn.from && (turn.isLast || first < turn.to)
}

/** When it was asked for, where that was here; else when it was first heard of. */
export function startedAt({ askedAt, first }: TaskView): number {
  return askedAt ?? first.at
}

/** Whether the task rests here: what the agent said with this state is then the last word. */
export function rests({ status }: Turn): boolean {
  return isAtRest(status?.state)
}
