// Operations on an agent's tasks. Results reach windows through the record.

import type { TaskPage, TaskState } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { isSettled, isWaiting } from '#shared/a2a/task-states.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { ListedTask, PollStep, TaskListOutcome } from '#shared/contract/tasks.ts'
import { defined } from '#shared/defined.ts'
import { errorOfResponse } from '#shared/story/chat/send-problem.ts'
import type { RunningCalls } from './cancel-calls.ts'
import type { Handlers } from './handlers.ts'
import { type Operations, resultOf } from './operation.ts'
import { type Clock, sleep } from './platform/clock.ts'

interface TasksDeps {
  readonly operations: Operations
  readonly running: RunningCalls
  /** Masks secrets that the agent repeats. */
  readonly mask: (text: string) => string
  readonly clock: Clock
}

export function createTasks({ operations, running, mask, clock }: TasksDeps) {
  const answerTo = async (agentId: string, operation: Operation, signal?: AbortSignal) =>
    (await operations.perform(agentId, operation, { signal })).answer

  return {
    get: ({ agentId, taskId, historyLength }, signal) =>
      answerTo(agentId, { kind: 'get', taskId, ...defined({ historyLength }) }, signal),
    async list({ agentId, ...filters }, signal): Promise<TaskListOutcome> {
      const { answer, outcome } = await operations.perform(
        agentId,
        { kind: 'list', ...defined(filters) },
        { signal },
      )
      if (outcome.kind === 'reply' && outcome.decoded.kind === 'error') {
        const { what, detail } = errorOfResponse(outcome.decoded.error, outcome.httpStatus)
        return { ...answer, problem: { what, detail: mask(detail) } }
      }
      const result = resultOf(outcome)
      if (result?.kind !== 'tasks') return answer
      return { ...answer, page: JSON.parse(mask(JSON.stringify(listed(result.page)))) }
    },
    cancel: ({ agentId, taskId, metadata }, signal) =>
      answerTo(agentId, { kind: 'cancel', taskId, ...defined({ metadata }) }, signal),
    subscribe: ({ agentId, taskId }, signal) => answerTo(agentId, { kind: 'subscribe', taskId }, signal),
    cut: ({ exchangeId }) => ({ cut: running.cut(exchangeId) }),
    poll: (request, signal) => pollTask({ operations, clock }, request, signal),
  } satisfies Handlers<'tasks'>
}

function listed({ tasks, nextPageToken, totalSize }: TaskPage): NonNullable<TaskListOutcome['page']> {
  return {
    tasks: tasks.map(
      ({ id, contextId, status: { state, timestamp } }): ListedTask => ({
        taskId: id,
        ...defined({ contextId }),
        state,
        ...defined({ timestamp }),
      }),
    ),
    // Some servers send an empty token on the last page.
    ...(nextPageToken && { nextPageToken }),
    ...defined({ totalSize }),
  }
}

// Polls a task, for agents that do not stream: one request at a time, with the interval after each response, so that a
// slow agent never gets two at once.

async function* pollTask(
  { operations, clock }: Pick<TasksDeps, 'operations' | 'clock'>,
  { agentId, taskId, intervalMs, historyLength, authorizationMs }: Inputs['tasks']['poll'],
  signal?: AbortSignal,
): AsyncGenerator<PollStep, void> {
  const operation = { kind: 'get', taskId, ...defined({ historyLength }) } as const
  let waitsSince: number | undefined
  for (let poll = 1; !signal?.aborted; poll++) {
    const { answer, outcome } = await operations.perform(agentId, operation, { signal })
    const result = resultOf(outcome)
    const state = result?.kind === 'task' ? result.task.status.state : undefined
    const observed = { ...answer, poll, ...defined({ state }) }
    waitsSince = state === 'auth-required' ? (waitsSince ?? clock.monoMs()) : undefined
    const waitedMs = waitsSince === undefined ? undefined : clock.monoMs() - waitsSince
    const end = endOf(state, waitedMs, authorizationMs)
    if (end !== undefined) {
      yield { ...observed, end }
      return
    }
    yield { ...observed, waitMs: intervalMs }
    if (!(await sleep(clock, intervalMs, signal))) return
  }
}

/** With `authorizationMs`, a task that waits for authorization is polled until that time is over. */
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
