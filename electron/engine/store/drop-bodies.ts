// Bodies that a session alone has used, a few megabytes at a time: all of them, or those that nothing names which is left of it.

import { integerColumn, textColumn } from './column.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'

const usesAtATime = 500
/** Of 256 KB each. */
const partsAtATime = 16

export function* dropBodies(
  store: Store,
  session: number,
  kept: ReadonlySet<string> = new Set(),
): Generator<number, void, void> {
  const all = integerColumn(store.database.prepare('SELECT count(*) AS n FROM body_use').get(), 'n')
  const uses = prepared(
    store,
    `SELECT hash, session FROM body_use WHERE (hash, session) > (?, ?) ORDER BY hash, session LIMIT ${usesAtATime}`,
  )
  let seen = 0
  for (let last: Use | undefined = { hash: '', session: 0 }; last; ) {
    const found: readonly Use[] = uses.all(last.hash, last.session).map(useOf)
    for (const use of found) if (use.session === session && !kept.has(use.hash)) yield* dropUse(use.hash)
    seen += found.length
    yield Math.min(1, seen / Math.max(1, all))
    last = found.at(-1)
  }

  /** The use goes last, so that what is left is found after a restart; a body that came anew meanwhile is another's. */
  function* dropUse(hash: string): Generator<number, void, void> {
    for (let isDone = false; !isDone; ) {
      store.transact(() => {
        const isOther =
          prepared(store, 'SELECT 1 FROM body_use WHERE hash = ? AND session <> ?').get(hash, session) !==
          undefined
        if (!isOther) prepared(store, 'DELETE FROM body WHERE hash = ?').run(hash)
        isDone = isOther || Number(prepared(store, dropParts).run(hash).changes) < partsAtATime
        if (isDone) prepared(store, 'DELETE FROM body_use WHERE hash = ? AND session = ?').run(hash, session)
      })
      yield Math.min(1, seen / Math.max(1, all))
    }
  }
}

const rowsAtATime = 500

/** `bodyHashes` of all entries of a session, without parsing a million of them. A text that looks like a name keeps a body, and harms nothing. */
export function* bodiesNamedIn(store: Store, session: number): Generator<void, ReadonlySet<string>> {
  const some = prepared(
    store,
    `SELECT seq, CASE WHEN instr(rest, '"hash":"') > 0 THEN rest END AS rest FROM entry WHERE session = ? AND seq > ?
      ORDER BY seq LIMIT ${rowsAtATime}`,
  )
  const named = new Set<string>()
  for (let after = 0; ; ) {
    const rows = some.all(session, after)
    for (const { rest } of rows)
      for (const [, hash = ''] of String(rest ?? '').matchAll(/"hash":"([0-9a-f]{64})"/g)) named.add(hash)
    if (rows.length < rowsAtATime) return named
    after = integerColumn(rows.at(-1), 'seq')
    yield
  }
}

interface Use {
  readonly hash: string
  readonly session: number
}

function useOf(row: Readonly<Record<string, unknown>>): Use {
  return { hash: textColumn(row, 'hash'), session: integerColumn(row, 'session') }
}

const dropParts = `DELETE FROM body_part WHERE rowid IN (SELECT rowid FROM body_part WHERE hash = ? LIMIT ${partsAtATime})`
