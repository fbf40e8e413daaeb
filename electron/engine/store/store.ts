// The SQL of the record over one open database, on disk or in memory: synchronous and without batching.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { maxInRun } from '#shared/bounded.ts'
import { bodyHashes } from '#shared/record/body-hashes.ts'
import type { Entry } from '#shared/record/entry.ts'
import { countOf, cut, type Packed, unpack } from '#shared/record/run.ts'
import { integerColumn, textColumn } from './column.ts'
import { type Clause, type EntryFilter, toClause, withoutFrameKind } from './filter.ts'
import { columnsOf, packedOf, storedColumns, withNames } from './row.ts'
import type { RowToWrite } from './run.ts'
import { isStateless } from './state-column.ts'
import { createSummaryWriter } from './summaries.ts'
import { createConversationWriter } from './write-conversations.ts'

const columns = 'y.context, y.code, y.problem, y.pinned, y.mark, y.note, y.caller_agent, y.caller_guess'

/** The first value holds for columns of the exchange, the latest for annotations. */
const update = `
  UPDATE summary SET context = coalesce(context, :context), code = coalesce(code, :code),
    problem = coalesce(problem, :problem), pinned = max(pinned, :pinned), mark = coalesce(:mark, mark),
    note = coalesce(:note, note), caller_agent = coalesce(:caller_agent, caller_agent),
    caller_guess = coalesce(:caller_guess, caller_guess)
  WHERE exchange = (SELECT id FROM exchange WHERE uid = :uid)
`

export interface SessionFacts {
  readonly note?: string
  readonly pinned?: true
  /** Ended by its user, or with the command that recorded it; otherwise the next start of Parley may continue it. */
  readonly endedAt?: number
  readonly importedAt?: number
  /** `draft`: not a session yet. True: being deleted. No list shows either, and the next start at the latest deletes them. */
  readonly discarded?: true | 'draft'
  /** The deletion was canceled: the rest becomes a session again. */
  readonly canceled?: true
  /** Some of it was deleted before the cancel. */
  readonly partlyDeleted?: true
  /** It runs beside the recorded session: no chat continues its conversations. */
  readonly beside?: true
  /** Names of agents that are in no list of agents. */
  readonly agents?: readonly { readonly id: string; readonly name: string }[]
}

export interface StoredSession {
  readonly sessionId: string
  readonly title: string
  readonly createdAt: number
  readonly facts?: SessionFacts
}

export interface Batch {
  readonly rows: readonly RowToWrite[]
  readonly bodies: ReadonlyMap<string, Uint8Array>
  readonly sessions: readonly StoredSession[]
  /** Summaries of exchanges whose entries move here from another store. */
  readonly userMarks?: readonly UserMarks[]
}

export interface Selection {
  readonly clause: Clause
  readonly after: number
  readonly limit: number
}

export const bodyPartBytes = 256 * 1024

export type Store = ReturnType<typeof createStore>

export function createStore(database: DatabaseSync) {
  const insertEntry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertSession = database.prepare(
    'INSERT INTO session (uid, title, created_at, facts) VALUES (?, ?, ?, ?) ON CONFLICT (uid) DO UPDATE SET title = excluded.title, facts = excluded.facts',
  )
  const insertUse = database.prepare('INSERT OR IGNORE INTO body_use VALUES (?, ?)')
  const setLast = database.prepare("UPDATE counter SET value = max(value, ?) WHERE name = 'last_seq'")
  const exchangeNumber = internTable(database, 'exchange')
  const taskNumber = internTable(database, 'task')
  const sessionId = database.prepare('SELECT id FROM session WHERE uid = ?')
  const contextNumber = internTable(database, 'context')

  const sessionNumber = (uid: string): number => {
    const match = sessionId.get(uid)
    if (match !== undefined) return integerColumn(match, 'id')
    return Number(insertSession.run(uid, '', Date.now(), '{}').lastInsertRowid)
  }

  const names = [exchangeNumber, taskNumber, contextNumber]
  const numbers = {
    exchange: exchangeNumber.of,
    task: taskNumber.of,
    context: contextNumber.of,
    session: sessionNumber,
  }
  const writeSummaries = createSummaryWriter(database, numbers)
  const conversations = createConversationWriter(database, numbers)

  const countWhere = (filter: EntryFilter | undefined): number => {
    const { where, values } = toClause(filter)
    const sql = `SELECT sum(n) AS n FROM entry e ${where === '' ? '' : `WHERE ${where}`}`
    return integerColumn(database.prepare(sql).get(...values), 'n')
  }

  const transact = (act: () => void) => {
    database.exec('BEGIN IMMEDIATE')
    try {
      act()
      database.exec('COMMIT')
    } catch (error) {
      for (const each of names) each.forget()
      conversations.upset()
      // A full disk may already have rolled back.
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  const selectPacked = ({ clause, after, limit }: Selection): readonly Packed[] => {
    const { where, values } = clause
    const and = where === '' ? '' : `AND ${where}`
    const sql = `SELECT ${storedColumns} FROM entry e ${withNames} WHERE e.seq > ? AND e.seq + e.n > ? ${and} ORDER BY e.seq LIMIT ?`
    const packed: Packed[] = []
    let left = limit
    for (const row of database.prepare(sql).iterate(after - maxInRun, after + 1, ...values, limit)) {
      const part = cut(packedOf(row), after + 1, left)
      if (part === undefined) continue
      packed.push(part)
      left -= countOf(part)
      if (left === 0) return packed
    }
    return packed
  }

  return {
    database,

    transact,
    /** In one transaction. */
    write: ({ rows, bodies, sessions, userMarks: carried = [] }: Batch): void =>
      transact(() => {
        for (const { sessionId, title, createdAt, facts } of sessions) {
          insertSession.run(sessionId, title, createdAt, JSON.stringify(facts ?? {}))
        }
        for (const [hash, bytes] of bodies) writeBody(database, hash, bytes)
        const sessionNumbers = new Map<string, number>()
        for (const { packed, taskId } of rows) {
          let session = sessionNumbers.get(packed.sessionId)
          if (session === undefined) {
            session = sessionNumber(packed.sessionId)
            sessionNumbers.set(packed.sessionId, session)
          }
          const columns = columnsOf(packed)
          insertEntry.run(
            packed.seq,
            columns.n,
            session,
            exchangeNumber.of(packed.exchangeId),
            columns.kind,
            taskId === undefined ? null : taskNumber.of(taskId),
            columns.severity,
            columns.at,
            columns.mono,
            columns.idx,
            columns.raw,
            columns.rest,
            columns.run,
            isStateless(packed) ? 1 : null,
          )
          for (const hash of bodyHashes(packed)) insertUse.run(hash, session)
        }
        writeSummaries(rows)
        conversations.write(rows)
        if (carried.length > 0) carryInto(database, carried)
        const last = rows.at(-1)?.packed
        if (last !== undefined) setLast.run(last.seq + countOf(last) - 1)
      }),

    select: (selection: Selection): readonly Entry[] => unpack(selectPacked(selection)),
    /** The same with packed runs; a run is cut where not all of it is requested. */
    selectPacked,

    /** Sequence number and length of each row after `after`, in order, without content. */
    *spans({ where, values }: Clause, after: number): Iterable<{ readonly seq: number; readonly n: number }> {
      const and = where === '' ? '' : `AND ${where}`
      const rows = database
        .prepare(`SELECT seq, n FROM entry e WHERE seq > ? ${and} ORDER BY seq`)
        .iterate(after, ...values)
      for (const row of rows) yield { seq: integerColumn(row, 'seq'), n: integerColumn(row, 'n') }
    },

    /** The first sequence number if nothing was ever deleted, so that positions follow from sequence numbers. */
    firstOfUnbroken(): number | undefined {
      const ends = database.prepare('SELECT min(seq) AS low, max(seq) AS high FROM entry').get()
      const last = database.prepare('SELECT n FROM entry WHERE seq = ?').get(integerColumn(ends, 'high'))
      const [low, high] = [
        integerColumn(ends, 'low'),
        integerColumn(ends, 'high') + integerColumn(last, 'n') - 1,
      ]
      return countWhere(undefined) === high - low + 1 ? low : undefined
    },

    count(filter?: EntryFilter): number {
      const split = filter === undefined ? undefined : withoutFrameKind(filter)
      if (split !== undefined) return countWhere(split.all) - countWhere(split.except)
      return countWhere(filter)
    },

    lastSeq(): number {
      return integerColumn(
        database.prepare("SELECT value FROM counter WHERE name = 'last_seq'").get(),
        'value',
      )
    },

    /** After a deletion: SQLite may reuse the numbers of exchanges and tasks. */
    forgetNames(): void {
      for (const each of names) each.forget()
    },
    conversations,

    sessions(): readonly StoredSession[] {
      return database.prepare(`${selectSession} ORDER BY id`).all().map(sessionOf)
    },

    session(sessionId: string): StoredSession | undefined {
      const row = database.prepare(`${selectSession} WHERE uid = ?`).get(sessionId)
      return row && sessionOf(row)
    },
  }
}

const selectSession = 'SELECT uid, title, created_at, facts FROM session'

function sessionOf(row: Record<string, unknown>): StoredSession {
  return {
    sessionId: textColumn(row, 'uid'),
    title: textColumn(row, 'title'),
    createdAt: integerColumn(row, 'created_at'),
    ...factsOf(textColumn(row, 'facts')),
  }
}

function factsOf(json: string): Pick<StoredSession, 'facts'> {
  return json === '{}' ? {} : { facts: JSON.parse(json) }
}

function writeBody(database: DatabaseSync, hash: string, bytes: Uint8Array): void {
  const { changes } = database.prepare('INSERT OR IGNORE INTO body VALUES (?, ?)').run(hash, bytes.byteLength)
  if (changes === 0) return
  // Parts of a body that is being deleted may still exist.
  const insertPart = database.prepare('INSERT OR REPLACE INTO body_part VALUES (?, ?, ?)')
  for (let part = 0; part * bodyPartBytes < bytes.byteLength; part += 1) {
    insertPart.run(hash, part, bytes.subarray(part * bodyPartBytes, (part + 1) * bodyPartBytes))
  }
}

/** Stores long identifiers once; rows have their numbers. A bounded cache saves look-ups. */
function internTable(database: DatabaseSync, table: 'exchange' | 'task' | 'context') {
  const find = database.prepare(`SELECT id FROM ${table} WHERE uid = ?`)
  const insert = database.prepare(`INSERT INTO ${table} (uid) VALUES (?)`)
  const existing = new Map<string, number>()
  return {
    of(uid: string): number {
      const cached = existing.get(uid)
      if (cached !== undefined) return cached
      const match = find.get(uid)
      const id = match === undefined ? Number(insert.run(uid).lastInsertRowid) : integerColumn(match, 'id')
      if (existing.size >= 10_000) existing.clear()
      existing.set(uid, id)
      return id
    },
    forget: () => existing.clear(),
  }
}

// Columns of summaries that follow from no entry: decoded facts and annotations. Entries take them to another store.

type UserMarks = Readonly<Record<string, SQLInputValue>>

export function userMarksFrom(database: DatabaseSync): readonly UserMarks[] {
  return database
    .prepare(
      `SELECT x.uid, ${columns} FROM summary y JOIN exchange x ON x.id = y.exchange WHERE y.pinned = 1 OR coalesce(y.context, y.code, y.problem, y.mark, y.note, y.caller_agent) IS NOT NULL`,
    )
    .all()
}

function carryInto(database: DatabaseSync, carried: readonly UserMarks[]): void {
  const statement = database.prepare(update)
  for (const each of carried) statement.run(each)
}
