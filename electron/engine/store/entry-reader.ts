import { createBoundedCache } from '#shared/collections/lru-cache.ts'
import { memoByObject } from '#shared/collections/memo.ts'
import type { Entry } from '#shared/record/entry.ts'
import { countOf, cut, type Packed, unpack } from '#shared/record/run.ts'
import { guarded } from '../platform/guarded.ts'
import { type EntryFilter, toClause } from './filter.ts'
import { type FoundEntries, indexSome, searchNewest, seqsWith } from './search.ts'
import type { Store } from './store.ts'
import { matches } from './tail.ts'
import type { Writing } from './writing.ts'

const quietMs = 400
const leastRestMs = 5

const step = 500
/** Cached filters at least; at most twice as many. */
const rememberedFilters = 16

export interface ReadRequest {
  /** The cursor: `next` of the previous response, or 0. */
  readonly after: number
  readonly limit?: number
  /** Time-out of the wait for an entry. */
  readonly waitMs?: number
  readonly filter?: EntryFilter
  readonly signal?: AbortSignal
}

interface ReadUpTo {
  readonly next: number
  /** The newest visible entry. */
  readonly latest: number
}

interface PackedAnswer extends ReadUpTo {
  readonly packed: readonly Packed[]
}

interface ReadAnswer extends ReadUpTo {
  readonly entries: readonly Entry[]
}

// Entries of one response; the reader requests the next.
const maxEntryPage = 5_000
/** The oldest entries that a search of a timeline scans; the console's filter scans all. */
const maxFoundEntries = 100_000

export type EntryReader = Omit<ReturnType<typeof createEntryReader>, 'forget'>

interface EntryPage {
  readonly filter?: EntryFilter
  readonly offset: number
  readonly limit: number
}

export function createEntryReader(writing: Writing, indexing: Indexing) {
  const { stores, keptStores, flush, written } = writing
  const positions = createPositions()
  const readPacked = createFollowing(writing, indexing.touch)
  const indexed = async () => {
    flush()
    await indexing.catchUp()
    return keptStores()
  }
  return {
    async read(request: ReadRequest): Promise<ReadAnswer> {
      const { packed, ...rest } = await readPacked(request)
      return { entries: unpack(packed), ...rest }
    },
    /** The same for a remote reader: runs stay packed. */
    readPacked,
    async page({ filter, offset, limit }: EntryPage): Promise<readonly Entry[]> {
      flush()
      const entries: Entry[] = []
      let skip = Math.max(0, offset)
      const pageSize = Math.max(1, Math.min(limit, maxEntryPage))
      for (const store of stores()) {
        entries.push(...positions.page(store, filter, skip, pageSize - entries.length))
        if (entries.length >= pageSize) break
        skip = entries.length > 0 ? 0 : Math.max(0, skip - store.count(filter))
      }
      return entries
    },
    async count(filter?: EntryFilter): Promise<number> {
      return written().reduce((sum, store) => sum + store.count(filter), 0)
    },
    async search(text: string, skip: number, limit: number): Promise<FoundEntries> {
      return searchNewest(await indexed(), text, skip, limit)
    },
    /** Entries around a task with these words, oldest first. */
    async seqsWith(taskId: string, text: string): Promise<readonly number[]> {
      return seqsWith(await indexed(), taskId, text, maxFoundEntries)
    },
    /** A deletion moves all positions. */
    forget: positions.forget,
  }
}

/** Responds at once if there are entries, else on a write or on the time-out. */
function createFollowing(
  { clock, stores, tail, changed, latest, isClosed }: Writing,
  onRead: () => void,
): (request: ReadRequest) => Promise<PackedAnswer> {
  const select = (after: number, limit: number, filter: EntryFilter | undefined): readonly Packed[] => {
    const near = tail.read(after, limit, filter)
    if (near !== undefined) return near
    const clause = toClause(filter)
    const results = stores().flatMap((store) => store.selectPacked({ clause, after, limit }))
    return firstOf(
      results.toSorted((a, b) => a.seq - b.seq),
      limit,
    )
  }

  return async ({ after, limit = 500, waitMs = 0, filter, signal }) => {
    const size = Math.max(1, Math.min(limit, maxEntryPage))
    const deadlineMs = clock.monoMs() + waitMs
    let cursor = Math.max(0, after)
    for (;;) {
      const newest = latest()
      if (isClosed() || signal?.aborted) return { packed: [], next: cursor, latest: newest }
      const packed = cursor < newest ? select(cursor, size, filter) : []
      const last = packed.at(-1)
      if (last !== undefined) {
        onRead()
        const next = countIn(packed) === size ? last.seq + countOf(last) - 1 : newest
        return { packed, next, latest: newest }
      }
      cursor = Math.max(cursor, newest)
      const leftMs = deadlineMs - clock.monoMs()
      if (leftMs <= 0) return { packed: [], next: cursor, latest: newest }
      await changed.wait(leftMs, signal, (written) => {
        const isNews = written.some(({ packed }) => matches(packed, filter))
        // Every entry up to here was checked.
        if (!isNews) cursor = Math.max(cursor, latest())
        return isNews
      })
    }
  }
}

function firstOf(packed: readonly Packed[], limit: number): readonly Packed[] {
  let left = limit
  return packed.flatMap((each) => {
    const part = cut(each, each.seq, left)
    if (part !== undefined) left -= countOf(part)
    return part ?? []
  })
}

function countIn(packed: readonly Packed[]): number {
  return packed.reduce((sum, each) => sum + countOf(each), 0)
}

// Finds the entry at a position of a filtered list without counting from the start: every few hundredth position is
// cached per filter, and the cache grows with the record.

interface Places {
  /** The first match after entry number `anchors[k]` has position `k * step`. */
  readonly anchors: number[]
  seen: number
  upTo: number
}

function createPositions() {
  const begin = () => memoByObject(() => createBoundedCache<string, Places>(rememberedFilters))
  let cursor = begin()

  const placesOf = (store: Store, filter: EntryFilter | undefined): Places => {
    const filters = cursor(store)
    const key = JSON.stringify(filter ?? {})
    const places = filters.get(key) ?? { anchors: [0], seen: 0, upTo: 0 }
    filters.set(key, places)
    return places
  }

  return {
    page(store: Store, filter: EntryFilter | undefined, offset: number, limit: number): readonly Entry[] {
      const clause = toClause(filter)
      if (clause.where === '') {
        const first = store.firstOfUnbroken()
        if (first !== undefined) return store.select({ clause, after: first - 1 + offset, limit })
      }
      const places = placesOf(store, filter)
      extend(places, store.spans(clause, places.upTo))
      const anchor = Math.min(Math.floor(offset / step), places.anchors.length - 1)
      const skip = offset - anchor * step
      const after = places.anchors[anchor] ?? 0
      return store.select({ clause, after, limit: skip + limit }).slice(skip)
    },
    /** A deletion moves all positions. */
    forget() {
      cursor = begin()
    },
  }
}

function extend(places: Places, spans: Iterable<{ readonly seq: number; readonly n: number }>): void {
  for (const { seq, n } of spans) {
    while (places.anchors.length * step < places.seen + n) {
      places.anchors.push(seq - 1 + places.anchors.length * step - places.seen)
    }
    places.seen += n
    places.upTo = seq
  }
}

// When to index text: when the record has been quiet for a while, and before a search. Never during a stream.

type Indexing = ReturnType<typeof createIndexing>

export function createIndexing(options: {
  readonly stores: () => readonly Store[]
  readonly onFailure: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** One chunk of every store; true when all is done, or nothing can be done now. */
  const indexNext = (): boolean => {
    if (stopped) return true
    try {
      const done = options.stores().every(indexSome)
      // Checkpoints the write-ahead log while the record is idle.
      if (done) for (const { database } of options.stores()) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      return done
    } catch (error) {
      options.onFailure(error)
      return true
    }
  }
  const later = (milliseconds: number) => {
    clearTimeout(timer)
    if (stopped) return
    const index = () => {
      const began = performance.now()
      // Works half of the time at most, so that requests need not wait for a sequence of steps.
      const done = indexNext()
      if (!done) later(Math.max(leastRestMs, performance.now() - began))
    }
    timer = setTimeout(guarded('record indexing', index), milliseconds)
    timer.unref()
  }

  return {
    /** Called on writes and reads: indexing starts once there have been none for a while. */
    touch: (): void => later(quietMs),
    /** Resolves when everything written so far is searchable. */
    async catchUp(): Promise<void> {
      while (!indexNext()) await new Promise((resolve) => setImmediate(resolve))
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
