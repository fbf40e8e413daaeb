// The headless entry: parse, compose, start. Standard output gets one line, the address to open; all else goes to
// standard error.

import { join } from 'node:path'
import { memorySecretStore, type SecretStore } from '#engine/access/secret-store.ts'
import { type DataFolder, ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { openLogFile } from '#engine/diagnostics/log-file.ts'
import { type Engine, openEngine } from '#engine/engine.ts'
import { guarded } from '#engine/guarded.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { defined } from '#shared/defined.ts'
import packageJson from '../package.json' with { type: 'json' }
import { answerVerbs } from './cli/beside/answer-verbs.ts'
import { speakTo } from './cli/mcp/speak-to.ts'
import { exitCodes, readCommandLine } from './command-line.ts'
import { describeError, watchForCrash } from './crash-watch.ts'
import { inUseMessage, loopbackHost, ownArguments, type StartOptions } from './options.ts'
import { readPageFiles } from './page/files.ts'
import { openAttachDoor } from './serve/attach-door.ts'
import { hasDisplay, launch, openCommand } from './serve/browser.ts'
import { createHandOverDesk, handOver } from './serve/hand-over.ts'
import { serveHost } from './serve/host.ts'
import { openKeyring } from './serve/keyring.ts'
import { openKnownBrowsers } from './serve/known-browsers.ts'
import { openOnPort } from './serve/served-port.ts'
import { openServeFront } from './serve/server.ts'

/** Of a second start, between asking the first one again. */
const patienceMs = [0, 500, 1_500, 3_000] as const
const terminal = (line: string) => process.stderr.write(`${line}\n`)
const keyringIsAwaited = (maxSeconds: number) =>
  terminal(
    `The system’s keyring has not answered yet; it may be asking to be unlocked. After ${maxSeconds} s, secrets are kept in memory.`,
  )

const options = readCommandLine('parley', ownArguments(process.argv))
if (options?.front === 'desktop') {
  terminal(
    'This is the served Parley: its window opens in a browser. The desktop window comes with the installed app.',
  )
  process.exitCode = exitCodes.couldNotStart
} else if (options) await start(options)

async function start(options: StartOptions): Promise<void> {
  const { dataDir, opening, forgetBrowsers } = options
  // One that ends just now, or has just begun, is given a moment.
  for (const waitMs of patienceMs) {
    const folder = ownDataFolder(dataDir, waitMs)
    if (folder) return serve(folder, options)
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

async function serve(folder: DataFolder, options: StartOptions): Promise<void> {
  const { dataDir, theme, opening, host } = options
  const logs = openLogFile({ dataDir, echo: terminal })
  const { write: log, path: logFile } = logs
  let opened: Engine | undefined
  watchForCrash({
    log,
    isSound: () => opened?.isSound() ?? false,
    end(error) {
      log(`Parley broke: ${describeError(error)}`)
      terminal(`The log is ${logFile}.`)
      process.exit(exitCodes.couldNotStart)
    },
  })
  const secrets = await secretsFor(options)
  const engine = await openEngine({
    host: serveHost({ productVersion: packageJson.version, dataDir, ...defined({ theme }) }, secrets),
    folder,
    log,
    pageFolder: join(import.meta.dirname, '..', 'renderer', 'share'),
    suitesFolder: join(import.meta.dirname, 'suites'),
    tapThread: join(import.meta.dirname, 'tap-thread.js'),
  })
  logs.hide(engine.mask)
  if (opening) engine.openings.ask(opening)
  const knownBrowsers = await openKnownBrowsers(dataDir)
  if (options.forgetBrowsers) await knownBrowsers.forgetAll()
  const desk = createHandOverDesk({
    dataDir,
    isOpen: () => engine.openings.isListenedTo(),
    async take({ opening: asked, forgetBrowsers }) {
      if (forgetBrowsers) {
        await front.forgetBrowsers()
        log(`Every browser was signed out. For another browser: ${front.address()}`)
      }
      if (asked) engine.openings.ask(asked)
    },
  })
  const served = {
    rpc: createRpc(createRouter(engine), log),
    files: await readPageFiles(join(import.meta.dirname, '..', 'renderer')),
    knownBrowsers,
    host,
    handOver: desk,
    onNextAddress: nextAddressTo(log),
  }
  const front = await openOnPort(dataDir, options.port, (port) => openServeFront({ ...served, port })).catch(
    (error: unknown) => {
      log(portProblem(error, options))
      process.exit(exitCodes.couldNotStart)
    },
  )
  await announce(new URL(front.address()), desk, engine)
  const door = await openDoor(engine, dataDir, log)
  // Before it is served, an error is a start that failed.
  opened = engine
  if (host !== loopbackHost) log(reachWarning(host))
  process.stdout.write(`${front.address()}\n`)
  show(front.address(), options)

  const stop = async () => {
    desk.withdraw()
    door.close()
    await front.close()
    await engine.close()
    process.exit(exitCodes.stopped)
  }
  const stopBroken = () => {
    engine.record.flush()
    process.exit(exitCodes.couldNotStart)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, guarded('stop', stop, stopBroken))
  }
}

async function announce(
  { host, port }: URL,
  desk: ReturnType<typeof createHandOverDesk>,
  engine: Engine,
): Promise<void> {
  engine.ownPorts.add(Number(port))
  await desk.announce(host)
}

function reachWarning(host: string): string {
  return `Parley listens on ${host}: anyone who can reach it and has the address below sees all that it records.`
}

function openDoor(engine: Engine, dataDir: string, log: (line: string) => void) {
  const speak = speakTo({ engine, version: packageJson.version, log })
  const runVerb = answerVerbs(engine, import.meta.dirname)
  return openAttachDoor({ dataDir, codingAgents: engine.codingAgents, speak, runVerb })
}

function nextAddressTo(log: (line: string) => void) {
  return (next: string, why: 'spent' | 'expired') =>
    log(
      `${why === 'spent' ? 'Opened in a browser.' : 'That address has expired.'} For another browser: ${next}`,
    )
}

function show(address: string, { open }: StartOptions): void {
  if (!open || !hasDisplay(process.platform, process.env)) return
  const command = openCommand(address, process.platform, process.env)
  if (command) launch(command)
}

function portProblem(error: unknown, { port, host }: StartOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Choose another with --port, or leave it out for a free one.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Choose one above 1023 with --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} isn’t an address of this machine. Choose another with --host, or leave it out.`
  return `Parley could not serve its window. ${error instanceof Error ? error.message : String(error)}`
}
