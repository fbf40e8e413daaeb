import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxNameChars } from '../bounded.ts'
import { sources } from '../story/sightings.ts'
import {
  type Outline,
  type Rates,
  rowKinds,
  type Segment,
  type TimelineChunk,
  type TimelineRow,
} from '../story/timeline/outline.ts'
import { maxLanes, maxTimelineRows, maxWaitMs } from './constants.ts'
import { type Followed, ofSession, ofTask } from './followed.ts'

const taskSchema = z.object(ofTask)
export type TimelineTask = z.infer<typeof taskSchema>

const filterSchema = z.object({
  kinds: z.array(z.enum(rowKinds)).max(rowKinds.length).optional(),
  sources: z.array(z.enum(sources)).max(sources.length).optional(),
  /** Only rows with findings. */
  findings: z.boolean().optional(),
  /** Words, or their beginnings, that must all appear. */
  text: z.string().min(1).max(maxNameChars).optional(),
})
export type TimelineFilter = z.infer<typeof filterSchema>

const rowsSchema = z.object({
  ...ofSession,
  task: taskSchema,
  filter: filterSchema,
  from: z.int().min(0),
  limit: z.int().min(1).max(maxTimelineRows),
})

/** The state of something that grows; pass its version as `version` of the next call. */
interface Grown extends Followed {
  /** The engine's wall clock at the time of the answer. */
  readonly now: number
}

/** Several tasks on one clock. */
export interface FollowedLanes extends Grown {
  readonly lanes: readonly TaskLane[]
}

/** An outline, and how much of the task was read. */
export interface FollowedOutline extends Grown {
  readonly outline: Outline
  /** Number of rows that match the filter. */
  readonly total: number
  /** Below 1 while a long task is still being read. */
  readonly progress: number
}

/** A timeline, or its beginning, for export. */
export interface TakenTimeline {
  readonly outline: Outline
  readonly rows: readonly TimelineRow[]
}

/** A task as one of several on a common clock. */
export interface TaskLane {
  readonly taskId: string
  readonly agentId?: string
  readonly startedAt: number
  readonly totalMs: number
  readonly open: boolean
  /** When the agent last sent something. */
  readonly heardMs: number
  readonly segments: readonly Segment[]
  readonly sentMs: readonly number[]
  readonly callerMs: readonly number[]
  readonly rates: Rates
}

export interface EntryPlace {
  /** Position among the rows that match the filter; absent where it does not match. */
  readonly position?: number
  readonly row: number
}

export const timeline = {
  /** Returns at once when the task has changed since `version`, else after a change or the time-out. */
  outline: oc
    .input(
      z.object({
        ...ofSession,
        task: taskSchema,
        filter: filterSchema,
        version: z.int().min(0),
        waitMs: z.int().min(0).max(maxWaitMs),
      }),
    )
    .output(type<FollowedOutline>()),
  /** Rows that match the filter, by position. */
  rows: oc.input(rowsSchema).output(type<{ readonly rows: readonly TimelineRow[] }>()),
  /** The same for export, with facts about the task: secrets that were recognised later are masked, too. */
  taken: oc.input(rowsSchema).output(type<TakenTimeline>()),
  /** Single pieces of a burst. */
  chunks: oc
    .input(
      z.object({
        ...ofSession,
        task: taskSchema,
        row: z.int().min(0),
        from: z.int().min(0),
        limit: z.int().min(1).max(maxTimelineRows),
      }),
    )
    .output(type<{ readonly chunks: readonly TimelineChunk[] }>()),
  /** The row of an entry, if it has one. */
  locate: oc
    .input(z.object({ ...ofSession, task: taskSchema, filter: filterSchema, seq: z.int().min(1) }))
    .output(type<EntryPlace | null>()),
  /** Several tasks, for one clock. Waits like `outline`; `version` is that of all together. */
  lanes: oc
    .input(
      z.object({
        ...ofSession,
        tasks: z.array(taskSchema).min(1).max(maxLanes),
        version: z.int().min(0),
        waitMs: z.int().min(0).max(maxWaitMs),
      }),
    )
    .output(type<FollowedLanes>()),
}
