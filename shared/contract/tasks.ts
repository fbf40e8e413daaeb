// Calls to an agent about its tasks. Each is recorded like any other, so its content reaches the window through the record; the
// answers here are the outcome of the call. Cancelling a call stops its exchange.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { type TaskState, taskStates } from '../a2a/model.ts'
import { maxIdChars, maxValueChars, maxWordChars } from '../bounded.ts'
import { agentIdSchema } from './agents.ts'
import { maxAuthorizationWaitMs } from './constants.ts'
import { type CallOutcome, historyLengthSchema, jsonObjectSchema, protocolIdSchema } from './operation.ts'

export interface TaskListOutcome extends CallOutcome {
  /** Absent when the agent returned no list. */
  readonly page?: {
    readonly tasks: readonly ListedTask[]
    /** Absent on the last page. */
    readonly nextPageToken?: string
    readonly totalSize?: number
  }
  /** The error that arrived instead. */
  readonly problem?: { readonly what: string; readonly detail: string }
}

export interface ListedTask {
  readonly taskId: string
  readonly contextId?: string
  readonly state: TaskState
  readonly timestamp?: string
}

/** One poll of a task; the iteration ends after a step with an end. */
export interface PollStep extends CallOutcome {
  /** From 1. */
  readonly poll: number
  /** Absent when this poll returned no task. */
  readonly state?: TaskState
  /**
   * `waiting`: the task requires something of the user. `no-answer`: the call failed, or the agent answered with an error.
   * `gave-up`: it still waits for authorization.
   */
  readonly end?: 'settled' | 'waiting' | 'no-answer' | 'gave-up'
  /** Delay of the next poll: relative, since the clocks of engine and window may differ. */
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
  /** Available in 1.0, and in 0.3 over REST only and without filters. */
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
  /** Returns when the stream has ended. Cancelling the call closes the stream; the task continues. */
  subscribe: oc.input(z.object(aTask)).output(type<CallOutcome>()),
  /** Breaks off a running call, as a network would: the task is not canceled. */
  cut: oc
    .input(z.object({ exchangeId: z.string().min(1).max(maxIdChars) }))
    .output(type<{ readonly cut: boolean }>()),
  /** Polls until the task settles or requires something. Stops without listeners. */
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
