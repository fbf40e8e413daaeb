// The SQL of the record over one open database, on disk or in memory: synchronous, without batching and without waiting.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Entry } from '#shared/record/entry.ts'
import { integer, text } from './column.ts'
import { type Clause, type EntryFilter, toClause, withoutFrameKind } from './filter.ts'
import { fromRow, kindNumber, type Row, toColumns, worstSeverity } from './row.ts'

export interface Appended {
  readonly entry: Entry
  readonly taskId?: string
}

export interface SessionRow {
  readonly sessionId: string
  readonly title: string
  readonly createdAt: number
}

export interface Batch {
  readonly entries: readonly Appended[]
  readonly bodies: ReadonlyMap<string, Uint8Array>
  readonly sessions: readonly SessionRow[]
}

export interface Store {
  readonly database: DatabaseSync
  /** All or nothing. */
  write(batch: Batch): void
  select(query: { clause: Clause; after: number; limit: number }): readonly Entry[]
  page(query: { filter?: EntryFilter; offset: number; limit: number }): readonly Entry[]
  count(filter?: EntryFilter): number
  lastSeq(): number
  /** After rows were deleted: numbers of exchanges and tasks may be given out again. */
  forgetNames(): void
  sessions(): readonly SessionRow[]
}

export const bodyPartBytes = 256 * 1024

const columns = `e.seq, s.uid AS session, x.uid AS exchange, e.kind, e.at, e.mono, e.idx, e.raw, e.rest`
const from = `FROM entry e JOIN session s ON s.id = e.session JOIN exchange x ON x.id = e.exchange`

export function createStore(database: DatabaseSync): Store {
  const insertEntry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertSession = database.prepare(
    'INSERT INTO session (uid, title, created_at) VALUES (?, ?, ?) ON CONFLICT (uid) DO UPDATE SET title = excluded.title',
  )
  const insertUse = database.prepare('INSERT OR IGNORE INTO body_use VALUES (?, ?)')
  const setLast = database.prepare("UPDATE counter SET value = max(value, ?) WHERE name = 'last_seq'")
  const exchangeNumber = internTable(database, 'exchange')
  const taskNumber = internTable(database, 'task')
  const sessionId = database.prepare('SELECT id FROM session WHERE uid = ?')

  const sessionNumber = (uid: string): number => {
    const found = sessionId.get(uid)
    if (found !== undefined) return integer(found, 'id')
    return Number(insertSession.run(uid, uid, Date.now()).lastInsertRowid)
  }

  const countWhere = (filter: EntryFilter | undefined): number => {
    const clause = toClause(filter)
    const where = clause.where === '' ? '' : `WHERE ${clause.where}`
    return integer(database.prepare(`SELECT count(*) AS n FROM entry e ${where}`).get(...clause.values), 'n')
  }

  return {
    database,

    write({ entries, bodies, sessions }) {
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const session of sessions) insertSession.run(session.sessionId, session.title, session.createdAt)
        for (const [hash, bytes] of bodies) writeBody(database, hash, bytes)
        const sessionNumbers = new Map<string, number>()
        for (const { entry, taskId } of entries) {
          let session = sessionNumbers.get(entry.sessionId)
          if (session === undefined) {
            session = sessionNumber(entry.sessionId)
            sessionNumbers.set(entry.sessionId, session)
          }
          const { idx, raw, rest } = toColumns(entry)
          insertEntry.run(
            entry.seq,
            session,
            exchangeNumber.of(entry.exchangeId),
            kindNumber(entry.kind),
            taskId === undefined ? null : taskNumber.of(taskId),
            worstSeverity(entry),
            entry.at,
            entry.monoMs,
            idx,
            raw,
            rest,
          )
          for (const hash of bodyHashes(entry)) insertUse.run(hash, session)
        }
        const last = entries.at(-1)
        if (last !== undefined) setLast.run(last.entry.seq)
        database.exec('COMMIT')
      } catch (error) {
        exchangeNumber.forget()
        taskNumber.forget()
        // A full disk may already have rolled back by itself.
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },

    select({ clause, after, limit }) {
      const where = clause.where === '' ? '' : `AND ${clause.where}`
      const sql = `SELECT ${columns} ${from} WHERE e.seq > ? ${where} ORDER BY e.seq LIMIT ?`
      return entriesOf(database.prepare(sql), [after, ...clause.values, limit])
    },

    page({ filter, offset, limit }) {
      const clause = toClause(filter)
      if (clause.where === '') {
        const first = firstOfUnbroken(database)
        if (first !== undefined) return this.select({ clause, after: first - 1 + offset, limit })
      }
      const where = clause.where === '' ? '' : `WHERE ${clause.where}`
      const inner = `SELECT e.seq FROM entry e ${where} ORDER BY e.seq LIMIT ? OFFSET ?`
      const sql = `SELECT ${columns} ${from} WHERE e.seq IN (${inner}) ORDER BY e.seq`
      return entriesOf(database.prepare(sql), [...clause.values, limit, offset])
    },

    count(filter) {
      const split = filter === undefined ? undefined : withoutFrameKind(filter)
      if (split !== undefined) return countWhere(split.all) - countWhere(split.except)
      return countWhere(filter)
    },

    lastSeq() {
      return integer(database.prepare("SELECT value FROM counter WHERE name = 'last_seq'").get(), 'value')
    },

    forgetNames() {
      exchangeNumber.forget()
      taskNumber.forget()
    },

    sessions() {
      const rows = database.prepare('SELECT uid, title, created_at FROM session ORDER BY id').all()
      return rows.map((row) => ({
        sessionId: text(row, 'uid'),
        title: text(row, 'title'),
        createdAt: integer(row, 'created_at'),
      }))
    },
  }
}

/** Where nothing was ever deleted, a position is a sequence number. */
function firstOfUnbroken(database: DatabaseSync): number | undefined {
  const row = database.prepare('SELECT min(seq) AS low, max(seq) AS high FROM entry').get()
  const all = integer(database.prepare('SELECT count(*) AS n FROM entry').get(), 'n')
  const first = integer(row, 'low')
  return all === integer(row, 'high') - first + 1 ? first : undefined
}

/** Handles of the bodies an entry keeps apart. */
export function bodyHashes(entry: Entry): readonly string[] {
  switch (entry.kind) {
    case 'request':
      return hashes(entry.body, entry.decoded)
    case 'webhook':
      return hashes(entry.body)
    case 'frame':
      return hashes(entry.raw, entry.data)
    case 'end':
      return hashes(entry.body, entry.encodedBody, entry.leftover)
    case 'failure':
      return hashes(entry.body, entry.leftover)
    case 'response':
    case 'redirect':
    case 'note':
      return []
  }
}

function hashes(...bodies: readonly ({ readonly hash?: string } | undefined)[]): readonly string[] {
  return bodies.flatMap((body) => (body?.hash === undefined ? [] : [body.hash]))
}

function entriesOf(statement: StatementSync, values: readonly SQLInputValue[]): readonly Entry[] {
  return statement.all(...values).map((row) => fromRow(row as unknown as Row))
}

function writeBody(database: DatabaseSync, hash: string, bytes: Uint8Array): void {
  const { changes } = database.prepare('INSERT OR IGNORE INTO body VALUES (?, ?)').run(hash, bytes.byteLength)
  if (changes === 0) return
  const insertPart = database.prepare('INSERT INTO body_part VALUES (?, ?, ?)')
  for (let part = 0; part * bodyPartBytes < bytes.byteLength; part += 1) {
    insertPart.run(hash, part, bytes.subarray(part * bodyPartBytes, (part + 1) * bodyPartBytes))
  }
}

/** Long identifiers are written once; rows carry their number. A bounded cache spares the look-up. */
function internTable(database: DatabaseSync, table: 'exchange' | 'task') {
  const find = database.prepare(`SELECT id FROM ${table} WHERE uid = ?`)
  const insert = database.prepare(`INSERT INTO ${table} (uid) VALUES (?)`)
  const known = new Map<string, number>()
  return {
    of(uid: string): number {
      const cached = known.get(uid)
      if (cached !== undefined) return cached
      const found = find.get(uid)
      const id = found === undefined ? Number(insert.run(uid).lastInsertRowid) : integer(found, 'id')
      if (known.size >= 10_000) known.clear()
      known.set(uid, id)
      return id
    },
    forget: () => known.clear(),
  }
}
