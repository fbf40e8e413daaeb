// Composes what the headless entry starts. Standard output gets one line, the address to open; all else goes to standard error.

import { memorySecretStore, type SecretStore } from '#engine/access/secret-store.ts'
import { type DataFolder, ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { openLogFile } from '#engine/diagnostics/logger.ts'
import { codeOf } from '#engine/platform/errors.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import { exitCodes } from './command-line.ts'
import { describeError, watchForCrash } from './crash-watch.ts'
import { openServed, type Served } from './open-served.ts'
import { inUseMessage, loopbackHost, type StartOptions } from './options.ts'
import { hasDisplay, launch, openCommand } from './serve/browser.ts'
import { handOver } from './serve/hand-over.ts'
import { openKeyring } from './serve/keyring.ts'

/** How long each try of a second start waits for the data folder, before it sends its request to the first one. */
const folderWaitsMs = [0, 500, 1_500, 3_000] as const
const terminal = (line: string) => process.stderr.write(`${line}\n`)
const keyringIsAwaited = (maxSeconds: number) =>
  terminal(
    `The system’s keyring has not answered yet; it may be asking to be unlocked. After ${maxSeconds} s, secrets are kept in memory.`,
  )

/** `programs` is the folder of the running bundle. */
export async function startServed(options: StartOptions, programs: string): Promise<void> {
  const { dataDir, opening, forgetBrowsers } = options
  // Another Parley may be closing or starting.
  for (const waitMs of folderWaitsMs) {
    const folder = ownDataFolder(dataDir, waitMs)
    if (folder) return serve(folder, options, programs)
    const first = await handOver(dataDir, { ...defined({ opening }), forgetBrowsers })
    if (!first) continue
    terminal('Parley is already running with this data directory; the request was passed to it.')
    process.stdout.write(`${first.address}\n`)
    if (!first.isOpen) show(first.address, options)
    return
  }
  terminal(inUseMessage(dataDir))
  process.exitCode = exitCodes.couldNotStart
}

function secretsFor({ keyring, dataDir }: StartOptions): Promise<SecretStore> | SecretStore {
  return keyring ? openKeyring(dataDir, undefined, keyringIsAwaited) : memorySecretStore()
}

async function serve(folder: DataFolder, options: StartOptions, programs: string): Promise<void> {
  const logs = openLogFile({ dataDir: options.dataDir, echo: terminal })
  const { write: log, path: logFile } = logs
  let served: Served | undefined
  watchForCrash({
    log,
    isSound: () => served?.engine.isSound() ?? false,
    end(error) {
      log(`Parley broke: ${describeError(error)}`)
      terminal(`The log is ${logFile}.`)
      process.exit(exitCodes.couldNotStart)
    },
  })
  const secrets = await secretsFor(options)
  const noPort = (error: unknown): never => {
    log(portProblem(error, options))
    process.exit(exitCodes.couldNotStart)
  }
  // Until it is served, an error is a failed start.
  const opened = await openServed(folder, options, { secrets, logs, noPort, programs })
  served = opened
  if (options.host !== loopbackHost)
    log(
      `Parley listens on ${options.host}: anyone who can reach it and has the address below sees all that it records.`,
    )
  process.stdout.write(`${opened.address()}\n`)
  show(opened.address(), options)

  const stop = async () => {
    await opened.close()
    process.exit(exitCodes.stopped)
  }
  const stopBroken = () => {
    opened.engine.record.flush()
    process.exit(exitCodes.couldNotStart)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, guarded('stop', stop, stopBroken))
  }
}

function show(address: string, { open }: StartOptions): void {
  if (!open || !hasDisplay(process.platform, process.env)) return
  const command = openCommand(address, process.platform, process.env)
  if (command) launch(command)
}

function portProblem(error: unknown, { port, host }: StartOptions): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Choose another with --port, or leave it out for a free one.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Choose one above 1023 with --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} isn’t an address of this machine. Choose another with --host, or leave it out.`
  return `Parley could not serve its window. ${messageOf(error)}`
}
