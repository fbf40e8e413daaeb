// The engine without a window: on the data folder that was named, on the usual one where nobody uses it, else on one that is gone
// afterwards.

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySecretStore } from '#engine/access/secret-store.ts'
import { type DataFolder, ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { openLogFile } from '#engine/diagnostics/log-file.ts'
import { type Engine, openEngine } from '#engine/engine.ts'
import { Fault } from '#shared/contract/fault.ts'
import { inUseMessage } from '../command-line.ts'
import { watchForCrash } from '../crash-watch.ts'
import { serveHost } from '../serve/host.ts'
import { openKeyring } from '../serve/keyring.ts'
import { verbExitCodes } from './exit-codes.ts'
import type { VerbCall } from './verb.ts'

export interface Headless {
  readonly engine: Engine
  close(): Promise<void>
}

/** Another command that ends just now is given a moment. */
const patienceMs = 2_000

export async function openHeadless(
  { version, usualDataDir, bundles }: Pick<VerbCall, 'version' | 'usualDataDir' | 'bundles'>,
  dataDir: string | undefined,
  note: (sentence: string) => void,
): Promise<Headless> {
  const { folder, isTemporary } = await folderFor(dataDir, usualDataDir, note)
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
    suitesFolder: join(bundles, 'suites'),
    credentialsFor: 'now',
  })
  logs.hide(engine.mask)
  opened = engine
  return {
    engine,
    async close() {
      await engine.close()
      if (isTemporary) await rm(path, { recursive: true, force: true })
    },
  }
}

async function folderFor(
  named: string | undefined,
  usual: string,
  note: (sentence: string) => void,
): Promise<{ readonly folder: DataFolder; readonly isTemporary: boolean }> {
  const folder = ownDataFolder(named ?? usual, named === undefined ? 0 : patienceMs)
  if (folder) return { folder, isTemporary: false }
  if (named !== undefined) throw new Fault('conflict', inUseMessage(named))
  const path = await mkdtemp(join(tmpdir(), 'parley-'))
  const temporary = ownDataFolder(path)
  if (!temporary) throw new Fault('conflict', inUseMessage(path))
  note(
    `Another Parley is using ${usual}: this run isn't kept there, and credentials that are kept there aren't sent. --data-dir names another.`,
  )
  return { folder: temporary, isTemporary: true }
}
