// What the engine has recorded, as this window sees it: reads the record by cursor, one call in flight, and folds what
// comes. A slow or hidden window reads later; nobody waits for it. What comes bit by bit is read as often as an eye can
// follow, and less often where showing it takes long, so that there is time for frames and keys between.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { maxFollowLimit, maxWaitMs } from '#shared/contract/record.ts'
import type { ExchangeView } from '#shared/record/exchanges.ts'
import type { FarBytes } from '#shared/record/far-bytes.ts'
import type { List } from '#shared/record/list.ts'
import { createProjection, type FindingRow } from '#shared/record/projection.ts'
import { createReading } from '#shared/record/reading.ts'
import { countOf, type Packed } from '#shared/record/run.ts'
import type { ConversationView, TaskView } from '#shared/record/task-view.ts'
import { afterFrame } from './after-frame.ts'
import { createBodyCache } from './body-cache.ts'
import { rest } from './rest.ts'
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
  findings(): List<FindingRow>
  /** Positions of the webhook calls among the exchanges. */
  webhooks(): List<number>
  /** Where a file's bytes lie whose base64 was left in the record. */
  far(base64: string): FarBytes | undefined
  subscribe(listener: () => void): () => void
  close(): void
}

/** How far back a window begins: enough for the last conversations, bounded however long the record is. */
export const openingEntries = 20_000

/** After news the window has at least so long to itself. */
export const restMs = 40
/** … and this many times as long as the news took it. */
const restShare = 3
const longestRestMs = 400

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
    let after = range.after ?? (await nearTheEnd())
    if (after > 0) await fold((await client.record.before({ place: after }, { signal: stop.signal })).packed)
    let waitMs = 0
    let read = 0
    const most = range.most ?? Number.POSITIVE_INFINITY
    const ask = () => {
      const asked = client.record.read({ after, limit: maxFollowLimit, waitMs }, { signal: stop.signal })
      // Who leaves meanwhile does not wait for it.
      asked.catch(() => undefined)
      return asked
    }
    for (let asked = ask(); !stop.signal.aborted; ) {
      const { packed, next, latest, notice: said } = await asked
      after = next
      waitMs = range.ends ? 0 : maxWaitMs
      for (const each of packed) read += countOf(each)
      const over = read >= most || (packed.length === 0 && range.ends)
      const isBehind = next < latest
      // The engine looks for what comes next while this is folded.
      if (!over && isBehind) asked = ask()
      const noticed = said !== notice
      notice = said
      let tookMs = 0
      if (packed.length > 0 || noticed) {
        await fold(packed)
        if (!isBehind) await afterFrame()
        tookMs = await tell()
      }
      if (over) return
      if (isBehind) continue
      await rest(Math.min(Math.max(restMs, tookMs * restShare), longestRestMs), stop.signal)
      asked = ask()
    }
  }
  async function fold(packed: readonly Packed[]): Promise<void> {
    await bodies.load(packed, stop.signal)
    const breathe = createSlices()
    for (const each of packed) {
      projection.apply([each])
      await breathe()
    }
  }
  async function tell(): Promise<number> {
    const began = performance.now()
    for (const listener of listeners) listener()
    // After the views that listen, which draw in a microtask.
    await undefined
    return performance.now() - began
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
    webhooks: () => projection.snapshot().webhooks,
    far: bodies.far,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => stop.abort(),
  }
}
