// What can be asked of an agent about its tasks. What the agent answers reaches the windows through the record.

import type { TaskPage } from '#shared/a2a/model.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import type { ListedTask, TaskListOutcome } from '#shared/contract/tasks.ts'
import { defined } from '#shared/defined.ts'
import { answeredError } from '#shared/story/chat/send-problem.ts'
import type { Answers } from '../answers.ts'
import type { Clock } from '../clock.ts'
import { type Operations, resultOf } from '../operation.ts'
import type { RunningCalls } from '../running-calls.ts'
import { pollTask } from './poll-task.ts'

type Asked = Inputs['tasks']
type Canceling = Parameters<Answers<'tasks'>['cancel']>[0]

interface TasksDeps {
  readonly operations: Operations
  readonly running: RunningCalls
  /** Hides what the agent repeats of our secrets. */
  readonly mask: (text: string) => string
  readonly clock: Clock
}

export function createTasks({ operations, running, mask, clock }: TasksDeps) {
  return {
    async get({ agentId, taskId, historyLength }: Asked['get'], signal?: AbortSignal): Promise<CallOutcome> {
      const operation = { kind: 'get', taskId, ...defined({ historyLength }) } as const
      return (await operations.perform(agentId, operation, { signal })).answer
    },
    async list({ agentId, ...filters }: Asked['list'], signal?: AbortSignal): Promise<TaskListOutcome> {
      const { answer, outcome } = await operations.perform(
        agentId,
        { kind: 'list', ...defined(filters) },
        { signal },
      )
      if (outcome.kind === 'reply' && outcome.decoded.kind === 'error') {
        const { what, detail } = answeredError(outcome.decoded.error, outcome.httpStatus)
        return { ...answer, problem: { what, detail: mask(detail) } }
      }
      const result = resultOf(outcome)
      if (result?.kind !== 'tasks') return answer
      return { ...answer, page: JSON.parse(mask(JSON.stringify(listed(result.page)))) }
    },
    async cancel({ agentId, taskId, metadata }: Canceling, signal?: AbortSignal): Promise<CallOutcome> {
      const operation = { kind: 'cancel', taskId, ...defined({ metadata }) } as const
      return (await operations.perform(agentId, operation, { signal })).answer
    },
    async subscribe({ agentId, taskId }: Asked['subscribe'], signal?: AbortSignal): Promise<CallOutcome> {
      return (await operations.perform(agentId, { kind: 'subscribe', taskId }, { signal })).answer
    },
    cut: ({ exchangeId }: Asked['cut']) => ({ cut: running.cut(exchangeId) }),
    poll: (request: Asked['poll'], signal?: AbortSignal) => pollTask({ operations, clock }, request, signal),
  }
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
    // Some servers say "no further page" with an empty token.
    ...(nextPageToken && { nextPageToken }),
    ...defined({ totalSize }),
  }
}
