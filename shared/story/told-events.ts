// What a task was told of, each thing once, and what the update that is read now turned out to be.

import { isSettled } from '../a2a/task-states.ts'
import { createEventTable } from './event-table.ts'
import { elapsedMs, type Place } from './sightings.ts'
import type { StatusFact, TaskFact } from './task-view.ts'
import type { Recorder } from './timeline/recorder.ts'
import type { Landing } from './webhook-call.ts'

export type ToldEvents = ReturnType<typeof createToldEvents>

export function createToldEvents(recorder: Recorder, current: () => StatusFact | undefined) {
  const table = createEventTable()
  let landing: Landing | undefined

  const land = (index: number, news: boolean, late: boolean) => {
    const first = news ? undefined : table.first(index)
    const streamed = first?.source === 'stream' && { exchangeId: first.exchangeId, seq: first.seq }
    const settledBefore = isSettled(current()?.status.state)
    landing ??= { index, news, late, settledBefore, ...(streamed && { streamed }) }
  }

  return {
    table,
    /** An update begins: the first thing it brings is what it is about. */
    begin() {
      landing = undefined
    },
    tell(fact: TaskFact, digest: number, { sighting }: Place) {
      land(fact.index, true, fact.kind === 'status' && fact.late === true)
      table.push(fact, digest, sighting)
    },
    /** An event told before was seen once more. */
    see(index: number, place: Place) {
      const now = current()
      land(index, false, now !== undefined && isOvertaken(table.fact(index), now))
      table.again(index, place.sighting)
      recorder.again(index, elapsedMs(table.first(index), place.sighting), place)
    },
    landing: () => landing,
  }
}

/** A status that is no longer the task's. */
function isOvertaken(fact: TaskFact | undefined, current: StatusFact): boolean {
  return fact?.kind === 'status' && fact.index < current.index
}
