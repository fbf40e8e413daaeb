// The engine without a window: on the data folder that was named, on the usual one where nobody uses it, else on one that is gone
// afterwards. What reads or adds to what is kept has that folder or none.

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySecretStore } from '#engine/access/secret-store.ts'
import { type DataFolder, ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { openLogFile } from '#engine/diagnostics/log-file.ts'
import { type Engine, openEngine } from '#engine/engine.ts'
import { Fault } from '#shared/contract/fault.ts'
import { watchForCrash } from '../crash-watch.ts'
import { inUseMessage } from '../in-use.ts'
import { serveHost } from '../serve/host.ts'
import { openKeyring } from '../serve/keyring.ts'
import { verbExitCodes } from './exit-codes.ts'
import type { VerbCall } from './verb.ts'
import { whyUnkept } from './why-unkept.ts'

export interface Headless {
  readonly engine: Engine
  close(): Promise<void>
}

/** `kept`: the folder itself, or a refusal. `none`: one that is gone afterwards. */
export type FolderUse = 'any' | 'kept' | 'none'

/** Another command that ends just now is given a moment. */
const patienceMs = 2_000

export async function openHeadless(
  { version, usualDataDir, bundles, flags }: Pick<VerbCall, 'version' | 'usualDataDir' | 'bundles' | 'flags'>,
  dataDir: string | undefined,
  note: (sentence: string) => void,
  use: FolderUse = 'any',
): Promise<Headless> {
  const { folder, isTemporary } = await folderFor(dataDir, usualDataDir, note, use)
  const { path } = folder
  const logs = openLogFile({ dataDir: path, echo: () => undefined })
  let opened: Engine | undefined
  watchForCrash({
    log: logs.write,
    isSound: () => opened?.isSound() ?? false,
    end(error) {
      process.stderr.write(`Parley broke: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(verbExitCodes.failed)
    },
  })
  // A keyring may ask its user to unlock it: only for what lies in it.
  const hasKept = existsSync(join(path, 'keyring-secrets.json'))
  const secrets = hasKept ? await openKeyring(path) : memorySecretStore()
  const engine = await openEngine({
    host: serveHost({ productVersion: version, dataDir: path }, secrets),
    folder,
    log: logs.write,
    pageFolder: join(bundles, '..', 'renderer', 'share'),
    suitesFolder: join(bundles, 'suites'),
    credentialsFor: 'now',
  })
  logs.hide(engine.mask)
  opened = engine
  return {
    engine,
    async close() {
      const lost = isTemporary || flags['no-record'] === true ? undefined : whyUnkept(engine)
      if (lost !== undefined) note(`This run isn't kept. ${lost}`)
      await engine.close()
      if (isTemporary) await rm(path, { recursive: true, force: true })
    },
  }
}

async function folderFor(
  named: string | undefined,
  usual: string,
  note: (sentence: string) => void,
  use: FolderUse,
): Promise<{ readonly folder: DataFolder; readonly isTemporary: boolean }> {
  if (use === 'none') return { folder: await temporaryFolder(), isTemporary: true }
  const isNeeded = named !== undefined || use === 'kept'
  const folder = ownDataFolder(named ?? usual, isNeeded ? patienceMs : 0)
  if (folder) return { folder, isTemporary: false }
  if (isNeeded) throw new Fault('conflict', inUseMessage(named ?? usual))
  const temporary = await temporaryFolder()
  note(
    `Another Parley is using ${usual}: this run isn't kept there, and credentials that are kept there aren't sent. --data-dir names another.`,
  )
  return { folder: temporary, isTemporary: true }
}

async function temporaryFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'parley-'))
  const temporary = ownDataFolder(path)
  if (!temporary) throw new Fault('conflict', inUseMessage(path))
  return temporary
}
