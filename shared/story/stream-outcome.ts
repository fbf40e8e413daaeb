// Has a stream said what it had to say? 0.x marks its last event `final`; 1.0 ends after a terminal or an interrupted
// state (1.0 §11.7), or after a single message. A stream that ends before is interrupted.

import type { TaskStatus, Update } from '../a2a/model.ts'
import { isSettled, isWaiting } from '../a2a/task-states.ts'
import type { StreamOutcome } from './exchanges.ts'

export function outcomeAfter(before: StreamOutcome, update: Update, aboutTask: boolean): StreamOutcome {
  switch (update.kind) {
    case 'message':
      return aboutTask ? before : 'message'
    case 'artifact':
      return before
    case 'task':
      return ofStatus(update.task.status, false)
    case 'status':
      return ofStatus(update.status.status, update.status.final === true)
  }
}

function ofStatus({ state }: TaskStatus, final: boolean): StreamOutcome {
  if (isSettled(state)) return 'settled'
  return final || isWaiting(state) ? 'paused' : 'open'
}
