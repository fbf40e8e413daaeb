// The timelines of a page's tasks, folded from what it carries by the same code as the engine's.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import { hasWords, wordsOf } from '#shared/filter/words.ts'
import { cut, firstEndingAfter, unpack } from '#shared/record/run.ts'
import { createReading } from '#shared/story/reading.ts'
import { type GatheredTask, gatherTask } from '#shared/story/timeline/gather-task.ts'
import { laneOf } from '#shared/story/timeline/task-lane.ts'
import { createTimelineReader } from '#shared/story/timeline/timeline-reader.ts'
import { createSlices } from '../record/slices.ts'
import type { PageData, PageRow } from './page-data.ts'
import { textIn } from './page-filter.ts'

export function timelineIn(data: PageData): EngineClient['timeline'] {
  const { opened, rows, rowsOf, textOf } = data
  const now = opened.session.lastAt ?? 0
  const packed = rows.map((row) => row.packed)
  const reading = createReading({ dialectOf, bodies: textOf })
  const gathered = new Map<string, Promise<GatheredTask>>()

  /** Of the exchanges in which the task appeared, what is about it or about none. */
  const around = (taskId: string): readonly PageRow[] => {
    const ids = new Set(rows.filter((row) => row.taskId === taskId).map((row) => row.packed.exchangeId))
    return rows.filter(
      (row) => (row.taskId === taskId || row.taskId === undefined) && ids.has(row.packed.exchangeId),
    )
  }
  const before = (exchangeId: string, seq: number) =>
    rowsOf(exchangeId).flatMap((row) => (row.taskId === undefined && row.packed.seq < seq ? row.packed : []))

  async function gather(task: TimelineTask): Promise<GatheredTask> {
    const one = gatherTask(task, reading, before)
    const breathe = createSlices()
    for (const row of around(task.taskId)) {
      one.take({ packed: row.packed, about: row.taskId !== undefined })
      await breathe()
    }
    return one
  }
  const of = (task: TimelineTask): Promise<GatheredTask> => {
    const key = JSON.stringify([task.agentId, task.taskId])
    const known = gathered.get(key) ?? gather(task)
    gathered.set(key, known)
    return known
  }
  const reader = createTimelineReader({
    entriesAt: (seqs) =>
      [...seqs].flatMap((seq) => {
        const held = packed[firstEndingAfter(packed, seq - 1)]
        const one = held && held.seq <= seq ? cut(held, seq, 1) : undefined
        return one ? unpack([one]) : []
      }),
    async seqsWith(taskId, text) {
      const isWanted = hasWords(wordsOf(text))
      const textOfEntry = textIn(data)
      const entries = around(taskId).flatMap((row) =>
        row.taskId === undefined && (row.packed.kind === 'frame' || row.packed.kind === 'run')
          ? []
          : unpack([row.packed]),
      )
      return entries.flatMap((entry) => (isWanted(textOfEntry(entry)) ? entry.seq : []))
    },
  })
  /** It is all there: what waits for another version waits. */
  const reached = async (tasks: readonly GatheredTask[], seen: number) => {
    const version = tasks.reduce((sum, { fold }) => sum + fold.version(), 0)
    if (version === seen && version > 0) await new Promise(() => undefined)
    return { version, waitedMs: 0, now }
  }

  return {
    async outline({ task, filter, version }) {
      const one = await of(task)
      const matching = await reader.matching(one, filter)
      return { outline: one.fold.outline(), matching, progress: 1, ...(await reached([one], version)) }
    },
    rows: async ({ task, filter, ...range }) => ({ rows: await reader.rows(await of(task), filter, range) }),
    // Secrets were left out of all of it when the page was made.
    async taken({ task, filter, ...range }) {
      const one = await of(task)
      return { outline: one.fold.outline(), rows: await reader.rows(one, filter, range) }
    },
    chunks: async ({ task, row, ...range }) => ({ chunks: reader.chunks(await of(task), row, range) }),
    locate: async ({ task, filter, seq }) => reader.locate(await of(task), filter, seq),
    async lanes({ tasks, version }) {
      const all = await Promise.all(tasks.map(of))
      const lanes = all.map(({ fold }, index) => laneOf(fold.outline(), tasks[index]?.agentId))
      return { lanes, ...(await reached(all, version)) }
    },
  }
}
