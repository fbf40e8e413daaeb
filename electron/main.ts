// The desktop entry: compose and start.

import { join } from 'node:path'
import { openEngine } from '#engine/engine.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { startDesktop } from './desktop/start.ts'
import { desktopOptions } from './options.ts'

const log = (line: string) => process.stderr.write(`${line}\n`)
const { dataDir, theme, opening } = desktopOptions(process.argv, process.env)
const pageFolder = join(import.meta.dirname, '..', 'renderer')

// Not awaited: Electron becomes ready only after this module has run to its end.
void startDesktop({
  dataDir,
  theme,
  opening,
  openingOf: (argv) => desktopOptions(argv, process.env).opening,
  pageFolder,
  preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
  log,
  openEngine: (host) => openEngine({ host, dataDir, log, pageFolder: join(pageFolder, 'share') }),
  createRpc: (engine) => createRpc(createRouter(engine), log),
}).catch((error: unknown) => {
  log(`Parley could not start. ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
