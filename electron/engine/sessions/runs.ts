import { dialectOf } from '#shared/a2a/dialects.ts'
import { isPrompt } from '#shared/a2a/operation.ts'
import type { WorkingTexts } from '#shared/contract/chat.ts'
import { countOf } from '#shared/record/run.ts'
import { maxRuns, type Run, runsOf } from '#shared/replay/runs.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import { createSlices } from '../slices.ts'
import type { SessionRecord } from '../store/record.ts'
import type { WalkedRow } from '../store/walk.ts'
import { textBehind } from '../store/whole-body.ts'

// Entries of a session read to compare its prompts, the first ones.
const maxComparedEntries = 100_000

export async function readRuns(
  record: SessionRecord,
  sessionId: string,
  workingTexts: WorkingTexts,
): Promise<readonly Run[]> {
  const projection = createProjection(
    createReading({ dialectOf, bodies: (hash) => textBehind(record, hash) }),
  )
  const isOfThem = firstPrompts()
  const breathe = createSlices()
  let read = 0
  for (let after: number | undefined = 0; after !== undefined && read < maxComparedEntries; ) {
    const { rows, next } = record.walk({ sessionId }, after)
    for (const row of rows) {
      if (isOfThem(row)) projection.apply([row.packed])
      read += countOf(row.packed)
      await breathe()
    }
    after = next
  }
  return runsOf(projection.snapshot(), workingTexts)
}

/** Of exchanges that began before there were more prompts than are compared, or are about a task that these named. */
function firstPrompts(): (row: WalkedRow) => boolean {
  const exchanges = new Set<string>()
  const tasks = new Set<string>()
  let prompts = 0
  return ({ packed, taskId }) => {
    const { kind, exchangeId } = packed
    if (kind === 'request' && isPrompt(packed.call.operation)) prompts += 1
    const begins = kind === 'request' || kind === 'webhook'
    if (begins && (prompts <= maxRuns || tasks.has(taskId ?? ''))) exchanges.add(exchangeId)
    if (!exchanges.has(exchangeId)) return false
    if (taskId !== undefined) tasks.add(taskId)
    return true
  }
}
