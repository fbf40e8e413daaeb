// Sessions and their exchanges, as lines for people.

import { existsSync } from 'node:fs'
import type { Engine } from '#engine/engine.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { counted } from '#shared/format-count.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { callerOf } from '#shared/record/program-name.ts'
import { Failure } from '../failure.ts'
import type { VerbCall } from '../verb.ts'
import { type Act, type EngineRun, withEngine } from '../with-engine.ts'

/** Of a name in a line, which then ends in "…". */
const maxNameColumns = 60

/** The name by the user, else the names of the agents. */
export function titleOf({ name, agents }: Pick<SessionView, 'name' | 'agents'>): string {
  const title = name === '' ? agents.map((agent) => agent.name).join(', ') : name
  return title === '' ? 'unnamed' : oneLine(title, maxNameColumns)
}

export const timeText = (at: number) =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z')

export function sessionLine(session: SessionView): string {
  const { id, createdAt, exchanges, findings, origin, pinned, deleted } = session
  const marks = [
    ...(pinned ? ['pinned'] : []),
    ...(origin === 'imported' ? ['imported'] : []),
    ...(deleted === undefined ? [] : ['being deleted']),
  ]
  const counts = `${counted(exchanges, 'exchange')}, ${counted(findings, 'finding')}`
  return `${oneLine(id)}  ${timeText(createdAt)}  ${titleOf(session)}  ${[counts, ...marks].join(', ')}`
}

export function exchangeLine(row: ExchangeRow): string {
  const { startedAt, label, url, status, state, problem, endedMs, findings } = row
  const ended = endedMs === undefined ? '' : ` ${Math.round(endedMs)} ms`
  const total = findings.error + findings.warning + findings.info
  const caller = callerOf(row)
  return [
    timeText(startedAt),
    oneLine(label),
    oneLine(url),
    ...(caller === undefined ? [] : [`called by ${oneLine(caller, maxNameColumns)}`]),
    `${status ?? state}${ended}`,
    ...(total === 0 ? [] : [counted(total, 'finding')]),
    ...(problem === undefined ? [] : [oneLine(problem)]),
  ].join('  ')
}

/** The last line of a recording, as JSON and as text. */
export function sessionSum({ id, exchanges, tasks, findings }: SessionView) {
  return {
    line: { done: { sessionId: id, exchanges, tasks, findings } },
    text: () =>
      `Session ${id}: ${counted(exchanges, 'exchange')}, ${counted(tasks, 'task')}, ${counted(findings, 'finding')}`,
  }
}

// A session named by an operand: a stored one, or a file, which is read without being stored.

export interface SessionRun extends EngineRun {
  readonly session: SessionView
}

/** Reading sessions should not add one to the list. */
function unrecorded(call: VerbCall): VerbCall {
  return { ...call, flags: { ...call.flags, 'no-record': true } }
}

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

// A session file that was imported into the running engine.

interface Imported {
  readonly sessionId: string
  readonly name: string
  /** What a damaged file lost. */
  readonly sentence?: string | undefined
}

/** Refuses a damaged file unless a flag accepts it. */
export async function importFile(
  {
    engine,
    signal,
    output,
  }: Pick<EngineRun, 'signal' | 'output'> & { readonly engine: Pick<Engine, 'sessions'> },
  path: string,
  damaged: 'refuse' | 'take-whole-part' = 'refuse',
): Promise<Imported> {
  const { files } = engine.sessions
  const uploadId = files.offer(path)
  for await (const step of files.importing({ uploadId, damaged }, signal)) {
    switch (step.kind) {
      case 'progress':
        output.progress(`Reading ${path}: ${Math.floor((100 * step.done) / Math.max(1, step.total))} %`)
        break
      case 'damaged':
        throw new Failure('failed', step.sentence, 'Import it with --take-whole-part to keep what is whole.')
      case 'done':
        output.clearProgress()
        return step
    }
  }
  throw new Failure('failed', `${path} wasn't read to its end.`)
}
