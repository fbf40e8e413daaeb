// Callers of exchanges through a tap, stored beside the summaries. Which agent a caller is follows only from all calls of its
// session, so it is written later.

import type { SeenCallers } from '#shared/contract/console.ts'
import type { NamedCaller } from '#shared/story/sequence/sequence-fold.ts'
import { textColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

/** `onNamed` is called when callers were determined or changed. */
export function createCallerReader(written: () => readonly Store[], onNamed: () => void) {
  return {
    /** Whether any exchange, in a session or in all, went through a tap. */
    hasCallers: (sessionId?: string): boolean =>
      written().some((store) => prepared(store, some(sessionId)).get(sessionId ?? null) !== undefined),
    /** The latest callers, in a session or in all, as suggestions for a filter. */
    seenCallers(limit: number, sessionId?: string): SeenCallers {
      const nameOf = (column: string) => {
        const rows = written().flatMap((store) =>
          prepared(store, latest(column, sessionId)).all(sessionId ?? null),
        )
        return [...new Set(rows.map((row) => textColumn(row, 'name')))].slice(0, limit)
      }
      return { programs: nameOf('program'), agentIds: nameOf(`nullif(caller_agent, '')`) }
    },
    /** Sessions with calls whose callers are not determined yet. */
    sessionsUnnamed(): readonly string[] {
      const rows = written().flatMap((store) => prepared(store, unnamed).all())
      return [...new Set(rows.map((row) => textColumn(row, 'uid')))]
    },
    nameCallers(named: readonly NamedCaller[]) {
      if (named.length === 0) return
      const changes = written().reduce((sum, store) => sum + writeCallers(store, named), 0)
      if (changes > 0) onNamed()
    },
  }
}

const within = (sessionId: string | undefined) =>
  sessionId === undefined ? '?1 IS NULL' : 'session = (SELECT id FROM session WHERE uid = ?1)'

const some = (sessionId: string | undefined) =>
  `SELECT 1 FROM summary WHERE caller IS NOT NULL AND ${within(sessionId)} LIMIT 1`

/** Newest exchanges whose callers a filter suggests; any other can be typed. */
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

/** Returns how many changed. */
function writeCallers(store: Store, named: readonly NamedCaller[]): number {
  let changes = 0
  store.transact(() => {
    for (const { exchangeId, agentId = '', guess } of named)
      changes += Number(prepared(store, write).run(agentId, guess ? 1 : null, exchangeId).changes)
  })
  return changes
}

/** Matches conditions whose result changes when callers are determined. */
export const ofCaller = /\by\.(?:caller|program|caller_agent)\b/
