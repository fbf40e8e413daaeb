// Writes the record: owns sequence numbers, batches and stores. No reader sees an entry before it is written.

import { bodyHashes } from '#shared/record/body-hashes.ts'
import type { Body, Entry, NewEntry } from '#shared/record/entry.ts'
import { countOf } from '#shared/record/run.ts'
import type { FrameRun } from '#shared/record/run-schema.ts'
import { type CachedDecode, type CachedRun, cacheRun } from '#shared/story/decode-cache.ts'
import type { TimeSource } from '../platform/clock.ts'
import { guarded, reportInternalError } from '../platform/guarded.ts'
import { type BodyRange, readBodyRange, sliceOf, toBody } from './body.ts'
import { createChanged } from './change-signal.ts'
import { createFacts } from './facts.ts'
import { countIn, MemoryFallback } from './memory-fallback.ts'
import { openMemory, type RecordPlace } from './open-database.ts'
import { createRetrying } from './retry.ts'
import { type Appended, type ExchangeFacts, type RowToWrite, toRows } from './run.ts'
import { type Batch, createStore, type Store, type StoredSession } from './store.ts'
import { createTail } from './tail.ts'

/** Entries in memory while recording is paused; the oldest pause is dropped as a whole. */
const maxOffRecordEntries = 200_000

export interface WritingOptions extends RecordPlace {
  readonly clock: TimeSource
  readonly flushMs: number
  readonly flushEntries: number
  readonly memoryBytes: number
  /** There is more to index. */
  readonly onWritten: () => void
}

export type Writing = ReturnType<typeof openWriting>

export function openWriting(options: WritingOptions) {
  const { clock, onWritten } = options
  const keeping = new MemoryFallback(options)
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
    const { recorded, rows } = offRecord.take(facts.withFacts(appended))
    keeping.write(recorded)
    const status = keeping.status()
    if (status.droppedEntries > dropped) tail.forget()
    else tail.push(rows)
    dropped = status.droppedEntries
    latest = lastSeq()
    if (status.keeping === 'memory') retrying.later()
    changed.wake(rows)
    onWritten()
  }
  const batching = new Batching({ ...options, lose: (entries) => keeping.lose(entries), write })
  const { lastSeq, ...appending } = createAppending(batching, stores, latest)
  if (keeping.status().problem !== undefined) retrying.later()

  return {
    ...{ clock, keeping, offRecord, changed, tail, facts, stores, appending },
    /** Without unrecorded sessions. */
    keptStores: (): readonly Store[] => (isClosed ? [] : keeping.stores()),
    flush: () => batching.flush(),
    addSession: (session: StoredSession) => batching.addSession(session),
    /** Flushed, so they have everything appended so far. */
    written() {
      batching.flush()
      return stores()
    },
    /** The newest visible entry. */
    latest: () => latest,
    isClosed: () => isClosed,
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
  /** The task of the entry, where decoding found one. */
  readonly taskId?: string | undefined
  readonly exchangeFacts?: ExchangeFacts | undefined
  /** The result of decoding, if it equals the entry: nothing in it was masked. */
  readonly answer?: CachedDecode | undefined
}

interface RunFacts extends Pick<AppendFacts, 'taskId'> {
  readonly cached?: CachedRun
}

export type Appending = Writing['appending']

// Of a body in one response; the reader requests the next.
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
    /** The same for frames that arrived together. */
    appendRun(run: Omit<FrameRun, 'seq'>, facts?: RunFacts): void {
      const seq = lastSeq + 1
      lastSeq += run.count
      const packed = { ...run, seq }
      if (facts?.cached) cacheRun(packed, facts.cached)
      batching.addRun({ packed, taskId: facts?.taskId })
    },
    /** Converts bytes to the body of an entry to append; a long one is written apart with it. */
    keep(bytes: Uint8Array, seenBytes?: number): Body {
      const keptBody = toBody(bytes, seenBytes)
      if (keptBody.apart !== undefined && keptBody.body.hash !== undefined) {
        batching.addBody(keptBody.body.hash, keptBody.apart)
      }
      return keptBody.body
    },
    /** Stores bytes apart under their hash, for entries to append that name it. */
    keepApart: (hash: string, bytes: Uint8Array) => batching.addBody(hash, bytes),
    body(handle: string, range?: { offset?: number; length?: number }): BodyRange | undefined {
      const offset = Math.max(0, range?.offset ?? 0)
      const length = Math.max(0, Math.min(range?.length ?? maxBodyRangeBytes, maxBodyRangeBytes))
      const pending = batching.pendingBody(handle)
      return pending ? sliceOf(pending, offset, length) : readBodyRange(stores(), handle, offset, length)
    },
  }
}

// Collects appended entries into batches: written at most a few milliseconds or so many entries later, in one transaction.

interface BatchingOptions {
  readonly clock: TimeSource
  readonly flushMs: number
  readonly flushEntries: number
  /** Must not throw. */
  readonly write: (batch: Batch) => void
  readonly lose: (entries: number) => void
}

class Batching {
  readonly #options: BatchingOptions
  #rows: RowToWrite[] = []
  #entries: Appended[] = []
  #count = 0
  #bodies = new Map<string, Uint8Array>()
  #sessions: StoredSession[] = []
  #lastFlushMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Immediate | undefined
  #stopped = false
  /** What was not written waits for the next flush. */
  readonly #flushInTurn = guarded(
    'record flush',
    () => this.flush(),
    () => {
      this.#timer = undefined
      this.#soon = undefined
      if (this.#count > 0 || this.#sessions.length > 0) this.#flushSoon()
    },
  )

  constructor(options: BatchingOptions) {
    this.#options = options
  }

  add(appended: Appended) {
    this.#entries.push(appended)
    this.#counted(1)
  }

  addRun(row: RowToWrite) {
    this.#settle()
    this.#rows.push(row)
    this.#counted(countOf(row.packed))
  }

  addBody(hash: string, bytes: Uint8Array) {
    this.#bodies.set(hash, bytes)
  }

  addSession(session: StoredSession) {
    this.#sessions.push(session)
  }

  readonly pendingBody = (hash: string): Uint8Array | undefined => this.#bodies.get(hash)

  flush() {
    clearTimeout(this.#timer)
    clearImmediate(this.#soon)
    this.#timer = undefined
    this.#soon = undefined
    if (this.#count === 0 && this.#sessions.length === 0) return
    this.#settle()
    const batch = { rows: this.#rows, bodies: this.#bodies, sessions: this.#sessions }
    this.#rows = []
    this.#count = 0
    this.#bodies = new Map()
    this.#sessions = []
    this.#options.write(batch)
    this.#lastFlushMs = this.#options.clock.monoMs()
  }

  stop() {
    this.flush()
    this.#stopped = true
  }

  /** Waiting entries become rows, in order with the runs. */
  #settle() {
    const waiting = this.#entries
    this.#entries = []
    for (const row of rowsOf(waiting, this.#options.lose)) this.#rows.push(row)
  }

  #counted(more: number) {
    this.#count += more
    if (this.#count >= this.#options.flushEntries) this.flush()
    else this.#flushSoon()
  }

  // After a quiet time the first entry is written as soon as the current read is handled: waiting for others that may
  // not follow would only add latency.
  #flushSoon() {
    if (this.#stopped || this.#timer !== undefined || this.#soon !== undefined) return
    const { clock, flushMs } = this.#options
    if (clock.monoMs() - this.#lastFlushMs >= flushMs) this.#soon = setImmediate(this.#flushInTurn)
    else this.#timer = setTimeout(this.#flushInTurn, flushMs)
  }
}

/** An entry that can't become a row does not block the others. */
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

// Unrecorded sessions: while recording is paused, calls continue and windows show them, but their entries are in this
// memory only, until the engine ends. They have sequence numbers like all others and are read as entries of the paused
// session, so they appear in order; exports read the stored sessions alone.

function createOffRecord() {
  /** The session that each one's entries are read as. */
  const sessions = new Map<string, string>()
  let store: Store | undefined
  let entries = 0

  const keepInMemory = (batch: Batch) => {
    if (entries > maxOffRecordEntries) {
      store?.database.close()
      store = undefined
      entries = 0
    }
    store ??= createStore(openMemory())
    store.write(batch)
    entries += countIn(batch)
  }

  return {
    stores: (): readonly Store[] => (store === undefined ? [] : [store]),
    /** Entries of this session are never written to a file, and are read as entries of `within`. */
    begin: (sessionId: string, within: string = sessionId): void => void sessions.set(sessionId, within),
    /** Splits a batch: unrecorded rows go to memory, `recorded` is the rest. `rows` are all, as readers see them. */
    take(batch: Batch): { readonly recorded: Batch; readonly rows: Batch['rows'] } {
      if (sessions.size === 0) return { recorded: batch, rows: batch.rows }
      const mine: RowToWrite[] = []
      const stored: RowToWrite[] = []
      const rows = batch.rows.map((row) => {
        const sessionId = sessions.get(row.packed.sessionId)
        const read = sessionId === undefined ? row : { ...row, packed: { ...row.packed, sessionId } }
        ;(sessionId === undefined ? stored : mine).push(read)
        return read
      })
      if (mine.length === 0) return { recorded: batch, rows }
      keepInMemory({ rows: mine, bodies: batch.bodies, sessions: [] })
      return { recorded: { ...batch, rows: stored, bodies: without(batch.bodies, mine, stored) }, rows }
    },
    close: (): void => store?.database.close(),
  }
}

/** A body goes where its entries go, or to both places. */
function without(bodies: Batch['bodies'], mine: Batch['rows'], rest: Batch['rows']): Batch['bodies'] {
  const stored = new Set(rest.flatMap(({ packed }) => bodyHashes(packed)))
  const gone = new Set(mine.flatMap(({ packed }) => bodyHashes(packed)).filter((hash) => !stored.has(hash)))
  return gone.size === 0 ? bodies : new Map([...bodies].filter(([hash]) => !gone.has(hash)))
}
