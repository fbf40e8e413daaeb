// The timelines of a page's tasks, read from the same folds as its conversations.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { hasWords, wordsOf } from '#shared/filter/words.ts'
import { cut, firstEndingAfter, unpack } from '#shared/record/run.ts'
import { createReading } from '#shared/story/reading.ts'
import type { Stories } from '#shared/story/stories.ts'
import { answerTimelines } from '#shared/story/timeline/answer-timelines.ts'
import { createSlices } from '../record/slices.ts'
import type { PageData, PageRow } from './page-data.ts'
import { textIn } from './page-filter.ts'
import type { PageConversation } from './page-story.ts'

export function timelineIn(data: PageData, stories: Stories<PageConversation>): EngineClient['timeline'] {
  const { opened, rows, textOf } = data
  const packed = rows.map((row) => row.packed)

  /** Of the exchanges in which the task appeared, what is about it or about none. */
  const around = (taskId: string): readonly PageRow[] => {
    const ids = new Set(rows.filter((row) => row.taskId === taskId).map((row) => row.packed.exchangeId))
    return rows.filter(
      (row) => (row.taskId === taskId || row.taskId === undefined) && ids.has(row.packed.exchangeId),
    )
  }
  return answerTimelines({
    ...stories,
    now: () => opened.session.lastAt ?? 0,
    reading: createReading({ dialectOf, bodies: textOf }),
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
