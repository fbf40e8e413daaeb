// The engine without a window, on the named or the usual data folder. Beside an open window it uses a temporary folder
// with copies of the settings and hands its sessions over at the end; verbs that read or add to stored data run in the
// window's process.

import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { memorySecretStore } from '#engine/access/secret-store.ts'
import { type DataFolder, ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { openLogFile } from '#engine/diagnostics/logger.ts'
import { type Engine, openEngine } from '#engine/engine.ts'
import { messageOf } from '#shared/errors.ts'
import { builtFiles } from '../built-files.ts'
import { attachFileIn } from '../serve/attach-proof.ts'
import { serveHost } from '../serve/host.ts'
import { openKeyring } from '../serve/keyring.ts'
import { FolderInUse, whyUnkept } from './failure.ts'
import type { VerbCall } from './verb.ts'

export interface Headless {
  readonly engine: Engine
  /** Sessions are afterwards in the data folder, or in the open window. */
  readonly isKept: boolean
  close(): Promise<void>
}

/** `kept`: the folder itself, or a refusal. `none`: a temporary folder. */
export type FolderUse = 'any' | 'kept' | 'none'

/** For the endpoint of traces to take the last of what a run recorded; the run then ends without that. */
const maxLastTracesMs = 2_000
/** For another command to release a data folder that a run needs; then the run is refused. */
const maxFolderWaitMs = 2_000

export async function openHeadless(
  call: Pick<VerbCall, 'version' | 'usualDataDir' | 'bundles' | 'flags' | 'caller' | 'window'>,
  dataDir: string | undefined,
  note: (sentence: string) => void,
  use: FolderUse = 'any',
): Promise<Headless> {
  if (call.window) return { engine: call.window, isKept: true, close: async () => undefined }
  const path = dataDir === undefined ? call.usualDataDir : call.caller.path(dataDir)
  const { folder, isTemporary, borrowedFrom } = await folderFor(path, dataDir !== undefined, use, note)
  const engine = await openAt(folder, call)
  const isKept = call.flags['no-record'] !== true && (!isTemporary || borrowedFrom !== undefined)
  return {
    engine,
    isKept,
    async close() {
      const lost = isKept ? whyUnkept(engine) : undefined
      if (lost !== undefined) note(`This run isn't kept. ${lost}`)
      // Only the process that sets a file aside can report it.
      if (!isTemporary) for (const notice of folder.notices()) note(notice)
      const isLeft =
        isKept && borrowedFrom !== undefined && !(await isHandedOver(engine, folder, borrowedFrom))
      // A temporary folder is deleted, so its traces can't be sent later.
      if (isTemporary) await engine.traces.flush(maxLastTracesMs)
      await engine.close()
      if (isTemporary && !isLeft) await rm(folder.path, { recursive: true, force: true })
    },
  }

  async function isHandedOver(from: Engine, { path }: DataFolder, to: string): Promise<boolean> {
    const { handOver } = await import('./attach/borrowed-folder.ts')
    try {
      for (const sentence of await handOver(from, to, path, call.caller)) note(sentence)
      return true
    } catch (error) {
      note(`This run couldn't be kept in ${to}: ${messageOf(error)}. It is in ${path}.`)
      return false
    }
  }
}

async function openAt(
  folder: DataFolder,
  { version, bundles, caller }: Pick<VerbCall, 'version' | 'bundles' | 'caller'>,
): Promise<Engine> {
  const { path } = folder
  const logs = openLogFile({ dataDir: path, echo: () => undefined })
  let opened: Engine | undefined
  caller.watch({
    log: logs.write,
    isSound: () => opened?.isSound() ?? false,
    flush: () => opened?.record.flush(),
  })
  // A keyring may prompt its user to unlock it, so it is opened only where it has secrets.
  const hasKept = existsSync(join(path, 'keyring-secrets.json'))
  const secrets = hasKept ? await openKeyring(path) : memorySecretStore()
  opened = await openEngine({
    host: serveHost({ productVersion: version, dataDir: path }, secrets),
    folder,
    log: logs.write,
    ...builtFiles(bundles),
    environment: caller.env,
    credentialsFor: 'now',
  })
  logs.hide(opened.mask)
  return opened
}

interface ChosenFolder {
  readonly folder: DataFolder
  readonly isTemporary: boolean
  /** The folder of the window that lends the settings and receives the sessions. */
  readonly borrowedFrom?: string
}

/** `isNamed`: chosen by a flag. */
async function folderFor(
  path: string,
  isNamed: boolean,
  use: FolderUse,
  note: (sentence: string) => void,
): Promise<ChosenFolder> {
  const temporary = async (from?: string) => {
    const { temporaryFolder } = await import('./attach/borrowed-folder.ts')
    return { folder: await temporaryFolder(from), isTemporary: true }
  }
  if (use === 'none') return temporary()
  const isNeeded = isNamed || use === 'kept'
  const own = ownDataFolder(path)
  const hasWindow = !own && existsSync(attachFileIn(path))
  const folder = own ?? (isNeeded && !hasWindow ? ownDataFolder(path, maxFolderWaitMs) : undefined)
  if (folder) return { folder, isTemporary: false }
  if (use === 'kept' || (isNamed && !hasWindow)) throw new FolderInUse(path)
  if (hasWindow) return { ...(await temporary(path)), borrowedFrom: path }
  note(
    `Another Parley is using ${path}: this run isn't kept there, and credentials that are kept there aren't sent. --data-dir names another.`,
  )
  return temporary()
}
