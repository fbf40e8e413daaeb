// The desktop entry. In an installed app it also runs verbs without a window.

import { join } from 'node:path'
import { openLogFile } from '#engine/diagnostics/logger.ts'
import { createProblems } from '#engine/diagnostics/problem-report.ts'
import { type Engine, openEngine } from '#engine/engine.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { defined } from '#shared/defined.ts'
import { toError } from '#shared/errors.ts'
import packageJson from '../package.json' with { type: 'json' }
import { builtFiles } from './built-files.ts'
import { answerVerbs } from './cli/attach/answer-verbs.ts'
import { isVerb, runAsProcess } from './cli/cli.ts'
import { speakTo } from './cli/mcp/stdio.ts'
import { exitCodes, helpOn, refuse } from './command-line.ts'
import { watchForCrash } from './crash-watch.ts'
import { startDesktop } from './desktop/start.ts'
import { showCrash } from './desktop/window.ts'
import { desktopOptions, inUseMessage, ownArguments } from './options.ts'
import { openAttachDoor } from './serve/attach-door.ts'
import { handOver } from './serve/hand-over.ts'

const { dataDir, theme, opening, instead, wrong } = desktopOptions(process.argv, process.env)
const pageFolder = join(import.meta.dirname, '..', 'renderer')
const logs = openLogFile({ dataDir, echo: (line) => process.stderr.write(`${line}\n`) })
const { write: log } = logs

// Not awaited: Electron becomes ready only after this module has run to its end.
void start()

async function start(): Promise<void> {
  const args = ownArguments(process.argv)
  if (isVerb(args)) return runAsProcess(args, import.meta.dirname)
  switch (instead) {
    case 'version':
      process.stdout.write(`${packageJson.version}\n`)
      return process.exit(exitCodes.stopped)
    case 'serve':
      await import('./serve.ts')
      return
    case 'help':
    case undefined:
      if (wrong !== undefined) {
        refuse(args, wrong)
        return process.exit(exitCodes.wrongCommandLine)
      }
      if (instead === undefined) return window()
      process.stdout.write(helpOn(args))
      return process.exit(exitCodes.stopped)
  }
}

async function window(): Promise<void> {
  let opened: Engine | undefined
  watchForCrash({
    log,
    isSound: () => opened?.isSound() ?? false,
    end: (error) => void endWith('Parley broke', error),
  })
  await startDesktop({
    dataDir,
    theme,
    opening,
    openingOf: (argv, folder) => desktopOptions(argv, process.env, folder).opening,
    pageFolder,
    preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
    log,
    async handOver() {
      const first = await handOver(dataDir, defined({ opening }))
      if (!first) return { problem: inUseMessage(dataDir), exitCode: exitCodes.couldNotStart }
      return { ...(!first.isOpen && { address: first.address }), exitCode: exitCodes.stopped }
    },
    async openEngine(host, folder) {
      opened = await openEngine({
        host,
        folder,
        log,
        ...builtFiles(import.meta.dirname),
      })
      logs.hide(opened.mask)
      const { codingAgents } = opened
      const speak = speakTo({ engine: opened, version: packageJson.version, log })
      const door = await openAttachDoor({
        dataDir,
        codingAgents,
        speak,
        runVerb: answerVerbs(opened, import.meta.dirname),
      })
      process.once('exit', guarded('attach door', door.close))
      return opened
    },
    createRpc: (engine) => createRpc(createRouter(engine), log),
  }).catch((error: unknown) => endWith('Parley could not start', error))
}

async function endWith(what: string, error: unknown): Promise<void> {
  const { message, stack } = toError(error)
  const problems = createProblems({ dataDir, productVersion: packageJson.version, log, mask: (text) => text })
  const { report, logFile } = problems.report({ what, message, ...(stack && { stack }) })
  const detail = `${message}\n\nWhat was recorded is kept in ${dataDir}.\nThe log: ${logFile}`
  try {
    await showCrash({ message: what, detail, report, choices: ['Quit'] })
  } finally {
    process.exit(exitCodes.couldNotStart)
  }
}
