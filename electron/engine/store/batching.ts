// Collects what is appended into batches: written at most a few milliseconds or so many entries later, in one transaction.

import { countOf } from '#shared/record/run.ts'
import type { TimeSource } from '../clock.ts'
import { guarded, reportInternalError } from '../guarded.ts'
import { type Appended, type RowToWrite, toRows } from './run.ts'
import type { Batch, StoredSession } from './store.ts'

export interface BatchingOptions {
  readonly clock: TimeSource
  readonly flushMs: number
  readonly flushEntries: number
  /** Must not throw. */
  readonly write: (batch: Batch) => void
  /** So many entries could not be kept. */
  readonly lose: (entries: number) => void
}

export type Batching = ReturnType<typeof createBatching>

export function createBatching({ clock, flushMs, flushEntries, write, lose }: BatchingOptions) {
  let rows: RowToWrite[] = []
  let entries: Appended[] = []
  let count = 0
  let bodies = new Map<string, Uint8Array>()
  let sessions: StoredSession[] = []
  let lastFlushMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let stopped = false

  const flush = () => {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = undefined
    soon = undefined
    if (count === 0 && sessions.length === 0) return
    settle()
    const batch = { rows, bodies, sessions }
    rows = []
    count = 0
    bodies = new Map()
    sessions = []
    write(batch)
    lastFlushMs = clock.monoMs()
  }

  /** Entries that wait become rows, in their place among the runs. */
  const settle = () => {
    const waiting = entries
    entries = []
    for (const row of rowsOf(waiting, lose)) rows.push(row)
  }
  const counted = (more: number) => {
    count += more
    if (count >= flushEntries) flush()
    else flushSoon()
  }

  // After a quiet time the first entry is written as soon as the current read is handled: waiting for company that may
  // never come would only add latency.
  const flushSoon = () => {
    if (stopped || timer !== undefined || soon !== undefined) return
    if (clock.monoMs() - lastFlushMs >= flushMs) soon = setImmediate(flushInTurn)
    else timer = setTimeout(flushInTurn, flushMs)
  }
  /** What was not written waits for the next turn. */
  const flushInTurn = guarded('record flush', flush, () => {
    timer = undefined
    soon = undefined
    if (count > 0 || sessions.length > 0) flushSoon()
  })

  return {
    add(appended: Appended) {
      entries.push(appended)
      counted(1)
    },
    addRun(row: RowToWrite) {
      settle()
      rows.push(row)
      counted(countOf(row.packed))
    },
    addBody(hash: string, bytes: Uint8Array) {
      bodies.set(hash, bytes)
    },
    addSession(session: StoredSession) {
      sessions.push(session)
    },
    /** A body that is not written yet. */
    pendingBody: (hash: string): Uint8Array | undefined => bodies.get(hash),
    flush,
    stop() {
      flush()
      stopped = true
    },
  }
}

/** One that becomes none does not keep the others back. */
function rowsOf(waiting: readonly Appended[], lose: BatchingOptions['lose']): readonly RowToWrite[] {
  try {
    return toRows(waiting)
  } catch (error) {
    if (waiting.length > 1) return waiting.flatMap((each) => rowsOf([each], lose))
    reportInternalError({ where: 'record entry', error })
    lose(1)
    return []
  }
}
