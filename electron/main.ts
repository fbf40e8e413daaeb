// The desktop entry: compose and start.

import { join } from 'node:path'
import { openLogFile } from '#engine/diagnostics/log-file.ts'
import { createProblems } from '#engine/diagnostics/problem-report.ts'
import { openEngine } from '#engine/engine.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import packageJson from '../package.json' with { type: 'json' }
import { watchForCrash } from './crash-watch.ts'
import { tellCrash } from './desktop/crash.ts'
import { startDesktop } from './desktop/start.ts'
import { desktopOptions } from './options.ts'

const { dataDir, theme, opening } = desktopOptions(process.argv, process.env)
const { write: log } = openLogFile({ dataDir, echo: (line) => process.stderr.write(`${line}\n`) })

watchForCrash(log, (error) => void endWith('Parley broke', error))

// Not awaited: Electron becomes ready only after this module has run to its end.
void startDesktop({
  dataDir,
  theme,
  opening,
  openingOf: (argv) => desktopOptions(argv, process.env).opening,
  pageFolder: join(import.meta.dirname, '..', 'renderer'),
  preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
  log,
  openEngine: (host) => openEngine({ host, dataDir, log }),
  createRpc: (engine) => createRpc(createRouter(engine), log),
}).catch((error: unknown) => endWith('Parley could not start', error))

async function endWith(what: string, error: unknown): Promise<void> {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const problems = createProblems({ dataDir, productVersion: packageJson.version, log, mask: (text) => text })
  const { report, logFile } = problems.report({ what, message, ...(stack && { stack }) })
  const detail = `${message}\n\nWhat was recorded is kept in ${dataDir}.\nThe log: ${logFile}`
  await tellCrash({ message: what, detail, report, choices: ['Quit'] })
  process.exit(1)
}
