// The record: an append-only list of entries in one SQLite file a data directory. It owns sequence numbers, batching and
// durability. It does not look into what it keeps: entries arrive masked and judged. Nobody is pushed to: readers ask by
// cursor, so a slow or stuck one costs nothing, and an entry is shown to no one before it is written.

import type { Body, Entry, NewEntry } from '#shared/record/entry.ts'
import type { MutedRule } from '#shared/record/muted-rules.ts'
import { type FrameRun, unpack } from '#shared/record/run.ts'
import type { Answer } from '#shared/story/known-answers.ts'
import { type KnownRun, knowRun } from '#shared/story/known-answers.ts'
import { type Clock, systemClock } from '../clock.ts'
import { guarded } from '../guarded.ts'
import { createBatching } from './batching.ts'
import { type BodyRange, readBodyRange, sliceOf, toBody } from './body.ts'
import { lacksCallers } from './callers.ts'
import { createChanged } from './changed.ts'
import { createKeptCheckRuns, type KeptCheckRuns } from './check-runs.ts'
import { type Conversations, createConversations } from './conversations.ts'
import { createDiscarding, type Discarding } from './discarding.ts'
import { createExchangeReader, type ExchangeReader } from './exchange-reader.ts'
import { createFacts } from './facts.ts'
import type { EntryFilter } from './filter.ts'
import {
  createFollowing,
  maxEntryPage,
  type PackedAnswer,
  type ReadRequest,
  type ReadUpTo,
} from './following.ts'
import { createIndexing } from './indexing.ts'
import { createKeeping } from './keeping.ts'
import { createKeptSpans, type KeptSpans } from './kept-spans.ts'
import { createOffRecord } from './off-record.ts'
import type { RecordPlace } from './open-database.ts'
import { createPositions } from './positions.ts'
import { noticeOf, type RecordStatus } from './problem.ts'
import type { Told } from './run.ts'
import { type FoundEntries, searchNewest, seqsWith } from './search.ts'
import { createSessionList, type SessionList } from './session-list.ts'
import { createTail } from './tail.ts'
import { createTaskReader, type TaskReader } from './task-rows.ts'
import { createWalking, type Walking } from './walk.ts'

export type { EntryFilter } from './filter.ts'

export type { Told } from './run.ts'
export type { SessionFacts, StoredSession } from './store.ts'

export interface RecordOptions extends RecordPlace {
  readonly clock?: Clock
  /** How long an entry may wait for company before it is written. */
  readonly flushMs?: number
  readonly flushEntries?: number
  /** What is wrong with the files beside it. */
  readonly notices?: () => readonly string[]
  /** What may be held in memory while the disk cannot be written. */
  readonly memoryBytes?: number
  readonly mutedRules?: () => readonly MutedRule[]
}

interface ReadAnswer extends ReadUpTo {
  readonly entries: readonly Entry[]
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

export interface SessionRecord extends SessionList, Walking {
  append(entry: NewEntry, facts?: AppendFacts): Entry
  /** The same for frames that came together. */
  appendRun(run: Omit<FrameRun, 'seq'>, facts?: RunFacts): void
  /** Turns bytes into the body of an entry about to be appended; long ones are written apart with it. */
  keep(bytes: Uint8Array, seenBytes?: number): Body
  /** Keeps bytes apart under their hash, for entries about to be appended that name it. */
  keepApart(hash: string, bytes: Uint8Array): void
  read(request: ReadRequest): Promise<ReadAnswer>
  /** The same for a reader far away: runs are left as they are. */
  readPacked(request: ReadRequest): Promise<PackedAnswer>
  page(request: { filter?: EntryFilter; offset: number; limit: number }): Promise<readonly Entry[]>
  count(filter?: EntryFilter): Promise<number>
  /** Entries that have these words, the newest first. */
  search(text: string, skip: number, limit: number): Promise<FoundEntries>
  /** The entries around a task that hold these words, the first ones. */
  seqsWith(taskId: string, text: string): Promise<readonly number[]>
  /** The same as lists that are followed: an exchange a line, and what is wrong. */
  readonly exchanges: ExchangeReader
  /** Of this one and of those that are made of it. */
  readonly mutedRules: () => readonly MutedRule[]
  /** What facts tell of belongs together. */
  readonly conversations: Conversations
  readonly tasks: TaskReader
  readonly checkRuns: KeptCheckRuns
  /** What agents say of their work, by the traces that exchanges name. */
  readonly spans: KeptSpans
  /** The newest entry any reader may see. */
  latest(): number
  body(handle: string, range?: { offset?: number; length?: number }): BodyRange | undefined
  /** In slices; resolves when nothing of it is left on the disk. What an end of Parley interrupts goes on at the next start. */
  readonly deleteSession: Discarding['discard']
  readonly cancelDeletion: Discarding['cancel']
  readonly discarded: Discarding['discarded']
  /** Grows when a session is being deleted, and when it is gone: what was made of its entries is worth nothing then. */
  deletions(): number
  /** Makes the file as small as it can be, in slices. What was done stays done when it is broken off. */
  readonly compact: Discarding['compact']
  status(): RecordStatus
  /** Everything appended so far is readable when this returns. */
  flush(): void
  close(): void
}

/** Of the record where it cannot be kept on the disk and lies in memory; what comes then is dropped and counted. */
const maxMemoryBytes = 256 * 1024 * 1024
const noRules: readonly MutedRule[] = []
const defaults = {
  flushMs: 16,
  flushEntries: 1_000,
  memoryBytes: maxMemoryBytes,
  notices: (): readonly string[] => [],
  mutedRules: (): readonly MutedRule[] => noRules,
}
/** Of a body handed out in one answer; the reader asks for the next. */
const maxBodyRangeBytes = 64 * 1024 * 1024
/** Entries a search of a timeline goes through, the oldest; the console's filter goes through all. */
const maxFoundEntries = 100_000
const retryMs = 2_000

export function openRecord(options: RecordOptions): SessionRecord {
  const { flushMs, flushEntries, memoryBytes, notices, mutedRules } = { ...defaults, ...options }
  const clock = options.clock ?? systemClock
  const keeping = createKeeping({ ...options, memoryBytes })
  const offRecord = createOffRecord()
  const stores = () => (closed ? [] : [...keeping.stores(), ...offRecord.stores()])
  const changed = createChanged()
  const positions = createPositions()
  const tail = createTail()
  let latest = Math.max(0, ...keeping.stores().map((store) => store.lastSeq()))
  let lastSeq = latest
  let dropped = 0
  let retryTimer: NodeJS.Timeout | undefined
  let deletions = 0
  let closed = false

  const facts = createFacts({ stores })

  const batching = createBatching({
    clock,
    flushMs,
    flushEntries,
    lose: keeping.lose,
    write(appended) {
      const { kept, rows } = offRecord.take(facts.told(appended))
      keeping.write(kept)
      const status = keeping.status()
      if (status.droppedEntries > dropped) tail.forget()
      else tail.push(rows)
      dropped = status.droppedEntries
      latest = lastSeq
      if (status.keeping === 'memory') retryLater()
      changed.wake(rows)
      indexing.touch()
    },
  })
  const onFailure = (error: unknown) => {
    keeping.reportFailure(error)
    changed.wake()
    retryLater()
  }
  const spans = createKeptSpans({ stores, keeping, offRecord, flush: batching.flush, changed, onFailure })
  const indexing = createIndexing({
    stores: keeping.stores,
    remake(store) {
      const before = facts.version()
      const done = facts.remake(store)
      if (facts.version() !== before) changed.wake()
      return exchanges.fillCallers(store) && done
    },
    onFailure,
  })

  const retryLater = () => {
    if (retryTimer !== undefined || closed) return
    const retry = () => {
      retryTimer = undefined
      if (!keeping.recover()) retryLater()
      changed.wake()
    }
    const again = () => {
      retryTimer = undefined
      retryLater()
    }
    retryTimer = setTimeout(guarded('record retry', retry, again), retryMs)
    retryTimer.unref()
  }

  const exchanges = createExchangeReader({
    stores,
    keptStores: keeping.stores,
    flush: batching.flush,
    catchUp: indexing.catchUp,
    changed,
    latest: () => latest,
    notice: () => noticeOf(keeping.status(), notices()),
    mutedRules,
  })

  /** What was appended so far is in them. */
  const written = () => {
    batching.flush()
    return stores()
  }
  const readPacked = createFollowing({
    clock,
    stores,
    tail,
    changed,
    latest: () => latest,
    closed: () => closed,
    onRead: indexing.touch,
  })
  const reading = { stores, tail, onRead: indexing.touch }

  /** What was made of its entries is worth nothing when it begins, nor is what was made meanwhile when it has ended. */
  const onDeletion = () => {
    deletions++
    positions.forget()
    tail.forget()
    facts.changed()
    spans.dropped()
  }
  const discarding = createDiscarding({
    stores: keeping.stores,
    isClosed: () => closed,
    onBegun: onDeletion,
    newsFor: (store) => ({
      onHidden() {
        store.conversations.upset()
        facts.changed()
      },
      onGone: (gone) => exchanges.drop(store, gone),
    }),
    onGone: onDeletion,
  })
  discarding.resume()

  if (keeping.status().problem !== undefined) retryLater()
  if (facts.progress() < 1 || keeping.stores().some(lacksCallers)) indexing.touch()

  return {
    ...createSessionList({ stores: keeping.stores, offRecord, batching, clock }),

    append(entry, facts) {
      lastSeq += 1
      const appended = { ...entry, seq: lastSeq } as Entry
      batching.add({ ...facts, entry: appended })
      return appended
    },

    appendRun(run, facts) {
      const seq = lastSeq + 1
      lastSeq += run.count
      const packed = { ...run, seq }
      if (facts?.known) knowRun(packed, facts.known)
      batching.addRun({ packed, taskId: facts?.taskId })
    },

    keep(bytes, seenBytes) {
      const kept = toBody(bytes, seenBytes)
      if (kept.apart !== undefined && kept.body.hash !== undefined) {
        batching.addBody(kept.body.hash, kept.apart)
      }
      return kept.body
    },
    keepApart: batching.addBody,

    async read(request) {
      const { packed, ...rest } = await readPacked(request)
      return { entries: unpack(packed), ...rest }
    },
    readPacked,

    async page({ filter, offset, limit }) {
      batching.flush()
      const found: Entry[] = []
      let skip = Math.max(0, offset)
      const wanted = Math.max(1, Math.min(limit, maxEntryPage))
      for (const store of stores()) {
        found.push(...positions.page(store, filter, skip, wanted - found.length))
        if (found.length >= wanted) break
        skip = found.length > 0 ? 0 : Math.max(0, skip - store.count(filter))
      }
      return found
    },

    async count(filter) {
      batching.flush()
      return stores().reduce((sum, store) => sum + store.count(filter), 0)
    },

    async search(text, skip, limit) {
      batching.flush()
      await indexing.catchUp()
      return searchNewest(keeping.stores(), text, skip, limit)
    },
    async seqsWith(taskId, text) {
      batching.flush()
      await indexing.catchUp()
      return seqsWith(keeping.stores(), taskId, text, maxFoundEntries)
    },

    ...{ exchanges, mutedRules },
    conversations: createConversations({ stores: written, tail, ...facts, onRead: indexing.touch }),
    tasks: createTaskReader(reading),
    ...{ checkRuns: createKeptCheckRuns(written), spans },
    ...createWalking({ stores: keeping.stores, flush: batching.flush }),
    latest: () => latest,

    body(handle, range) {
      const offset = Math.max(0, range?.offset ?? 0)
      const length = Math.max(0, Math.min(range?.length ?? maxBodyRangeBytes, maxBodyRangeBytes))
      const pending = batching.pendingBody(handle)
      if (pending !== undefined) return sliceOf(pending, offset, length)
      for (const store of stores()) {
        const found = readBodyRange(store, handle, offset, length)
        if (found !== undefined) return found
      }
      return undefined
    },

    deletions: () => deletions,

    deleteSession(sessionId) {
      batching.flush()
      return discarding.discard(sessionId)
    },
    cancelDeletion: discarding.cancel,
    discarded: discarding.discarded,
    compact(...on) {
      batching.flush()
      return discarding.compact(...on)
    },

    status: () => keeping.status(),
    flush: batching.flush,

    close() {
      if (closed) return
      batching.stop()
      indexing.stop()
      closed = true
      clearTimeout(retryTimer)
      keeping.recover()
      changed.wake()
      keeping.close()
      offRecord.close()
    },
  }
}
