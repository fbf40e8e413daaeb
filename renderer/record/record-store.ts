// What the engine has recorded, as this window sees it: reads the record by cursor, one call in flight, and folds what
// comes. A slow or hidden window reads later; nobody waits for it.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { maxReadLimit, maxWaitMs } from '#shared/contract/record.ts'
import type { ExchangeView } from '#shared/record/exchanges.ts'
import type { FarBytes } from '#shared/record/far-bytes.ts'
import type { List } from '#shared/record/list.ts'
import { createProjection, type FindingRow } from '#shared/record/projection.ts'
import { createReading } from '#shared/record/reading.ts'
import { unpack } from '#shared/record/run.ts'
import type { ConversationView, TaskView } from '#shared/record/task-view.ts'
import { createBodyCache } from './body-cache.ts'

/** Views keep their reference until what they show changes, so components may select from here freely. */
export interface RecordStore {
  version(): number
  /** What is wrong with the place where the record is kept. */
  notice(): string | undefined
  exchanges(): List<ExchangeView>
  exchange(id: string): ExchangeView | undefined
  task(key: string): TaskView | undefined
  conversations(): List<ConversationView>
  findings(): List<FindingRow>
  /** Where a file's bytes lie whose base64 was left in the record. */
  far(base64: string): FarBytes | undefined
  subscribe(listener: () => void): () => void
  close(): void
}

/** How far back a window begins: enough for the last conversations, bounded however long the record is. */
export const openingEntries = 20_000

export interface ReadingRange {
  /** Where to begin; without it, near the end. */
  readonly after?: number
  /** The session is over: once its end is reached nobody waits for more. */
  readonly ends?: boolean
  /** Nothing is read beyond so many entries. */
  readonly most?: number
}

export function createRecordStore(client: EngineClient, range: ReadingRange = {}): RecordStore {
  const bodies = createBodyCache(client)
  const projection = createProjection(createReading({ dialectOf, bodies: bodies.text }))
  const listeners = new Set<() => void>()
  const stop = new AbortController()
  let notice: string | undefined

  async function follow(): Promise<void> {
    let cursor = range.after ?? (await nearTheEnd())
    let waitMs = 0
    let read = 0
    while (!stop.signal.aborted && read < (range.most ?? Number.POSITIVE_INFINITY)) {
      const input = { after: cursor, limit: maxReadLimit, waitMs }
      const { packed, next, notice: said } = await client.record.read(input, { signal: stop.signal })
      const entries = unpack(packed)
      cursor = next
      read += entries.length
      waitMs = range.ends ? 0 : maxWaitMs
      const noticed = said !== notice
      notice = said
      if (entries.length === 0 && range.ends) return
      if (entries.length === 0 && !noticed) continue
      await bodies.load(entries, stop.signal)
      projection.apply(entries)
      for (const listener of listeners) listener()
    }
  }
  /** The first answer comes at once: a window must know from its start how far the record goes, and whether it is kept. */
  async function nearTheEnd(): Promise<number> {
    const { latest } = await client.record.read({ after: 0, limit: 1, waitMs: 0 }, { signal: stop.signal })
    return Math.max(0, latest - openingEntries)
  }
  // When the engine is gone, the gate around the window says so; what was folded stays readable.
  follow().catch((error: unknown) => {
    if (!stop.signal.aborted) console.warn('The record can no longer be followed.', error)
  })

  return {
    version: projection.version,
    notice: () => notice,
    exchanges: () => projection.snapshot().exchanges,
    exchange: projection.exchange,
    task: projection.task,
    conversations: () => projection.snapshot().conversations,
    findings: () => projection.snapshot().findings,
    far: bodies.far,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => stop.abort(),
  }
}
