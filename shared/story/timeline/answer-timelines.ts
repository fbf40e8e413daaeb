// Answers what the contract asks of timelines from the folds of conversations: the rows that a filter lets through, by position, with
// what their entries say.

import type { EngineClient } from '../../contract/contract.ts'
import type { TimelineFilter, TimelineTask } from '../../contract/timeline.ts'
import { defined } from '../../defined.ts'
import type { Entry } from '../../record/entry.ts'
import type { Reading } from '../reading.ts'
import { type Stories, type ToldConversation, taskIn } from '../stories.ts'
import { createVersions } from '../versions.ts'
import { type FilteredRows, filterRows } from './filtered-rows.ts'
import type { Outline } from './outline.ts'
import { type RecordedTask, readChunks, readRows } from './read-rows.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { laneOf } from './task-lane.ts'

type Timeline = EngineClient['timeline']

export interface Timelines<Told extends ToldConversation>
  extends Pick<Stories<Told>, 'ofTask' | 'caughtUp' | 'followed'> {
  now(): number
  /** Of what rows say. */
  readonly reading: Reading
  /** Single entries, wherever they are; those that are gone are left out. */
  entriesAt(seqs: Iterable<number>): readonly Entry[]
  /** Entries about a task, and others of its exchanges, that hold these words. */
  seqsWith(taskId: string, text: string): Promise<readonly number[]>
  /** As it may leave Parley. */
  masked<T>(value: T): T
}

interface Found extends RecordedTask {
  readonly version: number
  readonly progress: number
  readonly outline: Outline
}

export function answerTimelines<Told extends ToldConversation>(timelines: Timelines<Told>): Timeline {
  const { followed, now, reading, entriesAt, seqsWith, masked } = timelines
  const { find, findOne } = createFinder(timelines)
  const known = new WeakMap<Recorder, { key: string; version: number; rows: FilteredRows }>()

  async function filtered({ recorder, taskId }: Found, filter: TimelineFilter): Promise<FilteredRows> {
    const key = JSON.stringify(filter)
    const version = recorder.version()
    const before = known.get(recorder)
    if (before?.key === key && before.version === version) return before.rows
    const seqs = filter.text === undefined ? undefined : await seqsWith(taskId, filter.text)
    const rows = filterRows(recorder.rows, filter, seqs && new Set(seqs.map(recorder.rows.rowOfSeq)))
    known.set(recorder, { key, version, rows })
    return rows
  }
  const readWanted = async ({ task, filter, from, limit }: Parameters<Timeline['rows']>[0]) => {
    const found = await findOne(task)
    const all = await filtered(found, filter)
    const wanted = Array.from({ length: limit }, (_, place) => all.rowAt(from + place))
    const rows = readRows(
      { entriesAt, reading },
      found,
      wanted.filter((row) => row !== undefined),
    )
    return { outline: found.outline, rows }
  }

  return {
    async outline({ task, filter, version: seen, waitMs }, options) {
      const { found, ...reached } = await followed({ seen, waitMs }, options, async () => {
        const found = await findOne(task)
        return { found, version: found.version, progress: found.progress }
      })
      const total = (await filtered(found, filter)).count()
      return { outline: found.outline, ...reached, total, now: now() }
    },
    async rows(input) {
      const { rows } = await readWanted(input)
      return { rows }
    },
    taken: async (input) => masked(await readWanted(input)),
    chunks: async ({ task, ...range }) => ({
      chunks: readChunks({ entriesAt, reading }, await findOne(task), range),
    }),
    async locate({ task, filter, seq }) {
      const found = await findOne(task)
      const row = found.recorder.rows.rowOfSeq(seq)
      if (row === undefined) return null
      const position = (await filtered(found, filter)).positionOf(row)
      return position === undefined ? { row } : { row, position }
    },
    async lanes({ tasks, version: seen, waitMs }, options) {
      const { all, version, waitedMs } = await followed({ seen, waitMs }, options, async () => {
        const all = await find(tasks)
        const version = Math.max(...all.map((found) => found.version))
        return { all, version, progress: Math.min(...all.map(({ progress }) => progress)) }
      })
      const lanes = all.map(({ outline }, index) => laneOf(outline, tasks[index]?.agentId))
      return { lanes, version, waitedMs, now: now() }
    },
  }
}

function createFinder<Told extends ToldConversation>({ ofTask, caughtUp }: Timelines<Told>) {
  const versionOf = createVersions()

  const foundIn = (told: Told | undefined, task: TimelineTask): Found => {
    const { taskId } = task
    const view = told && taskIn(told, task)
    const recorder = view && told.projection().recorder(view.key)
    const progress = told?.progress() ?? 1
    if (!recorder) {
      const unknown = createRecorder(taskId)
      const outline = unknown.outline()
      return { taskId, recorder: unknown, callOf: () => undefined, version: 0, progress, outline }
    }
    return {
      taskId,
      recorder,
      callOf: (exchangeId) => told.projection().exchange(exchangeId)?.call,
      version: versionOf(recorder, recorder.version()),
      progress,
      outline: { ...recorder.outline(), ...defined({ contextId: view.contextId }) },
    }
  }
  return {
    async find(tasks: readonly TimelineTask[]): Promise<readonly Found[]> {
      const told = tasks.map((task) => ofTask(task))
      await caughtUp(told)
      return tasks.map((task, index) => foundIn(told[index], task))
    },
    async findOne(task: TimelineTask): Promise<Found> {
      const told = ofTask(task)
      await caughtUp([told])
      return foundIn(told, task)
    },
  }
}
