// The sessions of a record: made, named, measured. Their entries are the record's business.

import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Batching } from './batching.ts'
import { type SessionFigures, sessionFigures, sessionIdsInUse } from './figures.ts'
import type { OffRecord } from './off-record.ts'
import type { SessionFacts, Store, StoredSession } from './store.ts'

export interface SessionChanges {
  readonly title?: string
  readonly facts?: SessionFacts
}

export interface SessionList {
  createSession(title: string, facts?: SessionFacts, createdAt?: number): StoredSession
  /** A session whose entries can be read while the engine runs and are never written to a file. */
  createUnkept(): StoredSession
  editSession(sessionId: string, changes: SessionChanges): StoredSession | undefined
  session(sessionId: string): StoredSession | undefined
  sessions(): readonly StoredSession[]
  /** Those in which something happened. */
  sessionIdsInUse(): ReadonlySet<string>
  figures(sessionId: string): SessionFigures | undefined
}

export interface SessionListDeps {
  /** Where kept sessions lie. */
  readonly stores: () => readonly Store[]
  readonly offRecord: OffRecord
  readonly batching: Batching
  readonly clock: Clock
}

export function createSessionList({ stores, offRecord, batching, clock }: SessionListDeps): SessionList {
  const write = (row: StoredSession): StoredSession => {
    batching.addSession(row)
    batching.flush()
    return row
  }
  const begun = (title: string, facts?: SessionFacts, createdAt = clock.wallMs()): StoredSession => ({
    sessionId: randomUUID(),
    title,
    createdAt,
    ...(facts && { facts }),
  })
  /** Where a session lies in two stores, the later one has the newest word on it. */
  const find = (sessionId: string): StoredSession | undefined => {
    batching.flush()
    return stores()
      .map((store) => store.session(sessionId))
      .findLast((row) => row !== undefined)
  }

  return {
    createSession: (title, facts, createdAt) => write(begun(title, facts, createdAt)),
    createUnkept() {
      const row = begun('')
      offRecord.begin(row.sessionId)
      return row
    },
    editSession(sessionId, { title, facts }) {
      const row = find(sessionId)
      if (row === undefined) return undefined
      return write({ ...row, ...(title !== undefined && { title }), ...(facts && { facts }) })
    },
    session: find,
    sessions() {
      batching.flush()
      const all = stores().flatMap((store) => store.sessions())
      return [...new Map(all.map((row) => [row.sessionId, row])).values()]
    },
    sessionIdsInUse() {
      batching.flush()
      return new Set(stores().flatMap(sessionIdsInUse))
    },
    figures(sessionId) {
      batching.flush()
      return sessionFigures(stores(), sessionId)
    },
  }
}
