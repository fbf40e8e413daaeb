import type { TaskState } from '../../a2a/model.ts'
import { isSettled, isWaiting } from '../../a2a/task-states.ts'
import { createRecent } from '../../collections/recent.ts'
import type { Call, KnownTask } from './calls.ts'
import type { Lanes } from './lanes.ts'

// Tasks of a session of which the state is known at once, the newest at least; others begin anew.
const maxKnownTasks = 20_000
// Requests within one task by which what runs below it is found, the first.
const maxTaskCalls = 1_000

export function createKnownTasks(lanes: Lanes) {
  const tasks = createRecent<string, KnownTask>(maxKnownTasks)
  return {
    of(lane: number, id: string): KnownTask {
      const key = `${lane} ${id}`
      const task = tasks.get(key) ?? { id, lane, sinceMs: 0, calls: [] }
      tasks.set(key, task)
      return task
    },
    /** The call asked for something in it. */
    join({ calls }: KnownTask, call: Call) {
      if (calls.length < maxTaskCalls) calls.push(call)
    },
    turn(task: KnownTask, state: TaskState, sinceMs: number) {
      // One that has settled is settled, whatever comes late.
      if (task.state === state || isSettled(task.state)) return
      lanes.turned(task.lane, task.state, state)
      task.state = state
      task.sinceMs = sinceMs
      if (!isWaiting(state)) task.waits = undefined
    },
  }
}
