// The result of a session's checks, stored in the row of the session.

import { type CheckRun, checkRunSchema } from '#shared/checks/run.ts'
import { textColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

/** Undefined where none can be read. */
export function readCheckRun(
  { checkRuns }: { readonly checkRuns: KeptCheckRuns },
  sessionId: string,
): CheckRun | undefined {
  return checkRunSchema.safeParse(checkRuns.read(sessionId)).data
}

export type KeptCheckRuns = ReturnType<typeof createKeptCheckRuns>

/** `stores` flushes pending batches first. */
export function createKeptCheckRuns(stores: () => readonly Store[]) {
  return {
    /** As any version of Parley wrote it; undefined for a session without checks. */
    read(sessionId: string): unknown {
      const sql = 'SELECT checks FROM session WHERE uid = ? AND checks IS NOT NULL'
      const rows = stores().flatMap((store) => prepared(store, sql).all(sessionId))
      return rows[0] && JSON.parse(textColumn(rows[0], 'checks'))
    },
    write(sessionId: string, run: CheckRun) {
      const text = JSON.stringify(run)
      for (const store of stores()) {
        prepared(store, 'UPDATE session SET checks = ? WHERE uid = ?').run(text, sessionId)
      }
    },
    sessions: (): readonly string[] =>
      stores().flatMap((store) =>
        prepared(store, 'SELECT uid FROM session WHERE checks IS NOT NULL')
          .all()
          .map((row) => textColumn(row, 'uid')),
      ),
  }
}
