// Who called, of calls that arrived through a tap, beside the exchanges' summaries: which agent that was is known only once the calls of
// its session are seen together, and a file of an older Parley learns of its callers while nobody waits.

import type { DatabaseSync } from 'node:sqlite'
import type { SeenCallers } from '#shared/contract/console.ts'
import type { NamedCaller } from '#shared/story/sequence/sequence-fold.ts'
import { integerColumn, textColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

/** `caller_agent` is empty where the call is no agent's, and null before that is known. */
export const callerColumns = `
  ALTER TABLE summary ADD COLUMN caller TEXT;
  ALTER TABLE summary ADD COLUMN program TEXT;
  ALTER TABLE summary ADD COLUMN caller_agent TEXT;
  ALTER TABLE summary ADD COLUMN caller_guess INTEGER;
  CREATE INDEX summary_caller ON summary (session, caller_agent) WHERE caller IS NOT NULL;
  -- Exchanges up to this number have yet to get what their requests say of it.
  INSERT OR REPLACE INTO counter SELECT 'callers_left', coalesce(max(exchange), 0) FROM summary;
`

/** `onNamed`: callers are known that were not, or otherwise. */
export function createCallerReader(written: () => readonly Store[], onNamed: () => void) {
  return {
    /** Whether any call arrived through a tap, in a session or at all. */
    hasCallers: (sessionId?: string): boolean =>
      written().some((store) => prepared(store, some(sessionId)).get(sessionId ?? null) !== undefined),
    /** The latest first, in a session or in all, to offer in a filter. */
    seenCallers(limit: number, sessionId?: string): SeenCallers {
      const nameOf = (column: string) => {
        const rows = written().flatMap((store) =>
          prepared(store, latest(column, sessionId)).all(sessionId ?? null),
        )
        return [...new Set(rows.map((row) => textColumn(row, 'name')))].slice(0, limit)
      }
      return { programs: nameOf('program'), agentIds: nameOf(`nullif(caller_agent, '')`) }
    },
    /** Sessions with calls of which it was not found out yet whose they are. */
    sessionsUnnamed(): readonly string[] {
      const rows = written().flatMap((store) => prepared(store, unnamed).all())
      return [...new Set(rows.map((row) => textColumn(row, 'uid')))]
    },
    nameCallers(named: readonly NamedCaller[]) {
      if (named.length === 0) return
      const changes = written().reduce((sum, store) => sum + writeCallers(store, named), 0)
      if (changes > 0) onNamed()
    },
    /** One slice of a file that lacks them, the newest exchanges first; true when nothing is left. */
    fillCallers(store: Store): boolean {
      const { isDone, filled } = fillSome(store)
      if (filled > 0) onNamed()
      return isDone
    },
  }
}

const within = (sessionId: string | undefined) =>
  sessionId === undefined ? '?1 IS NULL' : 'session = (SELECT id FROM session WHERE uid = ?1)'

const some = (sessionId: string | undefined) =>
  `SELECT 1 FROM summary WHERE caller IS NOT NULL AND ${within(sessionId)} LIMIT 1`

/** Exchanges whose callers are offered in a filter, the newest; any other can be typed. */
const maxSeenExchanges = 20_000

const latest = (column: string, sessionId: string | undefined) => `
  SELECT name FROM (SELECT ${column} AS name, exchange FROM summary
    WHERE ${within(sessionId)} AND caller IS NOT NULL
      AND exchange > (SELECT max(exchange) FROM summary WHERE ${within(sessionId)}) - ${maxSeenExchanges})
  WHERE name IS NOT NULL GROUP BY name ORDER BY max(exchange) DESC`

const unnamed = `
  SELECT uid FROM session s WHERE EXISTS
    (SELECT 1 FROM summary y WHERE y.session = s.id AND y.caller IS NOT NULL AND y.caller_agent IS NULL)`

const write = `
  UPDATE summary SET caller_agent = ?1, caller_guess = ?2
  WHERE exchange = (SELECT id FROM exchange WHERE uid = ?3) AND caller IS NOT NULL
    AND (caller_agent IS NOT ?1 OR caller_guess IS NOT ?2)`

/** How many of them were not known so. */
function writeCallers(store: Store, named: readonly NamedCaller[]): number {
  let changes = 0
  store.transact(() => {
    for (const { exchangeId, agentId = '', guess } of named)
      changes += Number(prepared(store, write).run(agentId, guess ? 1 : null, exchangeId).changes)
  })
  return changes
}

const exchangesAtATime = 500

const fill = `
  UPDATE summary SET caller = v.caller, program = v.program
  FROM (SELECT r.exchange, r.rest ->> '$.call.via.caller' AS caller, r.rest ->> '$.call.via.program' AS program
    FROM entry r WHERE r.kind <> 2 AND r.kind = 0 AND r.exchange > ?1 AND r.exchange <= ?2) v
  WHERE v.exchange = summary.exchange AND v.caller IS NOT NULL`

/** Whether nothing is left, and of how many the caller is known now. */
function fillSome(store: Store): { readonly isDone: boolean; readonly filled: number } {
  const left = callersLeft(store.database)
  if (left === 0) return { isDone: true, filled: 0 }
  const next = Math.max(0, left - exchangesAtATime)
  let filled = 0
  store.transact(() => {
    filled = Number(prepared(store, fill).run(next, left).changes)
    prepared(store, `UPDATE counter SET value = ? WHERE name = 'callers_left'`).run(next)
  })
  return { isDone: next === 0, filled }
}

export function lacksCallers({ database }: Store): boolean {
  return callersLeft(database) > 0
}

/** Exchanges of an older file up to this number have yet to get theirs. */
function callersLeft(database: DatabaseSync): number {
  const row = database.prepare(`SELECT value FROM counter WHERE name = 'callers_left'`).get()
  return integerColumn(row, 'value')
}

/** Conditions that change when it becomes known who called. */
export const ofCaller = /\by\.(?:caller|program|caller_agent)\b/
