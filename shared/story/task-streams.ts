// Who listens to a task, and how listening to it ended.

import { isSettled } from '../a2a/task-states.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { StatusFact, TaskView } from './task-view.ts'
import type { Recorder } from './timeline/recorder.ts'

export interface TaskStreams {
  /** `isAgain`: somebody had listened before. */
  opened(exchangeId: string, isAgain: boolean): void
  ended(exchangeId: string, outcome: StreamOutcome): void
  /** How many are open. */
  open(): number
  last(): TaskView['lastStream']
}

export function createTaskStreams(recorder: Recorder, current: () => StatusFact | undefined): TaskStreams {
  const open = new Set<string>()
  let last: TaskView['lastStream']
  return {
    opened(exchangeId, isAgain) {
      open.add(exchangeId)
      recorder.streamOpened(exchangeId, isAgain)
    },
    ended(exchangeId, outcome) {
      open.delete(exchangeId)
      // A stream may have ended as it should with another task: JS 0.3.14 reports a crash under a new id.
      const settledElsewhere = outcome === 'settled' && !isSettled(current()?.status.state)
      last = { exchangeId, outcome: settledElsewhere ? 'interrupted' : outcome }
      recorder.streamEnded(exchangeId, last.outcome)
    },
    open: () => open.size,
    last: () => last,
  }
}
