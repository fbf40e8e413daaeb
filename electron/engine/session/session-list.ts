// The sessions of a record: made, named, measured. Their entries are the record's business.

import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Batching } from './batching.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { OffRecord } from './off-record.ts'
import { type SessionSize, sessionSize } from './retention.ts'
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
  sessionSize(sessionId: string): SessionSize
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
    sessionSize(sessionId) {
      batching.flush()
      const sizes = stores().map((store) => sessionSize(store, sessionId))
      return {
        sessionId,
        entries: sizes.reduce((sum, size) => sum + size.entries, 0),
        bodyBytes: sizes.reduce((sum, size) => sum + size.bodyBytes, 0),
      }
    },
    figures(sessionId) {
      batching.flush()
      const all = stores().flatMap((store) => figuresOf(store, sessionId) ?? [])
      return all.toSorted((a, b) => b.entries - a.entries)[0]
    },
  }
}
