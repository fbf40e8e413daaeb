// The states that a task reported, and which is current.

import type { Message, TaskStatus } from '../a2a/model.ts'
import { isAtRest } from '../a2a/task-states.ts'
import { at, createListBuilder, firstMatch, slice } from '../collections/list.ts'
import { contentDigest } from './content-key.ts'
import type { EventLog } from './event-log.ts'
import type { EventTable } from './event-table.ts'
import type { Place, Sighting } from './sightings.ts'
import { isLate, isRepeated, isSettledAgain, sameStatus } from './status-identity.ts'
import type { StatusFact } from './task-view.ts'
import type { TextRuns } from './turn-text.ts'

/** A message that arrived with a state. */
export interface StatusMessage {
  readonly message: Message
  readonly index: number
}

export class StatusLog {
  readonly #log: EventLog
  readonly #sayings: TextRuns
  readonly #statuses = createListBuilder<number>()

  constructor(log: EventLog, sayings: TextRuns) {
    this.#log = log
    this.#sayings = sayings
  }

  update(status: TaskStatus, place: Place) {
    this.#take(this.#log.factIndex.status(status, place), status, place, false)
  }

  /** As the agent stores it; `isGlimpse`: without the messages before it. False where it is no news. */
  snapshot(status: TaskStatus, place: Place, isGlimpse: boolean): boolean {
    const { current, factIndex } = this.#log
    const isShown = current !== undefined && sameStatus(current.status, status)
    return this.#take(isShown ? current.index : factIndex.status(status, place), status, place, isGlimpse)
  }

  /** Messages of states, from this event on. */
  messagesFrom(from: number): readonly StatusMessage[] {
    const all = this.#statuses.freeze()
    const first = firstMatch(all.length, (place) => (at(all, place) ?? 0) >= from)
    return slice(all, first).flatMap((index) => messagesAt(this.#log.table, index))
  }

  /** Their events. */
  readonly list = () => this.#statuses.freeze()

  #take(same: number | undefined, status: TaskStatus, place: Place, isGlimpse: boolean): boolean {
    if (status.message) this.#log.recorder.message(status.message, isAtRest(status.state))
    if (same !== undefined) this.#log.see(same, place)
    else this.#report(status, place, isGlimpse)
    return same === undefined
  }

  #report(status: TaskStatus, place: Place, isGlimpse: boolean) {
    const { table, recorder, current, lastRequest } = this.#log
    const late =
      current !== undefined && !isInOrder(table.first(current.index), place) && isLate(status, current.status)
    const index = table.length
    const fact: StatusFact = {
      kind: 'status',
      index,
      status,
      ...(late && { late }),
      ...(isGlimpse && { isGlimpse }),
    }
    this.#statuses.push(index)
    this.#log.add(fact, contentDigest(status.state), place)
    const stands = standsStill(status, current, lastRequest, place)
    recorder.status(index, status, late, stands)
    if (status.message && !isAtRest(status.state)) this.#sayings.add(index, late)
    if (!late && !stands) this.#log.current = fact
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
