// The sessions of a record: made, named, measured. Their entries are the record's business.

import { randomUUID } from 'node:crypto'
import { defined } from '#shared/defined.ts'
import type { Entry } from '#shared/record/entry.ts'
import { unpack } from '#shared/record/run.ts'
import { createSlices } from '../slices.ts'
import { unmark } from './discarding.ts'
import { countSome, type SessionFigures, sessionFigures, sessionIdsInUse } from './figures.ts'
import { prepared } from './prepared.ts'
import { packedOf, storedColumns, withNames } from './row.ts'
import { sessionNumber } from './session-number.ts'
import type { SessionFacts, Store, StoredSession } from './store.ts'
import type { Writing } from './writing.ts'

interface SessionChanges {
  readonly title?: string
  readonly facts?: SessionFacts
}

const lastRow = `SELECT ${storedColumns} FROM entry e ${withNames} WHERE e.session = ? ORDER BY e.seq DESC LIMIT 1`

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
    /** A slice more of what is to be counted is, each time they are asked for. */
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
