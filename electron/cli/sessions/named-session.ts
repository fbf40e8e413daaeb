// A session that an operand names: one that is kept, or a file of one, which is read without being kept.

import { existsSync } from 'node:fs'
import type { SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import type { VerbCall } from '../verb.ts'
import { type Act, type EngineRun, withEngine } from '../with-engine.ts'
import { importFile } from './import-file.ts'

export interface SessionRun extends EngineRun {
  readonly session: SessionView
}

/** A session of this run itself would be one more in the list. */
function unrecorded(call: VerbCall): VerbCall {
  return { ...call, flags: { ...call.flags, 'no-record': true } }
}

/** On what is kept. */
export function withKept(call: VerbCall, act: Act<EngineRun>): Promise<number> {
  return withEngine(unrecorded(call), act, { folder: 'kept' })
}

export function isSessionFile({ operands: [named = ''], caller }: VerbCall): boolean {
  return /\.(parley|har)$/i.test(named) || (existsSync(caller.path(named)) && !URL.canParse(named))
}

/** The session is the first operand. */
export function withSession(call: VerbCall, act: Act<SessionRun>, untilStopped?: true): Promise<number> {
  const [named = ''] = call.operands
  const isFile = isSessionFile(call)
  return withEngine(
    unrecorded(call),
    async (run) => {
      const { sessions } = run.engine
      const session = isFile
        ? sessions.view((await importFile(run, call.caller.path(named))).sessionId)
        : await sessions.find(named)
      return act({ ...run, session })
    },
    { folder: isFile ? 'none' : 'kept', ...defined({ untilStopped }) },
  )
}

/** All that is listed, page by page. */
export async function* rowsOf<Row>(
  page: (offset: number) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
  signal: AbortSignal,
): AsyncIterable<Row> {
  for (let offset = 0, total = 1; offset < total && !signal.aborted; ) {
    const read = await page(offset)
    if (read.rows.length === 0) return
    yield* read.rows
    offset += read.rows.length
    total = read.total
  }
}
