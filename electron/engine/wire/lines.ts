// Frames of one chunk that are a line of data each, with nothing to mask and nothing found: they go into the record together,
// without an entry for each.

import type { Update } from '#shared/a2a/model.ts'
import { maxInRun } from '#shared/bounded.ts'
import { endsOf, textBetween } from '#shared/record/make-run.ts'
import type { Wrap } from '#shared/record/plain-frame.ts'
import type { Exchange } from './exchange.ts'
import type { ItemReading } from './item-reading.ts'
import { fewestPieces, maxPieceChars } from './pieces.ts'
import type { OneLine } from './sse.ts'

export function createLines(exchange: Exchange) {
  let frames: string[] = []
  let data: string[] = []
  let wrap: Wrap | undefined
  let updates: (Update | undefined)[] = []
  let taskId: string | undefined

  const flush = () => {
    const [texts, said, read, around] = [frames, data, updates, wrap]
    frames = []
    data = []
    updates = []
    if (around === undefined || said.length < fewestPieces) {
      for (const [place, text] of texts.entries()) {
        exchange.frame(
          { text },
          { framing: 'sse', data: said[place] ?? '' },
          {
            ...about(taskId),
            update: read[place],
          },
        )
      }
      return
    }
    const ends = endsOf(said)
    const between = said.map((each) => textBetween(each, ends)).join('\n')
    const known = { updates: read }
    exchange.run({ count: said.length, wrap: around, ...ends, texts: between, ...about(taskId), known })
  }

  return {
    add(text: string, line: OneLine, reading: ItemReading) {
      const isOwn =
        reading.findings !== undefined || reading.told !== undefined || text.length > maxPieceChars
      const follows = line.wrap === wrap && reading.taskId === taskId && data.length < maxInRun
      if (isOwn || !follows) flush()
      if (isOwn) {
        exchange.frame({ text }, { framing: 'sse', data: line.data }, reading)
        return
      }
      wrap = line.wrap
      taskId = reading.taskId
      frames.push(text)
      data.push(line.data)
      updates.push(reading.update)
    },
    /** Before anything else is recorded. */
    flush,
  }
}

function about(taskId: string | undefined): Pick<ItemReading, 'taskId'> {
  return taskId === undefined ? {} : { taskId }
}
