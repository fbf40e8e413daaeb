// The record: an append-only list of entries in one SQLite file per data directory. It does not interpret entries: they
// arrive masked and judged. Nothing is pushed: readers poll by cursor, so a slow or stuck one costs nothing.

import type { Entry } from '#shared/record/entry.ts'
import type { MutedRule } from '#shared/record/finding-groups.ts'
import { countOf, cut, type Packed, unpack } from '#shared/record/run.ts'
import { systemClock, type TimeSource } from '../platform/clock.ts'
import { createKeptCheckRuns, type KeptCheckRuns } from './check-runs.ts'
import { textColumn } from './column.ts'
import { type Conversations, createConversations } from './conversations.ts'
import { createDeletion, createSessionList, type Discarding, type SessionList } from './delete-session.ts'
import { createEntryReader, createIndexing, type EntryReader } from './entry-reader.ts'
import { createExchangeReader, type ExchangeReader } from './exchange-reader.ts'
import type { RecordPlace } from './open-database.ts'
import { noticeOf, type RecordStatus } from './problem.ts'
import { createKeptSpans, type KeptSpans } from './read-spans.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import { firstMatch, prepared } from './statements.ts'
import type { Store } from './store.ts'
import { createWalking, type Walking } from './walk.ts'
import { type Appending, openWriting, type Writing } from './writing.ts'

export type { EntryFilter } from './filter.ts'

export type { ExchangeFacts } from './run.ts'
export type { SessionFacts, StoredSession } from './store.ts'

export interface RecordOptions extends RecordPlace {
  readonly clock?: TimeSource
  /** How long an entry may wait for others before a batch is written. */
  readonly flushMs?: number
  readonly flushEntries?: number
  /** Problems of other files in the data directory. */
  readonly notices?: () => readonly string[]
  /** Bound of the memory used while the disk can't be written. */
  readonly memoryBytes?: number
  readonly traceSpans?: number
  readonly mutedRules?: () => readonly MutedRule[]
}

export interface SessionRecord
  extends Appending,
    EntryReader,
    SessionList,
    Walking,
    Omit<Discarding, 'resume'> {
  /** Exchanges, a row each, and findings, as lists with a version to wait for. */
  readonly exchanges: ExchangeReader
  /** Of this record and of records derived from it. */
  readonly mutedRules: () => readonly MutedRule[]
  readonly conversations: Conversations
  readonly tasks: TaskReader
  readonly checkRuns: KeptCheckRuns
  /** Spans by agents, in traces that exchanges name. */
  readonly spans: KeptSpans
  /** The newest visible entry. */
  latest(): number
  status(): RecordStatus
  /** Everything appended so far is readable when this returns. */
  flush(): void
  close(): void
}

/** Of the record in memory while the disk can't be written; later entries are dropped and counted. */
const maxMemoryBytes = 256 * 1024 * 1024
// What is recorded waits this long for more to be written with it.
const maxFlushMs = 16
const noRules: readonly MutedRule[] = []
const defaults = {
  clock: systemClock,
  flushMs: maxFlushMs,
  flushEntries: 1_000,
  memoryBytes: maxMemoryBytes,
  notices: (): readonly string[] => [],
  mutedRules: (): readonly MutedRule[] => noRules,
}

export function openRecord(options: RecordOptions): SessionRecord {
  const { notices, mutedRules, ...whole } = { ...defaults, ...options }
  const writing = openWriting({ ...whole, onWritten: () => indexing.touch() })
  const { keeping, facts, tail, flush, latest } = writing
  const indexing = createIndexing({
    stores: keeping.stores,
    onFailure: writing.onFailure,
  })
  const { forget, ...entries } = createEntryReader(writing, indexing)
  const spans = createKeptSpans(writing, options.traceSpans)
  const exchanges = createExchangeReader(writing, {
    catchUp: indexing.catchUp,
    notice: () => noticeOf(keeping.status(), notices()),
    mutedRules,
  })
  const { resume, ...discarding } = createDeletion(writing, {
    newsFor: (store) => ({
      onHidden() {
        store.conversations.upset()
        facts.changed()
      },
      onGone: (gone) => exchanges.drop(store, gone),
    }),
    onChange() {
      forget()
      tail.forget()
      facts.changed()
      spans.dropped()
    },
  })
  resume()

  return {
    ...writing.appending,
    ...createSessionList(writing),
    ...entries,
    ...createWalking(writing.keptStores, flush),
    ...discarding,
    ...{ exchanges, mutedRules, spans },
    conversations: createConversations(writing, indexing.touch),
    tasks: createTaskReader(writing, indexing.touch),
    checkRuns: createKeptCheckRuns(writing.written),
    ...{ latest, flush, status: () => keeping.status() },
    close() {
      if (writing.isClosed()) return
      writing.close()
      indexing.stop()
    },
  }
}

type TaskReader = ReturnType<typeof createTaskReader>

function createTaskReader({ stores }: Writing, onRead: () => void) {
  return {
    /** Deleted entries are left out. */
    entriesAt(seqs: Iterable<number>): readonly Entry[] {
      onRead()
      const sorted = [...seqs]
      const entries: Entry[] = []
      for (let next = 0; next < sorted.length; ) {
        const first = sorted[next] ?? 0
        const row = rowHolding(stores(), first)
        let end = next + 1
        // Neighbors share a row, which is read as a whole.
        while (row && isIn(row, sorted[end])) end += 1
        if (row) entries.push(...pick(row, sorted.slice(next, end)))
        next = end
      }
      return entries
    },
    exchangesOf(taskId: string): ReadonlySet<string> {
      const sql = `SELECT uid FROM exchange WHERE id IN
        (SELECT exchange FROM entry WHERE task = (SELECT id FROM task WHERE uid = ?))`
      const rows = stores().flatMap((store) => prepared(store, sql).all(taskId))
      return new Set(rows.map((row) => textColumn(row, 'uid')))
    },
  }
}

function isIn(row: Packed, seq: number | undefined): boolean {
  return seq !== undefined && seq >= row.seq && seq < row.seq + countOf(row)
}

function pick(row: Packed, seqs: readonly number[]): readonly Entry[] {
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  const span = cut(row, first, last - first + 1)
  const entries = span ? unpack([span]) : []
  return seqs.flatMap((seq) => entries[seq - first] ?? [])
}

/** The row with an entry. A screenful reads many of them again while a task runs. */
function rowHolding(stores: readonly Store[], seq: number): Packed | undefined {
  const sql = `SELECT ${storedColumns} FROM entry e ${withNames} WHERE e.seq = (SELECT max(seq) FROM entry WHERE seq <= ?) AND e.seq + e.n > ?`
  const row = firstMatch(stores, (store) => prepared(store, sql).get(seq, seq))
  return row && packedOf(row)
}
