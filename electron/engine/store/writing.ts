// What is written: it owns sequence numbers, batches and where these go. All that reads the record stands on this, and an entry is shown
// to no one before it is written.

import type { Body, Entry, NewEntry } from '#shared/record/entry.ts'
import type { FrameRun } from '#shared/record/run.ts'
import { type Answer, type KnownRun, knowRun } from '#shared/story/known-answers.ts'
import type { TimeSource } from '../clock.ts'
import { guarded } from '../guarded.ts'
import { type Batching, createBatching } from './batching.ts'
import { type BodyRange, readBodyRange, sliceOf, toBody } from './body.ts'
import { type Changed, createChanged } from './changed.ts'
import { createFacts } from './facts.ts'
import { createKeeping, type Keeping } from './keeping.ts'
import { createOffRecord } from './off-record.ts'
import type { RecordPlace } from './open-database.ts'
import type { Told } from './run.ts'
import type { Batch, Store } from './store.ts'
import { createTail } from './tail.ts'

export interface WritingOptions extends RecordPlace {
  readonly clock: TimeSource
  readonly flushMs: number
  readonly flushEntries: number
  readonly memoryBytes: number
  /** There is more to be indexed. */
  readonly onWritten: () => void
}

export type Writing = ReturnType<typeof openWriting>

export function openWriting(options: WritingOptions) {
  const { clock, onWritten } = options
  const keeping = createKeeping(options)
  const offRecord = createOffRecord()
  const changed = createChanged()
  const tail = createTail()
  const retrying = createRetrying(keeping, changed)
  let latest = Math.max(0, ...keeping.stores().map((store) => store.lastSeq()))
  let dropped = 0
  let isClosed = false
  const stores = (): readonly Store[] => (isClosed ? [] : [...keeping.stores(), ...offRecord.stores()])
  const facts = createFacts(stores)

  const write = (appended: Batch) => {
    const { kept, rows } = offRecord.take(facts.told(appended))
    keeping.write(kept)
    const status = keeping.status()
    if (status.droppedEntries > dropped) tail.forget()
    else tail.push(rows)
    dropped = status.droppedEntries
    latest = lastSeq()
    if (status.keeping === 'memory') retrying.later()
    changed.wake(rows)
    onWritten()
  }
  const batching = createBatching({ ...options, lose: keeping.lose, write })
  const { lastSeq, ...appending } = createAppending(batching, stores, latest)
  if (keeping.status().problem !== undefined) retrying.later()

  return {
    ...{ clock, keeping, offRecord, changed, tail, facts, stores, appending },
    /** Without what is not to be kept. */
    keptStores: (): readonly Store[] => (isClosed ? [] : keeping.stores()),
    flush: batching.flush,
    addSession: batching.addSession,
    /** What was appended so far is in them. */
    written() {
      batching.flush()
      return stores()
    },
    /** The newest entry any reader may see. */
    latest: () => latest,
    isClosed: () => isClosed,
    /** The disk refused something. */
    onFailure(error: unknown) {
      keeping.reportFailure(error)
      changed.wake()
      retrying.later()
    },
    close() {
      batching.stop()
      isClosed = true
      retrying.end()
      keeping.recover()
      changed.wake()
      keeping.close()
      offRecord.close()
    },
  }
}

interface AppendFacts {
  /** The task the entry is about, where decoding told. */
  readonly taskId?: string | undefined
  readonly told?: Told | undefined
  /** What it was decoded to, where that is what the entry says: nothing in it was masked. */
  readonly answer?: Answer | undefined
}

interface RunFacts extends Pick<AppendFacts, 'taskId'> {
  readonly known?: KnownRun
}

export type Appending = Writing['appending']

// Of a body handed out in one answer; the reader asks for the next.
const maxBodyRangeBytes = 64 * 1024 * 1024

function createAppending(batching: Batching, stores: () => readonly Store[], latest: number) {
  let lastSeq = latest
  return {
    lastSeq: () => lastSeq,
    append(entry: NewEntry, facts?: AppendFacts): Entry {
      lastSeq += 1
      const appended = { ...entry, seq: lastSeq } as Entry
      batching.add({ ...facts, entry: appended })
      return appended
    },
    /** The same for frames that came together. */
    appendRun(run: Omit<FrameRun, 'seq'>, facts?: RunFacts): void {
      const seq = lastSeq + 1
      lastSeq += run.count
      const packed = { ...run, seq }
      if (facts?.known) knowRun(packed, facts.known)
      batching.addRun({ packed, taskId: facts?.taskId })
    },
    /** Turns bytes into the body of an entry about to be appended; long ones are written apart with it. */
    keep(bytes: Uint8Array, seenBytes?: number): Body {
      const kept = toBody(bytes, seenBytes)
      if (kept.apart !== undefined && kept.body.hash !== undefined) {
        batching.addBody(kept.body.hash, kept.apart)
      }
      return kept.body
    },
    /** Keeps bytes apart under their hash, for entries about to be appended that name it. */
    keepApart: batching.addBody,
    body(handle: string, range?: { offset?: number; length?: number }): BodyRange | undefined {
      const offset = Math.max(0, range?.offset ?? 0)
      const length = Math.max(0, Math.min(range?.length ?? maxBodyRangeBytes, maxBodyRangeBytes))
      const pending = batching.pendingBody(handle)
      return pending ? sliceOf(pending, offset, length) : readBodyRange(stores(), handle, offset, length)
    },
  }
}

const retryMs = 2_000

/** Tries to write down what lies in memory, until all of it is on the disk. */
function createRetrying(keeping: Keeping, changed: Changed) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const later = () => {
    if (timer !== undefined || isOver) return
    const retry = () => {
      timer = undefined
      if (!keeping.recover()) later()
      changed.wake()
    }
    const again = () => {
      timer = undefined
      later()
    }
    timer = setTimeout(guarded('record retry', retry, again), retryMs)
    timer.unref()
  }
  return {
    later,
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
