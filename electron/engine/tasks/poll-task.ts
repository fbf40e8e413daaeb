// Asks for a task again and again, for agents that do not stream: one poll at a time, the interval counted from the answer, so that a
// slow agent is never asked twice at once.

import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskState } from '#shared/a2a/model.ts'
import { isSettled, isWaiting } from '#shared/a2a/task-states.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { PollStep } from '#shared/contract/tasks.ts'
import { defined } from '#shared/defined.ts'
import { type Operations, resultOf } from '../operation.ts'

export async function* pollTask(
  operations: Operations,
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
    waitsSince = state === 'auth-required' ? (waitsSince ?? performance.now()) : undefined
    const end = endOf(state, waitsSince, authorizationMs)
    if (end !== undefined) {
      yield { ...seen, end }
      return
    }
    yield { ...seen, waitMs: intervalMs }
    if (await isStopped(intervalMs, signal)) return
  }
}

/** Where it is to be waited for authorization, one that waits for it is asked about until that takes too long. */
function endOf(
  state: TaskState | undefined,
  waitsSince: number | undefined,
  authorizationMs: number | undefined,
): PollStep['end'] {
  if (waitsSince !== undefined && authorizationMs !== undefined)
    return performance.now() - waitsSince >= authorizationMs ? 'gave-up' : undefined
  if (state === undefined) return 'no-answer'
  if (isSettled(state)) return 'settled'
  return isWaiting(state) ? 'waiting' : undefined
}

async function isStopped(intervalMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  return sleep(intervalMs, false, signal && { signal }).catch(() => true)
}
