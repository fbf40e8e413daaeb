// Collects what is appended into batches: written at most a few milliseconds or so many entries later, in one transaction.

import type { Clock } from '../clock.ts'
import { type Appended, toRows } from './run.ts'
import type { Batch, SessionRow } from './store.ts'

export interface Batching {
  add(appended: Appended): void
  addBody(hash: string, bytes: Uint8Array): void
  addSession(session: SessionRow): void
  /** A body that is not written yet. */
  pendingBody(hash: string): Uint8Array | undefined
  flush(): void
  stop(): void
}

export interface BatchingOptions {
  readonly clock: Clock
  readonly flushMs: number
  readonly flushEntries: number
  /** Must not throw. */
  readonly write: (batch: Batch) => void
}

export function createBatching({ clock, flushMs, flushEntries, write }: BatchingOptions): Batching {
  let entries: Appended[] = []
  let bodies = new Map<string, Uint8Array>()
  let sessions: SessionRow[] = []
  let lastFlushMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let stopped = false

  const flush = () => {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = undefined
    soon = undefined
    if (entries.length === 0 && sessions.length === 0) return
    const batch = { rows: toRows(entries), bodies, sessions }
    entries = []
    bodies = new Map()
    sessions = []
    write(batch)
    lastFlushMs = clock.monoMs()
  }

  // After a quiet time the first entry is written as soon as the current read is handled: waiting for company that may
  // never come would only add latency.
  const flushSoon = () => {
    if (stopped || timer !== undefined || soon !== undefined) return
    if (clock.monoMs() - lastFlushMs >= flushMs) soon = setImmediate(flush)
    else timer = setTimeout(flush, flushMs)
  }

  return {
    add(appended) {
      entries.push(appended)
      if (entries.length >= flushEntries) flush()
      else flushSoon()
    },
    addBody(hash, bytes) {
      bodies.set(hash, bytes)
    },
    addSession(session) {
      sessions.push(session)
    },
    pendingBody: (hash) => bodies.get(hash),
    flush,
    stop() {
      flush()
      stopped = true
    },
  }
}
