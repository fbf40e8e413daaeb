// What summaries report that no entry does: what decoding told, and what the user put on an exchange. Entries that move from one
// store to another take it along.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export type Carried = Readonly<Record<string, SQLInputValue>>

const columns = 'y.context, y.code, y.problem, y.pinned, y.mark, y.note, y.caller_agent, y.caller_guess'

export function carriedFrom(database: DatabaseSync): readonly Carried[] {
  return database
    .prepare(
      `SELECT x.uid, ${columns} FROM summary y JOIN exchange x ON x.id = y.exchange WHERE y.pinned = 1 OR coalesce(y.context, y.code, y.problem, y.mark, y.note, y.caller_agent) IS NOT NULL`,
    )
    .all()
}

/** Of an exchange that began here, what was said first holds; of what the user put on it, the latest. */
const update = `
  UPDATE summary SET context = coalesce(context, :context), code = coalesce(code, :code),
    problem = coalesce(problem, :problem), pinned = max(pinned, :pinned), mark = coalesce(:mark, mark),
    note = coalesce(:note, note), caller_agent = coalesce(:caller_agent, caller_agent),
    caller_guess = coalesce(:caller_guess, caller_guess)
  WHERE exchange = (SELECT id FROM exchange WHERE uid = :uid)
`

export function carryInto(database: DatabaseSync, carried: readonly Carried[]): void {
  const statement = database.prepare(update)
  for (const each of carried) statement.run(each)
}
