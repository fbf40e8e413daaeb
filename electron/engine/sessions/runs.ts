import { dialectOf } from '#shared/a2a/dialects.ts'
import type { WorkingTexts } from '#shared/contract/chat.ts'
import { countOf } from '#shared/record/run.ts'
import { type Run, runsOf } from '#shared/replay/runs.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import { textBehind } from '../store/whole-body.ts'

/** Entries of a session read to compare its prompts, the first ones. */
const maxComparedEntries = 100_000

export async function readRuns(
  record: SessionRecord,
  sessionId: string,
  workingTexts: WorkingTexts,
): Promise<readonly Run[]> {
  const projection = createProjection(
    createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }),
  )
  const breathe = createSlices()
  let read = 0
  for (let after: number | undefined = 0; after !== undefined && read < maxComparedEntries; ) {
    const { rows, next } = record.walk({ sessionId }, after)
    for (const { packed } of rows) {
      projection.apply([packed])
      read += countOf(packed)
      await breathe()
    }
    after = next
  }
  return runsOf(projection.snapshot(), workingTexts)
}
