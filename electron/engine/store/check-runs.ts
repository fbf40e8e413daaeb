// What a session's checks found, kept beside the session: it goes when the session goes.

import { type CheckRun, checkRunSchema } from '#shared/checks/run.ts'
import { textColumn } from './column.ts'
import { prepared } from './statements.ts'
import type { Store } from './store.ts'

/** Undefined where there is none that could be read. */
export function readCheckRun(
  { checkRuns }: { readonly checkRuns: KeptCheckRuns },
  sessionId: string,
): CheckRun | undefined {
  return checkRunSchema.safeParse(checkRuns.read(sessionId)).data
}

export type KeptCheckRuns = ReturnType<typeof createKeptCheckRuns>

/** `stores` has everything written that was appended so far. */
export function createKeptCheckRuns(stores: () => readonly Store[]) {
  return {
    /** As it was written, by whichever Parley; undefined where the session is none of checks. */
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
    /** Those that have one. */
    sessions: (): readonly string[] =>
      stores().flatMap((store) =>
        prepared(store, 'SELECT uid FROM session WHERE checks IS NOT NULL')
          .all()
          .map((row) => textColumn(row, 'uid')),
      ),
  }
}
