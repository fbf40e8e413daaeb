// Answers the contract's calls about timelines from folded conversations: rows that match a filter, by position, with the text
// of their entries.

import { firstMatch } from '../../collections/list.ts'
import type { EngineClient } from '../../contract/contract.ts'
import type { TimelineFilter, TimelineTask } from '../../contract/timeline.ts'
import { defined } from '../../defined.ts'
import type { CallFacts, Entry } from '../../record/entry.ts'
import { bytesOf, sourceOf } from '../place-of.ts'
import type { Reading } from '../reading.ts'
import { createVersions, type FoldedConversation, type Stories, taskIn } from '../stories.ts'
import type { Outline, TimelineChunk, TimelineRow } from './outline.ts'
import type { RowTable } from './row-table.ts'
import { textOfEntry } from './row-text.ts'
import { laneOf } from './task-lane.ts'
import { TaskTimelineFold } from './task-timeline-fold.ts'

type Timeline = EngineClient['timeline']

export interface Timelines<Folded extends FoldedConversation>
  extends Pick<Stories<Folded>, 'ofTask' | 'caughtUp' | 'followed'> {
  now(): number
  /** Decodes the entries of rows. */
  readonly reading: Reading
  /** Deleted ones are left out. */
  entriesAt(seqs: Iterable<number>): readonly Entry[]
  /** Entries about a task, and others of its exchanges, that contain the text. */
  seqsWith(taskId: string, text: string): Promise<readonly number[]>
  /** Masks secrets, for what leaves Parley. */
  masked<T>(value: T): T
}

interface TaskOnRecord extends RecordedTask {
  readonly version: number
  readonly progress: number
  readonly outline: Outline
}

export function createTimelineApi<Folded extends FoldedConversation>(timelines: Timelines<Folded>): Timeline {
  const { followed, now, reading, entriesAt, seqsWith, masked } = timelines
  const { find, findOne } = createFinder(timelines)
  const existing = new WeakMap<TaskTimelineFold, { key: string; version: number; rows: FilteredRows }>()

  async function filtered({ recorder, taskId }: TaskOnRecord, filter: TimelineFilter): Promise<FilteredRows> {
    const key = JSON.stringify(filter)
    const version = recorder.version()
    const before = existing.get(recorder)
    if (before?.key === key && before.version === version) return before.rows
    const seqs = filter.text === undefined ? undefined : await seqsWith(taskId, filter.text)
    const rows = filterRows(
      recorder.rows,
      filter,
      seqs && new Set(seqs.map((seq) => recorder.rows.rowOfSeq(seq))),
    )
    existing.set(recorder, { key, version, rows })
    return rows
  }
  const readRequested = async ({ task, filter, from, limit }: Parameters<Timeline['rows']>[0]) => {
    const taskOnRecord = await findOne(task)
    const all = await filtered(taskOnRecord, filter)
    const requested = Array.from({ length: limit }, (_, place) => all.rowAt(from + place))
    const rows = readRows(
      { entriesAt, reading },
      taskOnRecord,
      requested.filter((row) => row !== undefined),
    )
    return { outline: taskOnRecord.outline, rows }
  }

  return {
    async outline({ task, filter, version: last, waitMs }, options) {
      const { found, ...reached } = await followed({ seen: last, waitMs }, options, async () => {
        const taskOnRecord = await findOne(task)
        return { found: taskOnRecord, version: taskOnRecord.version, progress: taskOnRecord.progress }
      })
      const total = (await filtered(found, filter)).count()
      return { outline: found.outline, ...reached, total, now: now() }
    },
    async rows(input) {
      const { rows } = await readRequested(input)
      return { rows }
    },
    taken: async (input) => masked(await readRequested(input)),
    chunks: async ({ task, ...range }) => ({
      chunks: readChunks({ entriesAt, reading }, await findOne(task), range),
    }),
    async locate({ task, filter, seq }) {
      const taskOnRecord = await findOne(task)
      const row = taskOnRecord.recorder.rows.rowOfSeq(seq)
      if (row === undefined) return null
      const position = (await filtered(taskOnRecord, filter)).positionOf(row)
      return position === undefined ? { row } : { row, position }
    },
    async lanes({ tasks, version: last, waitMs }, options) {
      const { all, version, waitedMs } = await followed({ seen: last, waitMs }, options, async () => {
        const all = await find(tasks)
        const version = Math.max(...all.map((taskOnRecord) => taskOnRecord.version))
        return { all, version, progress: Math.min(...all.map(({ progress }) => progress)) }
      })
      const lanes = all.map(({ outline }, index) => laneOf(outline, tasks[index]?.agentId))
      return { lanes, version, waitedMs, now: now() }
    },
  }
}

function createFinder<Folded extends FoldedConversation>({ ofTask, caughtUp }: Timelines<Folded>) {
  const versionOf = createVersions()

  const recordOf = (reported: Folded | undefined, task: TimelineTask): TaskOnRecord => {
    const { taskId } = task
    const view = reported && taskIn(reported, task)
    const recorder = view && reported.projection().recorder(view.key)
    const progress = reported?.progress() ?? 1
    if (!recorder) {
      const unknown = new TaskTimelineFold(taskId)
      const outline = unknown.outline()
      return { taskId, recorder: unknown, callOf: () => undefined, version: 0, progress, outline }
    }
    return {
      taskId,
      recorder,
      callOf: (exchangeId) => reported.projection().exchange(exchangeId)?.call,
      version: versionOf(recorder, recorder.version()),
      progress,
      outline: { ...recorder.outline(), ...defined({ contextId: view.contextId }) },
    }
  }
  return {
    async find(tasks: readonly TimelineTask[]): Promise<readonly TaskOnRecord[]> {
      const reported = tasks.map((task) => ofTask(task))
      await caughtUp(reported)
      return tasks.map((task, index) => recordOf(reported[index], task))
    },
    async findOne(task: TimelineTask): Promise<TaskOnRecord> {
      const reported = ofTask(task)
      await caughtUp([reported])
      return recordOf(reported, task)
    },
  }
}

// The rows that match a filter, by position. A scan of a million rows takes milliseconds, so the list is rebuilt when the task
// has changed.

interface FilteredRows {
  count(): number
  rowAt(position: number): number | undefined
  /** The position of a row, if it matches. */
  positionOf(row: number): number | undefined
}

/** `results`: rows that contain the text of the filter. */
function filterRows(
  rows: RowTable,
  filter: TimelineFilter,
  results?: ReadonlySet<number | undefined>,
): FilteredRows {
  const { kinds, sources, findings } = filter
  if (!kinds && !sources && !findings && !results) {
    return {
      count: () => rows.length,
      rowAt: (position) => (position < rows.length ? position : undefined),
      positionOf: (row) => row,
    }
  }
  const kindSet = kinds && new Set(kinds)
  const sourceSet = sources && new Set(sources)
  const matches = (row: number): boolean =>
    (!kindSet || kindSet.has(rows.kindAt(row))) &&
    (!sourceSet || rows.sourcesAt(row).some((source) => sourceSet.has(source))) &&
    (!findings || rows.severityAt(row) !== undefined) &&
    (!results || results.has(row))
  const matching: number[] = []
  for (let row = 0; row < rows.length; row++) if (matches(row)) matching.push(row)
  return {
    count: () => matching.length,
    rowAt: (position) => matching[position],
    positionOf(row) {
      const position = firstMatch(matching.length, (place) => (matching[place] ?? 0) >= row)
      return matching[position] === row ? position : undefined
    },
  }
}

// Reads the text of rows from their entries: the cost depends on the rows that are shown, not on the length of the task.

interface RecordedTask {
  readonly taskId: string
  readonly recorder: TaskTimelineFold
  callOf(exchangeId: string): CallFacts | undefined
}

interface Entries {
  entriesAt(seqs: Iterable<number>): readonly Entry[]
  readonly reading: Reading
}

function readRows(
  { entriesAt, reading }: Entries,
  { taskId, recorder, callOf }: RecordedTask,
  requested: readonly number[],
): readonly TimelineRow[] {
  const rows = requested.map((index) => recorder.rows.row(index)).filter((row) => row !== undefined)
  const seqs = rows.flatMap(({ seq, findingSeq }) => [seq, ...(findingSeq === undefined ? [] : [findingSeq])])
  const entries = new Map(entriesAt(new Set(seqs)).map((entry) => [entry.seq, entry]))
  return rows.flatMap((row): TimelineRow[] => {
    const entry = entries.get(row.seq)
    if (!entry) return []
    const call = callOf(entry.exchangeId)
    const name = row.artifact === undefined ? undefined : recorder.artifactName(row.artifact)
    return [
      {
        ...row,
        exchangeId: entry.exchangeId,
        at: entry.at,
        ...(entry.kind === 'frame' && { frame: entry.index }),
        ...(call?.via && { byCaller: true as const }),
        text: textOfEntry(entry, {
          reading,
          taskId,
          call,
          ...(row.marks.includes('history') && { historyPlace: row.place }),
        }),
        ...(name && { artifactName: name }),
        ...(entry.kind === 'failure' && { failure: entry.failure }),
        found: (row.findingSeq === undefined ? undefined : entries.get(row.findingSeq))?.findings ?? [],
      },
    ]
  })
}

function readChunks(
  { entriesAt, reading }: Entries,
  { taskId, recorder, callOf }: RecordedTask,
  { row, from, limit }: { readonly row: number; readonly from: number; readonly limit: number },
): readonly TimelineChunk[] {
  return entriesAt(entriesOfRow(recorder, row, from, limit)).map((entry) => {
    const call = callOf(entry.exchangeId)
    return {
      seq: entry.seq,
      exchangeId: entry.exchangeId,
      source: sourceOf(call?.operation, entry),
      ...(entry.kind === 'frame' && { frame: entry.index }),
      at: entry.at,
      sinceMs: recorder.sinceMs(entry),
      wireBytes: bytesOf(entry),
      text: textOfEntry(entry, { reading, taskId, call }),
    }
  })
}

type Rows = Pick<TaskTimelineFold, 'rows' | 'chunkSeq'>

/**
 * The entries of a row, in the order of the record: the one that began it, its further pieces, and repeated sightings. The cost
 * of a page depends on its own size.
 */
export function entriesOfRow(
  { rows, chunkSeq }: Rows,
  index: number,
  from: number,
  limit: number,
): readonly number[] {
  const row = rows.row(index)
  if (!row) return []
  const { artifact } = row
  const pieces = artifact === undefined ? 0 : row.count
  const pieceAt = (place: number) =>
    artifact === undefined ? undefined : chunkSeq(artifact, row.place + place)
  /** Number of pieces before an entry. */
  const before = (seq: number) =>
    firstMatch(pieces, (place) => (pieceAt(place) ?? Number.POSITIVE_INFINITY) >= seq)
  const others =
    artifact !== undefined && row.again.length === 0
      ? []
      : rows.seqsOf(index).filter((seq) => pieceAt(before(seq)) !== seq)
  let other = firstMatch(others.length, (at) => before(others[at] ?? 0) + at >= from)
  let piece = Math.max(0, from - other)
  const page: number[] = []
  while (page.length < limit) {
    const [next, twin] = [piece < pieces ? pieceAt(piece) : undefined, others[other]]
    const seq = Math.min(next ?? Number.POSITIVE_INFINITY, twin ?? Number.POSITIVE_INFINITY)
    if (!Number.isFinite(seq)) break
    page.push(seq)
    if (seq === next) piece += 1
    else other += 1
  }
  return page
}
