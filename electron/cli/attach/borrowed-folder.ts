// A run beside an open window: it uses a temporary folder with copies of the window's settings and credentials, and
// imports its sessions into the window at its end.

import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type DataFolder, ownDataFolder } from '#engine/data-folder/data-folder.ts'
import type { Engine } from '#engine/engine.ts'
import { ignoreMissing } from '#engine/platform/errors.ts'
import { Fault } from '#shared/contract/fault.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Caller } from '../caller.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { writeExport } from '../sessions/write-export.ts'
import { runInWindow } from './run-in-window.ts'

/** Settings that decide how agents are called and how their replies are read. */
const settingsFiles = [
  'access.json',
  'agents.json',
  'chat.json',
  'checks.json',
  'keyring-secrets.json',
  'muted-rules.json',
  'preferences.json',
  'traces.json',
]
/** Sessions of one run: parts of a tap are written to files as they fill. */
const maxHandedSessions = 50

/** A temporary folder with the settings of `from`; its close deletes it. */
export async function temporaryFolder(from?: string): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'parley-'))
  for (const name of from === undefined ? [] : settingsFiles) {
    await copyFile(join(from ?? '', name), join(path, name)).catch(ignoreMissing)
  }
  const folder = ownDataFolder(path)
  if (!folder) throw new Fault('conflict', `${path} is used by another Parley.`)
  return folder
}

/** Returns sentences about where the run's sessions are now. */
export async function handOver(
  { sessions }: Engine,
  from: string,
  path: string,
  caller: Caller,
): Promise<readonly string[]> {
  await sessions.record('stop')
  const { sessions: made } = await sessions.list({ limit: maxHandedSessions })
  const texts: string[] = []
  for (const { id, entries } of made) {
    if (entries === 0) continue
    const file = join(path, `${id}.parley`)
    await writeExport(sessions.files, { sessionId: id, selection: { of: 'session' }, format: 'parley' }, file)
    texts.push(await imported(from, file, caller))
  }
  return texts
}

const importedSchema = z.object({ session: z.object({ id: z.string() }) })

async function imported(from: string, file: string, caller: Caller): Promise<string> {
  const out = { stdout: '', stderr: '' }
  const into = (name: keyof typeof out) => ({
    write(text: string | Uint8Array) {
      out[name] += Buffer.from(text).toString()
    },
  })
  // A run that was stopped is handed over, too: its signal must not cancel this.
  const { signal } = new AbortController()
  const quiet = { ...caller, signal, stdout: into('stdout'), stderr: into('stderr') }
  const code = await runInWindow(from, ['sessions', 'import', file, '--output', 'json'], quiet)
  const read = importedSchema.safeParse(parsedJson(out.stdout))
  if (code === verbExitCodes.done && read.success)
    return `The open window has this run as session ${read.data.session.id}.`
  throw new Error(out.stderr === '' ? 'its window was closed' : out.stderr.trim())
}
