// Asks the agent for the task once more and reads the answer from the record, and there as well what was streamed of it.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Task } from '#shared/a2a/model.ts'
import { maxReadRows } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Entry } from '#shared/record/entry.ts'
import { createReading } from '#shared/story/reading.ts'
import type { StreamedTask } from '#shared/story/streamed-task.ts'
import { readBody } from '../../../record/read-body.ts'

/** Of a stored task that is compared; a larger one is not. */
const maxStoredBytes = 16_777_216

export type Stored =
  | {
      readonly kind: 'task'
      readonly exchangeId: string
      readonly task: Task
      readonly streamed: StreamedTask
    }
  | { readonly kind: 'none'; readonly exchangeId: string; readonly why: string }

export async function fetchStored(
  client: EngineClient,
  task: { readonly agentId: string; readonly taskId: string },
  signal: AbortSignal,
): Promise<Stored> {
  const { exchangeId } = await client.tasks.get(task, { signal })
  const { entries } = await client.record.exchange({ exchangeId, after: 0, limit: maxReadRows }, { signal })
  const answer = answerIn(entries, await textsOf(client, entries, signal))
  if (answer.kind === 'none') return { exchangeId, ...answer }
  const streamed = await client.story.streamed(task, { signal })
  return { exchangeId, ...answer, streamed: streamed ?? { artifacts: [] } }
}

/** Of the bodies that lie apart. */
async function textsOf(
  client: EngineClient,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const entry of entries) {
    const body = entry.kind === 'frame' ? entry.data : entry.kind === 'end' ? entry.body : undefined
    const { hash, sizeBytes = 0 } = body ?? {}
    if (hash === undefined || sizeBytes > maxStoredBytes) continue
    const bytes = await readBody(client, { hash, length: sizeBytes }, signal)
    texts.set(hash, new TextDecoder().decode(bytes))
  }
  return texts
}

type Answer = { readonly kind: 'task'; readonly task: Task } | { readonly kind: 'none'; readonly why: string }

function answerIn(entries: readonly Entry[], texts: ReadonlyMap<string, string>): Answer {
  const reading = createReading({ dialectOf, bodies: (hash) => texts.get(hash) })
  const request = entries.find((entry) => entry.kind === 'request')
  const response = entries.findLast((entry) => entry.kind === 'response')
  let why = 'The agent didn’t respond.'
  for (const entry of entries) {
    if (entry.kind === 'failure') why = entry.message
    if (entry.kind !== 'frame' && entry.kind !== 'end') continue
    const answer = reading.answer(entry, request?.call, response?.status)
    if (answer.kind === 'result' && answer.result.kind === 'task') {
      return { kind: 'task', task: answer.result.task }
    }
    if (answer.kind === 'error') why = `The agent returned an error: ${answer.error.message}`
    if (answer.kind === 'unreadable') why = `Couldn’t parse the response: ${answer.reason}`
    if (answer.kind === 'not-loaded') why = 'The response is too long to compare here. The console has it.'
  }
  return { kind: 'none', why }
}
