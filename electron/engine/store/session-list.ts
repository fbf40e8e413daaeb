// The sessions of a record: made, named, measured. Their entries are the record's business.

import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Batching } from './batching.ts'
import { type Figures, figuresOf, sessionIdsInUse } from './figures.ts'
import type { OffRecord } from './off-record.ts'
import type { SessionFacts, SessionRow, Store } from './store.ts'

export interface SessionChanges {
  readonly title?: string
  readonly facts?: SessionFacts
}

export interface SessionList {
  createSession(title: string, facts?: SessionFacts, createdAt?: number): SessionRow
  /** A session whose entries can be read while the engine runs and are never written to a file. */
  createUnkept(): SessionRow
  editSession(sessionId: string, changes: SessionChanges): SessionRow | undefined
  session(sessionId: string): SessionRow | undefined
  sessions(): readonly SessionRow[]
  /** Those in which something happened. */
  sessionIdsInUse(): ReadonlySet<string>
  figures(sessionId: string): Figures | undefined
}

export interface SessionListDeps {
  /** Where kept sessions lie. */
  readonly stores: () => readonly Store[]
  readonly offRecord: OffRecord
  readonly batching: Batching
  readonly clock: Clock
}

export function createSessionList({ stores, offRecord, batching, clock }: SessionListDeps): SessionList {
  const write = (row: SessionRow): SessionRow => {
    batching.addSession(row)
    batching.flush()
    return row
  }
  const begun = (title: string, facts?: SessionFacts, createdAt = clock.wallMs()): SessionRow => ({
    sessionId: randomUUID(),
    title,
    createdAt,
    ...(facts && { facts }),
  })
  /** Where a session lies in two stores, the later one has the newest word on it. */
  const find = (sessionId: string): SessionRow | undefined => {
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
      return figuresOf(stores(), sessionId)
    },
  }
}
