// What can be asked of an agent about its tasks. What the agent answers reaches the windows through the record.

import type { JsonObject, TaskPage } from '#shared/a2a/model.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { CallOutcome } from '#shared/contract/operation.ts'
import type { ListedTask, PollStep, TaskListOutcome } from '#shared/contract/tasks.ts'
import { defined } from '#shared/defined.ts'
import type { Operations } from '../operation.ts'
import type { RunningCalls } from '../running-calls.ts'
import type { Outcome } from '../wire/wire.ts'
import { pollTask } from './poll-task.ts'

type Asked = Inputs['tasks']

export interface Tasks {
  get(request: Asked['get'], signal?: AbortSignal): Promise<CallOutcome>
  list(request: Asked['list'], signal?: AbortSignal): Promise<TaskListOutcome>
  cancel(
    request: Asked['subscribe'] & { readonly metadata?: JsonObject | undefined },
    signal?: AbortSignal,
  ): Promise<CallOutcome>
  subscribe(request: Asked['subscribe'], signal?: AbortSignal): Promise<CallOutcome>
  cut(request: Asked['cut']): { readonly cut: boolean }
  poll(request: Asked['poll'], signal?: AbortSignal): AsyncGenerator<PollStep, void>
}

interface TasksDeps {
  readonly operations: Operations
  readonly running: RunningCalls
  /** Hides what the agent repeats of our secrets. */
  readonly mask: (text: string) => string
}

export function createTasks({ operations, running, mask }: TasksDeps): Tasks {
  return {
    async get({ agentId, taskId, historyLength }, signal) {
      const operation = {
        kind: 'get',
        taskId,
        ...defined({ historyLength }),
      } as const
      return (await operations.perform(agentId, operation, { signal })).answer
    },
    async list({ agentId, ...filters }, signal) {
      const { answer, outcome } = await operations.perform(
        agentId,
        { kind: 'list', ...given(filters) },
        { signal },
      )
      const page = pageOf(outcome)
      return page === undefined ? answer : { ...answer, page: JSON.parse(mask(JSON.stringify(listed(page)))) }
    },
    async cancel({ agentId, taskId, metadata }, signal) {
      const operation = { kind: 'cancel', taskId, ...defined({ metadata }) } as const
      return (await operations.perform(agentId, operation, { signal })).answer
    },
    async subscribe({ agentId, taskId }, signal) {
      return (await operations.perform(agentId, { kind: 'subscribe', taskId }, { signal })).answer
    },
    cut: ({ exchangeId }) => ({ cut: running.cut(exchangeId) }),
    poll: (request, signal) => pollTask(operations, request, signal),
  }
}

type Given<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}

function pageOf(outcome: Outcome): TaskPage | undefined {
  if (outcome.kind !== 'reply' || outcome.decoded.kind !== 'result') return undefined
  const { result } = outcome.decoded
  return result.kind === 'tasks' ? result.page : undefined
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
