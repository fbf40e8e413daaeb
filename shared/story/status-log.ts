// The states that a task reported, and which is current.

import type { Message, TaskStatus } from '../a2a/model.ts'
import { isAtRest } from '../a2a/task-states.ts'
import { at, createListBuilder, firstMatch, slice } from '../collections/list.ts'
import { contentDigest } from './content-key.ts'
import type { EventLog, FactIndex } from './event-log.ts'
import type { EventTable } from './event-table.ts'
import type { Place, Sighting } from './sightings.ts'
import { isLate, isRepeated, isSettledAgain, sameStatus } from './status-identity.ts'
import type { StatusFact } from './task-view.ts'
import type { TaskTimelineFold } from './timeline/task-timeline-fold.ts'
import type { Sayings } from './turn-text.ts'

/** A message that arrived with a state. */
export interface StatusMessage {
  readonly message: Message
  readonly index: number
}

interface StatesDeps {
  readonly events: EventLog
  readonly factIndex: FactIndex
  readonly recorder: TaskTimelineFold
  readonly sayings: Sayings
  /** Event of the newest message sent to the task, -1 before the first. */
  lastRequest(): number
  current(): StatusFact | undefined
  /** The task has a new current state. */
  onCurrent(fact: StatusFact): void
}

export function createStatusLog(deps: StatesDeps) {
  const { events, factIndex, recorder, sayings, lastRequest, current, onCurrent } = deps
  const { table } = events
  const statuses = createListBuilder<number>()

  const report = (status: TaskStatus, place: Place, isGlimpse: boolean) => {
    const now = current()
    const late = now !== undefined && !isInOrder(table.first(now.index), place) && isLate(status, now.status)
    const index = table.length
    const fact: StatusFact = {
      kind: 'status',
      index,
      status,
      ...(late && { late }),
      ...(isGlimpse && { isGlimpse }),
    }
    statuses.push(index)
    events.add(fact, contentDigest(status.state), place)
    const stands = standsStill(status, now, lastRequest(), place)
    recorder.status(index, status, late, stands)
    if (status.message && !isAtRest(status.state)) sayings.add(index, late)
    if (!late && !stands) onCurrent(fact)
  }
  /** Returns false for a further sighting. */
  const take = (same: number | undefined, status: TaskStatus, place: Place, isGlimpse: boolean) => {
    if (status.message) recorder.stateMessage(status.message, isAtRest(status.state))
    if (same !== undefined) events.see(same, place)
    else report(status, place, isGlimpse)
    return same === undefined
  }

  return {
    update: (status: TaskStatus, place: Place) => take(factIndex.status(status, place), status, place, false),
    /** `isGlimpse`: without a history, so earlier messages may be missing. */
    snapshot(status: TaskStatus, place: Place, isGlimpse: boolean) {
      const now = current()
      const isShown = now !== undefined && sameStatus(now.status, status)
      return take(isShown ? now.index : factIndex.status(status, place), status, place, isGlimpse)
    },
    /** Messages of states, from this event on. */
    messagesFrom(from: number): readonly StatusMessage[] {
      const all = statuses.freeze()
      const first = firstMatch(all.length, (place) => (at(all, place) ?? 0) >= from)
      return slice(all, first).flatMap((index) => messagesAt(table, index))
    },
    /** Positions in the task's events. */
    list: () => statuses.freeze(),
  }
}

function messagesAt(table: EventTable, index: number): readonly StatusMessage[] {
  const fact = table.fact(index)
  return fact?.kind === 'status' && fact.status.message ? [{ message: fact.status.message, index }] : []
}

/** The current status stays: this one adds nothing, or follows the end. */
function standsStill(
  status: TaskStatus,
  current: StatusFact | undefined,
  lastRequest: number,
  { sighting }: Place,
): boolean {
  if (current === undefined || lastRequest > current.index) return false
  return isRepeated(status, current.status) || isSettledAgain(status, current.status, sighting.source)
}

/** Only events of one stream are in order; others may have been overtaken. */
function isInOrder(first: Sighting, { sighting }: Place): boolean {
  return sighting.source === 'stream' && first.exchangeId === sighting.exchangeId
}
