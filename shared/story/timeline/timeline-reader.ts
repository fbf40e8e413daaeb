// Answers from the fold of a task: the rows that a filter lets through, by position, with what their entries say.

import type { EntryPlace, TimelineFilter } from '../../contract/timeline.ts'
import type { Entry } from '../../record/entry.ts'
import { type FilteredRows, filterRows } from './filtered-rows.ts'
import type { GatheredTask } from './gather-task.ts'
import type { TimelineChunk, TimelineRow } from './outline.ts'
import { readChunks, readRows } from './read-rows.ts'
import type { TaskFold } from './task-fold.ts'

export interface TimelineRecord {
  /** Single entries, wherever they are; those that are gone are left out. */
  entriesAt(seqs: Iterable<number>): readonly Entry[]
  /** Entries about a task, and others of its exchanges, that hold these words. */
  seqsWith(taskId: string, text: string): Promise<readonly number[]>
}

interface Range {
  readonly from: number
  readonly limit: number
}

export interface TimelineReader {
  matching(task: GatheredTask, filter: TimelineFilter): Promise<number>
  rows(task: GatheredTask, filter: TimelineFilter, range: Range): Promise<readonly TimelineRow[]>
  chunks(task: GatheredTask, row: number, range: Range): readonly TimelineChunk[]
  locate(task: GatheredTask, filter: TimelineFilter, seq: number): Promise<EntryPlace | null>
}

interface Filtered {
  readonly key: string
  readonly version: number
  readonly rows: FilteredRows
}

export function createTimelineReader({ entriesAt, seqsWith }: TimelineRecord): TimelineReader {
  const known = new WeakMap<TaskFold, Filtered>()

  const filtered = async ({ fold, taskId }: GatheredTask, filter: TimelineFilter): Promise<FilteredRows> => {
    const key = JSON.stringify(filter)
    const version = fold.version()
    const before = known.get(fold)
    if (before?.key === key && before.version === version) return before.rows
    const seqs = filter.text === undefined ? undefined : await seqsWith(taskId, filter.text)
    const rows = filterRows(fold, filter, seqs && new Set(seqs.map(fold.rows.rowOfSeq)))
    known.set(fold, { key, version, rows })
    return rows
  }

  return {
    matching: async (task, filter) => (await filtered(task, filter)).count(),
    async rows(task, filter, { from, limit }) {
      const rows = await filtered(task, filter)
      const wanted = Array.from({ length: limit }, (_, place) => rows.rowAt(from + place))
      return readRows(
        entriesAt,
        task,
        wanted.filter((row) => row !== undefined),
      )
    },
    chunks: (task, row, range) => readChunks(entriesAt, task, { row, ...range }),
    async locate(task, filter, seq) {
      const row = task.fold.rows.rowOfSeq(seq)
      if (row === undefined) return null
      const position = (await filtered(task, filter)).positionOf(row)
      return position === undefined ? { row } : { row, position }
    },
  }
}
