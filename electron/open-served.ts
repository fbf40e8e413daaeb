// The engine and its served front, of which a process may have several. Signals and exit codes are left to the program.

import { join } from 'node:path'
import type { SecretStore } from '#engine/access/secret-store.ts'
import type { DataFolder } from '#engine/data-folder/data-folder.ts'
import type { openLogFile } from '#engine/diagnostics/logger.ts'
import { type Engine, openEngine } from '#engine/engine.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { defined } from '#shared/defined.ts'
import packageJson from '../package.json' with { type: 'json' }
import { builtFiles } from './built-files.ts'
import { answerVerbs } from './cli/attach/answer-verbs.ts'
import { speakTo } from './cli/mcp/stdio.ts'
import type { StartOptions } from './options.ts'
import { readPageFiles } from './page/page-files.ts'
import { openAttachDoor } from './serve/attach-door.ts'
import { createHandOver } from './serve/hand-over.ts'
import { openOnPort, serveHost } from './serve/host.ts'
import { openPairedBrowsers } from './serve/paired-browsers.ts'
import { openServeFront } from './serve/server.ts'

interface ServedDeps {
  readonly secrets: SecretStore
  readonly logs: ReturnType<typeof openLogFile>
  /** The folder of the built programs, with the page, the suites and the taps' thread. */
  readonly programs: string
  noPort(error: unknown): never
  readonly demoStepMs?: number
}

export interface Served {
  readonly engine: Engine
  /** With a token for one browser. */
  address(): string
  close(): Promise<void>
}

type ServedOptions = Pick<StartOptions, 'dataDir' | 'theme' | 'opening' | 'host' | 'port' | 'forgetBrowsers'>

export async function openServed(
  folder: DataFolder,
  options: ServedOptions,
  { secrets, logs, programs, noPort, demoStepMs }: ServedDeps,
): Promise<Served> {
  const { dataDir, theme, opening, host } = options
  const { write: log, show } = logs
  const engine = await openEngine({
    host: serveHost({ productVersion: packageJson.version, dataDir, ...defined({ theme }) }, secrets),
    folder,
    log,
    ...builtFiles(programs),
    ...defined({ demoStepMs }),
  })
  logs.hide(engine.mask)
  if (opening) engine.openings.add(opening)
  const pairedBrowsers = await openPairedBrowsers(dataDir)
  if (options.forgetBrowsers) await pairedBrowsers.forgetAll()
  const handOvers = createHandOver({
    dataDir,
    isOpen: () => engine.openings.isListenedTo(),
    async take({ opening, forgetBrowsers }) {
      if (forgetBrowsers) {
        await front.forgetBrowsers()
        show(`Every browser was signed out. For another browser: ${front.address()}`)
      }
      if (opening) engine.openings.add(opening)
    },
  })
  const served = {
    rpc: createRpc(createRouter(engine), log),
    files: await readPageFiles(join(programs, '..', 'renderer')),
    pairedBrowsers,
    host,
    handOver: handOvers,
    onNextAddress: nextAddressTo(show),
  }
  const front = await openOnPort(dataDir, options.port, (port) => openServeFront({ ...served, port })).catch(
    noPort,
  )
  const { host: authority, port } = new URL(front.address())
  engine.ownPorts.add(Number(port))
  await handOvers.announce(authority)
  const door = await openDoor(engine, dataDir, programs, log)
  return {
    engine,
    address: front.address,
    async close() {
      handOvers.withdraw()
      door.close()
      await front.close()
      await engine.close()
    },
  }
}

function openDoor(engine: Engine, dataDir: string, programs: string, log: (line: string) => void) {
  const speak = speakTo({ engine, version: packageJson.version, log })
  const runVerb = answerVerbs(engine, programs)
  return openAttachDoor({ dataDir, codingAgents: engine.codingAgents, speak, runVerb })
}

function nextAddressTo(show: (line: string) => void) {
  return (next: string, why: 'spent' | 'expired') =>
    show(
      `${why === 'spent' ? 'Opened in a browser.' : 'That address has expired.'} For another browser: ${next}`,
    )
}
