// Sessions on their way out, and a file that is made smaller: one of these at a time, in slices between which everything else gets its
// turn. A discarded session is marked in the file first, so that it is gone for all readers at once and goes on going after a restart.

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
  /** How much of it is deleted, from 0 to 1. */
  readonly part: number
  /** Of its calls there are some of which nothing is deleted. */
  readonly isLeft: boolean
}

interface DiscardingDeps {
  readonly newsFor: (store: Store) => DeletionNews
  /** What was made of its entries is worth nothing when it begins, nor is what was made meanwhile when it has ended. */
  readonly onChange: () => void
}

/** A disk that refused something may have room later. */
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
    /** Grows when a session is being deleted, and when it is gone: what was made of its entries is worth nothing then. */
    deletions: (): number => deletions,
    /**
     * In slices; resolves when nothing of it is left on the disk, or, with false, when what was left is a session again. What an end of
     * Parley interrupts goes on at the next start.
     */
    deleteSession(sessionId: string): Promise<boolean> {
      hide(sessionId)
      return begin(sessionId)
    },
    /** Marks it as one that is being deleted, and deletes nothing of it yet; an end of Parley does, at the next start. */
    hideSession: hide,
    /** A session that was hidden is one again, and all of it is there. */
    showSession(sessionId: string) {
      for (const { database } of stores()) database.prepare(unmark).run(sessionId)
      changed()
    },
    /** What is left is to be a session again. False where nothing is, or it was never one. */
    cancelDeletion(sessionId: string): boolean {
      if (!parts.has(sessionId)) return false
      const canceled = stores().map(({ database }) => database.prepare(markCanceled).run(sessionId).changes)
      changed()
      return canceled.some((changes) => Number(changes) > 0)
    },
    /** Those that are being deleted, or wait for it. */
    discarded(): readonly DiscardedSession[] {
      const rows = new Map(marked().map((row) => [row.sessionId, row]))
      return [...parts].flatMap(([sessionId, part]) => {
        const row = rows.get(sessionId)
        const isLeft = stores().some(({ database }) => database.prepare(left).get(sessionId) !== undefined)
        return row ? [{ row, part, isLeft }] : []
      })
    },
    /** What was begun before the last end is ended now. */
    resume() {
      for (const sessionId of new Set(marked().map((row) => row.sessionId))) {
        begin(sessionId).catch(() => undefined)
      }
    },
    /** Makes the file as small as it can be, in slices. What was done stays done when it is broken off. */
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

/** Undefined when it was broken off. */
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

// A draft stays one: half of a session is nobody's to keep.
const mark = `UPDATE session SET facts = json_insert(facts, '$.discarded', json('true')) WHERE uid = ?`
const unmark = `UPDATE session SET facts = json_remove(facts, '$.discarded') WHERE uid = ?`
const markCanceled = `UPDATE session SET facts = json_set(facts, '$.canceled', json('true'))
  WHERE uid = ? AND json_type(facts, '$.discarded') = 'true' AND EXISTS (SELECT 1 FROM summary WHERE session = session.id)`
const left = 'SELECT 1 FROM summary WHERE session = (SELECT id FROM session WHERE uid = ?) LIMIT 1'

// The sessions of a record: made, named, measured. Their entries are the record's business.

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
  /** Where a session lies in two stores, the later one has the newest word on it. */
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
    /** What is not kept, when all of it is there, is deleted: at the latest after the next start. Until then nobody is shown it. */
    createDraft: (title: string, facts: SessionFacts, createdAt: number): StoredSession =>
      write(begun(title, { ...facts, discarded: 'draft' }, createdAt)),
    keepDraft(sessionId: string) {
      flush()
      for (const { database } of stores()) database.prepare(unmark).run(sessionId)
    },
    /** A session whose entries can be read while the engine runs and are never written to a file: as those of `within`, where one is named. */
    createUnkept(within?: string): StoredSession {
      const row = begun('')
      offRecord.begin(row.sessionId, within)
      return row
    },
    /** Of its entries on the disk the newest. */
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
    /** Those in which something happened. */
    sessionIdsInUse(): ReadonlySet<string> {
      flush()
      return new Set(stores().flatMap(sessionIdsInUse))
    },
    /** A slice more of what is to be counted is, each time they are requested. */
    figures(sessionId: string): SessionFigures | undefined {
      flush()
      countSome(stores(), sessionId)
      return sessionFigures(stores(), sessionId)
    },
    /** All of it is counted when this resolves. */
    async counted(sessionId: string): Promise<void> {
      const breathe = createSlices()
      while (countSome(stores(), sessionId)) await breathe()
    },
  }
}
