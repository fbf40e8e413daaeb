// What a tap records for days, on a disk that has an end: in parts, each a session that becomes a file when it is full and nothing of it
// is open, and is then forgotten here. The file that was asked for has the newest part; earlier ones are numbered, the oldest goes.

import { rename, rm } from 'node:fs/promises'
import { format, parse } from 'node:path'
import { messageOf } from '#engine/thrown.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { tellExchanges } from '../record/tell-exchanges.ts'
import { sessionSum } from '../sessions/session-text.ts'
import { writeExport } from '../sessions/write-export.ts'
import type { EngineRun } from '../with-engine.ts'
import { maxTraceWaitMs } from './send-traces.ts'

export interface PartsKept {
  readonly path: string
  readonly partBytes: number
  /** Besides the newest. */
  readonly keep: number
}

/** Resolves with the exit code: the tap goes on where a part can't be written, which then stays a session. */
export async function recordParts(run: EngineRun, kept: PartsKept): Promise<number> {
  const { engine, output } = run
  const { sessions } = engine
  const parts: Promise<void>[] = []
  let code: number = verbExitCodes.done
  const failed = (error: unknown) => {
    code = verbExitCodes.failed
    output.note(`${kept.path} couldn't be written: ${messageOf(error)}.`)
  }
  let written = Promise.resolve()
  const recordPart = async (sessionId: string): Promise<void> => {
    let isFull = false
    await tellExchanges(run, sessionId, async (open) => {
      if (isFull) return open === 0
      isFull = ((await sessions.recording()).session?.sizeBytes ?? 0) >= kept.partBytes
      if (isFull) {
        await sessions.record('new')
        begin()
      }
      return isFull && open === 0
    })
    if (parts.length > 1 && sessions.view(sessionId).exchanges === 0) return
    const writing = written.then(() => writePart(run, sessionId, kept))
    written = writing.catch(() => undefined)
    await writing
    if (!isFull) return
    await engine.traces.flush(maxTraceWaitMs)
    await sessions.remove(sessionId)
  }
  const begin = () => {
    const part = recordPart(sessions.currentSession())
    parts.push(part.catch(failed))
  }
  begin()
  // The list grows while it is walked.
  for (const part of parts) await part
  return code
}

async function writePart(
  { engine: { sessions }, output }: EngineRun,
  sessionId: string,
  { path, keep }: PartsKept,
): Promise<void> {
  const { dir, name, ext } = parse(path)
  const numbered = (part: number) => (part === 0 ? path : format({ dir, name: `${name}.${part}`, ext }))
  await rm(numbered(keep), { force: true })
  for (let part = keep; part > 0; part--) await moved(numbered(part - 1), numbered(part))
  await writeExport(sessions.files, { sessionId, selection: { of: 'session' }, format: 'parley' }, path)
  const { line, text } = sessionSum(sessions.view(sessionId))
  output.line({ ...line, file: path }, () => `${text()}, in ${path}`)
}

async function moved(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
