// The cancel of a task that had ended, answered with the task (1.0 §3.1.5: TaskNotCancelableError).

import { named } from '../../json-kinds.ts'
import type { UpdateObservation } from './observation.ts'
import type { Say } from './say.ts'
import type { TaskTrack } from './tracks.ts'

type TaskReturned = Extract<UpdateObservation, { kind: 'task' }>

/** A task that ended while the cancel was on its way excuses the answer, and a second cancel is no error (§3.3.1). */
export function checkCancel(
  task: TaskTrack | undefined,
  { taskId, state, sentMs = Number.NaN }: TaskReturned,
  isOne: boolean,
  say: Say,
): void {
  if (task?.ended === undefined || task.state === undefined || task.state === 'canceled') return
  const agoMs = sentMs - task.ended.ms
  if (!(agoMs > 0)) return
  const ago = agoMs < 1_000 ? `${Math.ceil(agoMs)} ms` : `${Math.round(agoMs / 1_000)} s`
  const returned = `Canceling a ${task.state} task returned it as ${state} instead of TaskNotCancelableError (−32002)`
  const message = `${returned}: ${named(taskId)} was ${task.state} ${ago} before the cancel was sent.`
  say('CORE-CANCEL-002', '/status/state', message, isOne ? 'error' : 'warning')
}
