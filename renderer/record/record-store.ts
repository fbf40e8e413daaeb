// What the engine has recorded, as this window sees it: folds what is read of the record, and tells the views.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { List } from '#shared/collections/list.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { FarBytes } from '#shared/record/far-bytes.ts'
import type { Packed } from '#shared/record/run.ts'
import type { ExchangeView } from '#shared/story/exchanges.ts'
import { createProjection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { ConversationView, TaskView } from '#shared/story/task-view.ts'
import { createBodyCache } from './body-cache.ts'
import { followRecord, type ReadingRange } from './follow-record.ts'
import { createSlices } from './slices.ts'

/** Views keep their reference until what they show changes, so components may select from here freely. */
export interface RecordStore {
  version(): number
  /** What is wrong with the place where the record is kept. */
  notice(): string | undefined
  exchanges(): List<ExchangeView>
  exchange(id: string): ExchangeView | undefined
  task(key: string): TaskView | undefined
  conversations(): List<ConversationView>
  conversation(id: string): ConversationView | undefined
  /** Positions of the webhook calls among the exchanges. */
  webhooks(): List<number>
  /** Where a file's bytes lie whose base64 was left in the record. */
  far(base64: string): FarBytes | undefined
  subscribe(listener: () => void): () => void
  /** What takes long is got ready before listeners are told, in slices, so that they draw it at once. */
  beforeNews(prepare: Prepare): () => void
  close(): void
}

/** `breathe` is awaited between two steps. */
export type Prepare = (breathe: () => Promise<void>) => Promise<void>

export function createRecordStore(client: EngineClient, range: ReadingRange = {}): RecordStore {
  const bodies = createBodyCache(client)
  const projection = createProjection(createReading({ dialectOf, bodies: bodies.text }))
  const listeners = new Set<() => void>()
  const preparing = new Set<Prepare>()
  const stop = new AbortController()
  let notice: string | undefined

  async function fold(packed: readonly Packed[]): Promise<void> {
    const breathe = createSlices()
    await bodies.load(packed, stop.signal)
    for (const each of packed) {
      await breathe()
      projection.apply([each])
    }
  }
  async function prepare(): Promise<void> {
    const breathe = createSlices()
    for (const one of preparing) await one(breathe)
  }
  function tell(said: string | undefined): void {
    notice = said
    for (const listener of listeners) listener()
  }
  // When the engine is gone, the gate around the window says so; what was folded stays readable.
  followRecord(client, range, { fold, prepare, tell }, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) console.warn('The record can no longer be followed.', error)
  })

  return {
    version: projection.version,
    notice: () => notice,
    exchanges: () => projection.snapshot().exchanges,
    exchange: projection.exchange,
    task: projection.task,
    conversations: () => projection.snapshot().conversations,
    conversation: projection.conversation,
    webhooks: () => projection.snapshot().webhooks,
    far: bodies.far,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    beforeNews(one) {
      preparing.add(one)
      return () => preparing.delete(one)
    },
    close: () => stop.abort(),
  }
}
