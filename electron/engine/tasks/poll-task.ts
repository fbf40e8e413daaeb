// Asks for a task again and again, for agents that do not stream: one poll at a time, the interval counted from the answer, so that a
// slow agent is never asked twice at once.

import type { TaskState } from '#shared/a2a/model.ts'
import { isSettled, isWaiting } from '#shared/a2a/task-states.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { PollStep } from '#shared/contract/tasks.ts'
import { defined } from '#shared/defined.ts'
import { type Clock, sleep } from '../clock.ts'
import { type Operations, resultOf } from '../operation.ts'

export async function* pollTask(
  { operations, clock }: { readonly operations: Operations; readonly clock: Clock },
  { agentId, taskId, intervalMs, historyLength, authorizationMs }: Inputs['tasks']['poll'],
  signal?: AbortSignal,
): AsyncGenerator<PollStep, void> {
  const operation = { kind: 'get', taskId, ...defined({ historyLength }) } as const
  let waitsSince: number | undefined
  for (let poll = 1; !signal?.aborted; poll++) {
    const { answer, outcome } = await operations.perform(agentId, operation, { signal })
    const result = resultOf(outcome)
    const state = result?.kind === 'task' ? result.task.status.state : undefined
    const seen = { ...answer, poll, ...defined({ state }) }
    waitsSince = state === 'auth-required' ? (waitsSince ?? clock.monoMs()) : undefined
    const waitedMs = waitsSince === undefined ? undefined : clock.monoMs() - waitsSince
    const end = endOf(state, waitedMs, authorizationMs)
    if (end !== undefined) {
      yield { ...seen, end }
      return
    }
    yield { ...seen, waitMs: intervalMs }
    if (!(await sleep(clock, intervalMs, signal))) return
  }
}

/** Where it is to be waited for authorization, one that waits for it is asked about until that takes too long. */
function endOf(
  state: TaskState | undefined,
  waitedMs: number | undefined,
  authorizationMs: number | undefined,
): PollStep['end'] {
  if (waitedMs !== undefined && authorizationMs !== undefined)
    return waitedMs >= authorizationMs ? 'gave-up' : undefined
  if (state === undefined) return 'no-answer'
  if (isSettled(state)) return 'settled'
  return isWaiting(state) ? 'waiting' : undefined
}
