// Deletes sessions and compacts the file, one at a time, in slices that let other work run in between. A session is
// first marked in the file, so that all readers lose it at once and its deletion continues after a restart.

import { randomUUID } from 'node:crypto'
import { defined } from '#shared/defined.ts'
import type { Entry } from '#shared/record/entry.ts'
import { unpack } from '#shared/record/run.ts'
import { createSlices } from '../platform/async.ts'
import { guarded } from '../platform/guarded.ts'
import { createTurns } from '../platform/queue.ts'
import { countSome, type SessionFigures, sessionFigures, sessionIdsInUse } from './figures.ts'
import { compactionOf, type DeletionNews, deletionOf, type Slices } from './retention.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import { prepared, sessionNumber } from './statements.ts'
import type { SessionFacts, Store, StoredSession } from './store.ts'
import type { Writing } from './writing.ts'

const lastRow = `SELECT ${storedColumns} FROM entry e ${withNames} WHERE e.session = ? ORDER BY e.seq DESC LIMIT 1`

interface DiscardedSession {
  readonly row: StoredSession
  /** The deleted share, from 0 to 1. */
  readonly part: number
  /** Some of its exchanges are still complete. */
  readonly isLeft: boolean
}

interface DiscardingDeps {
  readonly newsFor: (store: Store) => DeletionNews
  /** Called when a deletion starts and when it ends: whatever was derived from the entries, also meanwhile, is invalid. */
  readonly onChange: () => void
}

/** Delay of a retry, as a full disk may have room later. */
const againMs = 5_000

export type Discarding = ReturnType<typeof createDeletion>

export function createDeletion(
  { keptStores: stores, flush, isClosed }: Writing,
  { newsFor, onChange }: DiscardingDeps,
) {
  let deletions = 0
  const changed = () => {
    deletions += 1
    onChange()
  }
  const parts = new Map<string, number>()
  const inTurn = createTurns()

  const deleteAll = async (sessionId: string): Promise<boolean> => {
    const all = stores()
    let isGone = true
    for (const [place, store] of all.entries()) {
      if (isClosed()) return false
      const slices = deletionOf(store, sessionId, newsFor(store))
      const isDone = await inSlices(
        slices,
        (part) => parts.set(sessionId, (place + part) / all.length),
        isClosed,
      )
      isGone &&= isDone ?? false
    }
    if (isClosed()) return false
    parts.delete(sessionId)
    changed()
    return isGone
  }
  const begin = (sessionId: string): Promise<boolean> => {
    parts.set(sessionId, 0)
    return inTurn(() => deleteAll(sessionId)).catch((error: unknown) => {
      const retry = guarded('deleting a session', () => (isClosed() ? undefined : begin(sessionId)))
      setTimeout(retry, againMs).unref()
      throw error
    })
  }
  const hide = (sessionId: string) => {
    flush()
    for (const { database } of stores()) database.prepare(mark).run(sessionId)
    changed()
  }
  const marked = () => stores().flatMap((store) => store.sessions().filter(({ facts }) => facts?.discarded))

  return {
    /** Increases when a deletion starts and when it ends; values derived from entries before are invalid. */
    deletions: (): number => deletions,
    /**
     * Deletes in slices. Resolves with true when all of it is off the disk, with false when a cancel made the rest a
     * session again. A deletion that was interrupted by the end of Parley continues at the next start.
     */
    deleteSession(sessionId: string): Promise<boolean> {
      hide(sessionId)
      return begin(sessionId)
    },
    /** Marks the session as deleted without deleting any of it; the next start of Parley does. */
    hideSession: hide,
    showSession(sessionId: string) {
      for (const { database } of stores()) database.prepare(unmark).run(sessionId)
      changed()
    },
    /** Makes the rest a session again. False where nothing is left, and for a draft. */
    cancelDeletion(sessionId: string): boolean {
      if (!parts.has(sessionId)) return false
      const canceled = stores().map(({ database }) => database.prepare(markCanceled).run(sessionId).changes)
      changed()
      return canceled.some((changes) => Number(changes) > 0)
    },
    /** Sessions whose deletion is running or pending. */
    discarded(): readonly DiscardedSession[] {
      const rows = new Map(marked().map((row) => [row.sessionId, row]))
      return [...parts].flatMap(([sessionId, part]) => {
        const row = rows.get(sessionId)
        const isLeft = stores().some(
          ({ database }) => database.prepare(summaryOf).get(sessionId) !== undefined,
        )
        return row ? [{ row, part, isLeft }] : []
      })
    },
    /** Continues the deletions that the last end of Parley interrupted. */
    resume() {
      for (const sessionId of new Set(marked().map((row) => row.sessionId))) {
        begin(sessionId).catch(() => undefined)
      }
    },
    /** Makes the file as small as possible, in slices. An abort keeps the progress. */
    compact(onPart: (part: number) => void, signal?: AbortSignal): Promise<void> {
      flush()
      const isBrokenOff = () => isClosed() || signal?.aborted === true
      return inTurn(async () => {
        const all = stores()
        for (const [place, store] of all.entries()) {
          await inSlices(compactionOf(store), (part) => onPart((place + part) / all.length), isBrokenOff)
        }
      })
    },
  }
}

/** Undefined when it was aborted. */
async function inSlices<T>(
  slices: Slices<T>,
  onPart: (part: number) => void,
  isBrokenOff: () => boolean,
): Promise<T | undefined> {
  const breathe = createSlices()
  for (;;) {
    const next = slices.next()
    if (next.done) return next.value
    onPart(next.value)
    await breathe()
    if (isBrokenOff()) return undefined
  }
}

// A draft can't be restored: it is an incomplete session.
const mark = `UPDATE session SET facts = json_insert(facts, '$.discarded', json('true')) WHERE uid = ?`
const unmark = `UPDATE session SET facts = json_remove(facts, '$.discarded') WHERE uid = ?`
const markCanceled = `UPDATE session SET facts = json_set(facts, '$.canceled', json('true'))
  WHERE uid = ? AND json_type(facts, '$.discarded') = 'true' AND EXISTS (SELECT 1 FROM summary WHERE session = session.id)`
const summaryOf = 'SELECT 1 FROM summary WHERE session = (SELECT id FROM session WHERE uid = ?) LIMIT 1'

// Sessions of a record: created, named, measured. Their entries are elsewhere.

interface SessionChanges {
  readonly title?: string
  readonly facts?: SessionFacts
}

function lastEntryIn(store: Store, sessionId: string): Entry | undefined {
  const id = sessionNumber(store, sessionId)
  const row = id === undefined ? undefined : prepared(store, lastRow).get(id)
  return row && unpack([packedOf(row)]).at(-1)
}

export type SessionList = ReturnType<typeof createSessionList>

export function createSessionList(writing: Writing) {
  const { keptStores: stores, offRecord, addSession, flush, clock } = writing
  const write = (row: StoredSession): StoredSession => {
    addSession(row)
    flush()
    return row
  }
  const begun = (title: string, facts?: SessionFacts, createdAt = clock.wallMs()): StoredSession => ({
    sessionId: randomUUID(),
    title,
    createdAt,
    ...defined({ facts }),
  })
  /** Of a session in two stores, the later one has the newest facts. */
  const find = (sessionId: string): StoredSession | undefined => {
    flush()
    const row = stores()
      .map((store) => store.session(sessionId))
      .findLast((row) => row !== undefined)
    return row?.facts?.discarded ? undefined : row
  }

  return {
    createSession: (title: string, facts?: SessionFacts, createdAt?: number): StoredSession =>
      write(begun(title, facts, createdAt)),
    /** A session that no list shows until `keepDraft` is called; otherwise it is deleted, at the latest after the next start. */
    createDraft: (title: string, facts: SessionFacts, createdAt: number): StoredSession =>
      write(begun(title, { ...facts, discarded: 'draft' }, createdAt)),
    keepDraft(sessionId: string) {
      flush()
      for (const { database } of stores()) database.prepare(unmark).run(sessionId)
    },
    /** A session in memory alone: readable while the engine runs, like the entries of `within`, and never written to a file. */
    createUnkept(within?: string): StoredSession {
      const row = begun('')
      offRecord.begin(row.sessionId, within)
      return row
    },
    /** The newest of its entries on disk. */
    lastEntry(sessionId: string): Entry | undefined {
      flush()
      return stores()
        .flatMap((store) => lastEntryIn(store, sessionId) ?? [])
        .at(-1)
    },
    editSession(sessionId: string, { title, facts }: SessionChanges): StoredSession | undefined {
      const row = find(sessionId)
      if (row === undefined) return undefined
      return write({ ...row, ...defined({ title, facts }) })
    },
    session: find,
    sessions(): readonly StoredSession[] {
      flush()
      const all = stores().flatMap((store) => store.sessions())
      const newest = new Map(all.map((row) => [row.sessionId, row]))
      return [...newest.values()].filter(({ facts }) => !facts?.discarded)
    },
    sessionIdsInUse(): ReadonlySet<string> {
      flush()
      return new Set(stores().flatMap(sessionIdsInUse))
    },
    /** Each request counts one more slice of rows not counted yet. */
    figures(sessionId: string): SessionFigures | undefined {
      flush()
      countSome(stores(), sessionId)
      return sessionFigures(stores(), sessionId)
    },
    /** Resolves when all is counted. */
    async counted(sessionId: string): Promise<void> {
      const breathe = createSlices()
      while (countSome(stores(), sessionId)) await breathe()
    },
  }
}
