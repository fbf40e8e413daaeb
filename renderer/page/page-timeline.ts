// The timelines of a page's tasks, folded from what it carries by the same code as the engine's.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import { hasWords, wordsOf } from '#shared/filter/words.ts'
import { cut, firstEndingAfter, unpack } from '#shared/record/run.ts'
import { createReading } from '#shared/story/reading.ts'
import { answerTimelines } from '#shared/story/timeline/answer-timelines.ts'
import { type GatheredTask, gatherTask } from '#shared/story/timeline/gather-task.ts'
import { createSlices } from '../record/slices.ts'
import type { PageData, PageRow } from './page-data.ts'
import { textIn } from './page-filter.ts'

export function timelineIn(data: PageData): EngineClient['timeline'] {
  const { opened, rows, rowsOf, textOf } = data
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
    const all = around(task.taskId)
    for (let next = 0; next < all.length; next += 1) {
      const { packed, taskId } = all[next] ?? {}
      // What was asked comes before what told of it sooner.
      if (packed && !one.take({ packed, about: taskId !== undefined })) next = -1
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
  return answerTimelines({
    of,
    async caughtUp(tasks, { version }) {
      const reached = tasks.reduce((sum, one) => sum + one.version(), 0)
      // It is all there: what waits for another version waits.
      if (reached === version && reached > 0) await new Promise(() => undefined)
      return { version: reached, waitedMs: 0 }
    },
    progress: () => 1,
    now: () => opened.session.lastAt ?? 0,
    entriesAt: (seqs) =>
      [...seqs].flatMap((seq) => {
        const held = packed[firstEndingAfter(packed, seq - 1)]
        const one = held && held.seq <= seq ? cut(held, seq, 1) : undefined
        return one ? unpack([one]) : []
      }),
    async seqsWith(taskId, text) {
      const isWanted = hasWords(wordsOf(text))
      const textOfEntry = textIn(data)
      const breathe = createSlices()
      const seqs: number[] = []
      for (const { packed, taskId: about } of around(taskId)) {
        if (about === undefined && (packed.kind === 'frame' || packed.kind === 'run')) continue
        for (const entry of unpack([packed])) if (isWanted(textOfEntry(entry))) seqs.push(entry.seq)
        await breathe()
      }
      return seqs
    },
    // Secrets were left out of all of it when the page was made.
    masked: (value) => value,
  })
}
