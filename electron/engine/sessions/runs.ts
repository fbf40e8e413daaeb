import { dialectOf } from '#shared/a2a/dialects.ts'
import type { WorkingTexts } from '#shared/contract/chat.ts'
import { countOf } from '#shared/record/run.ts'
import { type Run, runsOf } from '#shared/replay/runs.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'

/** A comparison is of what a person looks through; the first so many entries are. */
const mostEntries = 100_000

export async function readRuns(
  record: SessionRecord,
  sessionId: string,
  workingTexts: WorkingTexts,
): Promise<readonly Run[]> {
  const projection = createProjection(
    createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }),
  )
  let read = 0
  for (let after: number | undefined = 0; after !== undefined && read < mostEntries; ) {
    const { rows, next } = record.walk({ sessionId }, after)
    projection.apply(rows.map(({ packed }) => packed))
    for (const { packed } of rows) read += countOf(packed)
    after = next
    await new Promise((resolve) => setImmediate(resolve))
  }
  return runsOf(projection.snapshot(), workingTexts)
}
