// Who listens to a task, and how listening to it ended.

import { isSettled, isWaiting } from '../a2a/task-states.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { StatusFact, TaskPhase, TaskView } from './task-view.ts'
import type { Recorder } from './timeline/recorder.ts'

export type TaskStreams = ReturnType<typeof createTaskStreams>

export function createTaskStreams(recorder: Recorder, current: () => StatusFact | undefined) {
  const open = new Set<string>()
  let last: TaskView['lastStream']
  return {
    /** `isAgain`: somebody had listened before. */
    opened(exchangeId: string, isAgain: boolean) {
      open.add(exchangeId)
      recorder.streamOpened(exchangeId, isAgain)
    },
    ended(exchangeId: string, outcome: StreamOutcome) {
      open.delete(exchangeId)
      // A stream may have ended as it should with another task: JS 0.3.14 reports a crash under a new id.
      const settledElsewhere = outcome === 'settled' && !isSettled(current()?.status.state)
      last = { exchangeId, outcome: settledElsewhere ? 'interrupted' : outcome }
      recorder.streamEnded(exchangeId, last.outcome)
    },
    /** How many are open. */
    open: () => open.size,
    last: () => last,
    /** How far the task is, by its last state and its last stream. */
    phase(): TaskPhase {
      const state = current()?.status.state
      if (isSettled(state)) return 'settled'
      if (isWaiting(state)) return 'waiting'
      if (open.size > 0) return 'live'
      return last?.outcome === 'interrupted' ? 'interrupted' : 'unwatched'
    },
  }
}
