// What can be asked of an agent about its tasks. Each call is recorded like any other, so what it brought reaches the window through
// the record; the answers here tell how the call went. Cancelling a call stops its exchange.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { type TaskState, taskStates } from '../a2a/model.ts'
import { maxIdChars, maxValueChars, maxWordChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'
import { maxAuthorizationWaitMs } from './constants.ts'
import { type CallOutcome, historyLengthSchema, jsonObjectSchema, protocolIdSchema } from './operation.ts'

export interface TaskListOutcome extends CallOutcome {
  /** Absent when the agent answered with no list. */
  readonly page?: {
    readonly tasks: readonly ListedTask[]
    /** Absent on the last page. */
    readonly nextPageToken?: string
    readonly totalSize?: number
  }
  /** The error that arrived in its place. */
  readonly problem?: { readonly what: string; readonly detail: string }
}

export interface ListedTask {
  readonly taskId: string
  readonly contextId?: string
  readonly state: TaskState
  readonly timestamp?: string
}

/** One look at a task; the iteration ends after a step with an end. */
export interface PollStep extends CallOutcome {
  /** From 1. */
  readonly poll: number
  /** Absent when this poll brought no task. */
  readonly state?: TaskState
  /** `waiting`: the task wants something of the user. `no-answer`: the call failed, or the agent answered with an error.
   * `gave-up`: it still waits for authorization. */
  readonly end?: 'settled' | 'waiting' | 'no-answer' | 'gave-up'
  /** How long until the next poll goes out. A time of the engine's would mean nothing on a window's clock. */
  readonly waitMs?: number
}

const leastPollMs = 100
/** Between two polls of a task; a longer interval is refused. */
const maxTaskPollMs = 60 * 60_000

const aTask = { agentId: agentIdSchema, taskId: protocolIdSchema }

export const tasks = {
  get: oc
    .input(z.object({ ...aTask, historyLength: historyLengthSchema.optional() }))
    .output(type<CallOutcome>()),
  /** 1.0 has it everywhere, 0.3 over REST only and without filters. */
  list: oc
    .input(
      z.object({
        agentId: agentIdSchema,
        contextId: protocolIdSchema.optional(),
        state: z.enum(taskStates).optional(),
        pageSize: z.int().min(1).max(1000).optional(),
        pageToken: z.string().min(1).max(maxValueChars).optional(),
        historyLength: historyLengthSchema.optional(),
        statusTimestampAfter: z.string().min(1).max(maxWordChars).optional(),
        includeArtifacts: z.boolean().optional(),
      }),
    )
    .output(type<TaskListOutcome>()),
  cancel: oc.input(z.object({ ...aTask, metadata: jsonObjectSchema.optional() })).output(type<CallOutcome>()),
  /** Answers when the stream has ended. Cancelling the call stops listening; the task goes on. */
  subscribe: oc.input(z.object(aTask)).output(type<CallOutcome>()),
  /** Breaks off a call that is still running, as a network would: the task is told nothing. */
  cut: oc
    .input(z.object({ exchangeId: z.string().min(1).max(maxIdChars) }))
    .output(type<{ readonly cut: boolean }>()),
  /** Asks again and again until the task settles or wants something. Stops when nobody listens any more. */
  poll: oc
    .input(
      z.object({
        ...aTask,
        intervalMs: z.int().min(leastPollMs).max(maxTaskPollMs),
        /** How long it goes on while the task waits for authorization, which arrives elsewhere. */
        authorizationMs: z.int().min(0).max(maxAuthorizationWaitMs).exactOptional(),
        historyLength: historyLengthSchema.optional(),
      }),
    )
    .output(eventIterator(type<PollStep>())),
}
