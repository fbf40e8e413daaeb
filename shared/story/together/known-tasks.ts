import type { TaskState } from '../../a2a/model.ts'
import { isSettled, isWaiting } from '../../a2a/task-states.ts'
import { createRecent } from '../../collections/recent.ts'
import type { Call, KnownTask } from './calls.ts'
import type { Lanes } from './lanes.ts'

export interface KnownTasks {
  of(lane: number, id: string): KnownTask
  /** The call asked for something in it. */
  join(task: KnownTask, call: Call): void
  turn(task: KnownTask, state: TaskState, sinceMs: number): void
}

/** Tasks of a session of which the state is known at once, the newest at least; others begin anew. */
const maxKnownTasks = 20_000
/** Requests within one task by which what runs below it is found, the first. */
const maxTaskCalls = 1_000

export function createKnownTasks(lanes: Pick<Lanes, 'turned'>): KnownTasks {
  const tasks = createRecent<string, KnownTask>(maxKnownTasks)
  return {
    of(lane, id) {
      const key = `${lane} ${id}`
      const task = tasks.get(key) ?? { id, lane, sinceMs: 0, calls: [] }
      tasks.set(key, task)
      return task
    },
    join({ calls }, call) {
      if (calls.length < maxTaskCalls) calls.push(call)
    },
    turn(task, state, sinceMs) {
      // One that has settled is settled, whatever comes late.
      if (task.state === state || isSettled(task.state)) return
      lanes.turned(task.lane, task.state, state)
      task.state = state
      task.sinceMs = sinceMs
      if (!isWaiting(state)) task.waits = undefined
    },
  }
}
