// Answers what the contract asks of timelines from the folds of tasks: the rows that a filter lets through, by position, with
// what their entries say. How the folds come to know their entries is the business of where the record is.

import type { EngineClient } from '../../contract/contract.ts'
import type { TimelineFilter, TimelineTask } from '../../contract/timeline.ts'
import type { Entry } from '../../record/entry.ts'
import { type FilteredRows, filterRows } from './filtered-rows.ts'
import type { GatheredTask } from './gather-task.ts'
import { readChunks, readRows } from './read-rows.ts'
import type { TaskFold } from './task-fold.ts'
import { laneOf } from './task-lane.ts'

type Timeline = EngineClient['timeline']
type WaitOptions = Parameters<Timeline['outline']>[1]

export interface TaskFolds<Task extends GatheredTask> {
  of(task: TimelineTask): Task | Promise<Task>
  /** What is on the record is folded by then; a version that is known is waited out. */
  caughtUp(
    tasks: readonly Task[],
    wait: { readonly version: number; readonly waitMs: number },
    options?: WaitOptions,
  ): Promise<{ readonly version: number; readonly waitedMs: number }>
  progress(task: Task): number
  now(): number
  /** Single entries, wherever they are; those that are gone are left out. */
  entriesAt(seqs: Iterable<number>): readonly Entry[]
  /** Entries about a task, and others of its exchanges, that hold these words. */
  seqsWith(taskId: string, text: string): Promise<readonly number[]>
  /** As it may leave Parley. */
  masked<T>(value: T): T
}

export function answerTimelines<Task extends GatheredTask>(folds: TaskFolds<Task>): Timeline {
  const { of, caughtUp, progress, now, entriesAt, seqsWith, masked } = folds
  const known = new WeakMap<TaskFold, { key: string; version: number; rows: FilteredRows }>()

  async function filtered({ fold, taskId }: Task, filter: TimelineFilter): Promise<FilteredRows> {
    const key = JSON.stringify(filter)
    const version = fold.version()
    const before = known.get(fold)
    if (before?.key === key && before.version === version) return before.rows
    const seqs = filter.text === undefined ? undefined : await seqsWith(taskId, filter.text)
    const rows = filterRows(fold, filter, seqs && new Set(seqs.map(fold.rows.rowOfSeq)))
    known.set(fold, { key, version, rows })
    return rows
  }
  const rowsOf: Timeline['rows'] = async ({ task, filter, from, limit }) => {
    const one = await of(task)
    const all = await filtered(one, filter)
    const wanted = Array.from({ length: limit }, (_, place) => all.rowAt(from + place))
    const rows = readRows(
      entriesAt,
      one,
      wanted.filter((row) => row !== undefined),
    )
    return { rows }
  }

  return {
    async outline({ task, filter, ...wait }, options) {
      const one = await of(task)
      const reached = await caughtUp([one], wait, options)
      const total = (await filtered(one, filter)).count()
      return { outline: one.fold.outline(), ...reached, total, progress: progress(one), now: now() }
    },
    rows: rowsOf,
    async taken(input) {
      const { rows } = await rowsOf(input)
      return masked({ outline: (await of(input.task)).fold.outline(), rows })
    },
    chunks: async ({ task, ...range }) => ({ chunks: readChunks(entriesAt, await of(task), range) }),
    async locate({ task, filter, seq }) {
      const one = await of(task)
      await caughtUp([one], { version: 0, waitMs: 0 })
      const row = one.fold.rows.rowOfSeq(seq)
      if (row === undefined) return null
      const position = (await filtered(one, filter)).positionOf(row)
      return position === undefined ? { row } : { row, position }
    },
    async lanes({ tasks, ...wait }, options) {
      const all = await Promise.all(tasks.map(of))
      const reached = await caughtUp(all, wait, options)
      const lanes = all.map(({ fold }, index) => laneOf(fold.outline(), tasks[index]?.agentId))
      return { lanes, ...reached, now: now() }
    },
  }
}
