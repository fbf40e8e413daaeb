// A real engine on a temporary folder, called through the contract as by a window.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { memorySecretStore, type SecretStore } from '#engine/access/secret-store.ts'
import { ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { type Engine, openEngine } from '#engine/engine.ts'
import type { Clock } from '#engine/platform/clock.ts'
import { createRouter } from '#engine/router.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { Entry } from '#shared/record/entry.ts'

const engineFolder = join(import.meta.dirname, '..', '..', 'electron', 'engine')

export const tapThread = join(engineFolder, 'tap', 'forward', 'thread.ts')

export interface TestWindow {
  readonly client: EngineClient
  readonly engine: Engine
  readonly dataDir: string
  /** Adds the agent and reads its card. */
  connect(address: string): ReturnType<EngineClient['card']['discover']>
  idOf(address: string): Promise<string>
  entries(exchangeId: string): Promise<readonly Entry[]>
  /** The content of the engine's files, including the database and its log. */
  disk(): string
  /** Closes the engine and opens another on the same folder and secret store. */
  reopen(): Promise<TestWindow>
  close(): Promise<void>
}

export async function openWindow(
  options: {
    dataDir?: string
    secrets?: SecretStore
    pageFolder?: string
    /** Without it, taps forward in the test's thread, as a new thread would load all sources again. */
    tapThread?: string
    clock?: Clock
  } = {},
): Promise<TestWindow> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'parley-engine-'))
  const secrets = options.secrets ?? memorySecretStore()
  const folder = ownDataFolder(dataDir)
  if (!folder) throw new Error('Another engine has this data directory.')
  const engine = await openEngine({
    folder,
    log: () => undefined,
    suitesFolder: join(engineFolder, 'checks', 'suites'),
    demoStepMs: 3,
    ...defined({ pageFolder: options.pageFolder, tapThread: options.tapThread, clock: options.clock }),
    host: {
      secrets,
      capabilities: {
        productVersion: '0.0.0',
        platform: 'other',
        secretStore: secrets.where,
        opensLinks: false,
        nativeMenu: false,
        dataDir,
        logFile: '',
      },
      openLink: async () => ({ opened: false }),
      async *menuCommands() {},
      offerCommands: () => undefined,
    },
  })
  const client: EngineClient = createRouterClient(createRouter(engine))
  const idOf = async (address: string) => (await client.agents.add({ address })).id
  return {
    client,
    engine,
    dataDir,
    idOf,
    connect: async (address) => client.card.discover({ agentId: await idOf(address) }),
    async entries(exchangeId) {
      engine.record.flush()
      return (await client.record.exchange({ exchangeId, after: 0, limit: 1000 })).entries
    },
    disk() {
      engine.record.flush()
      return allFiles(dataDir)
        .map((path) => readFileSync(path, 'latin1'))
        .join('\n')
    },
    async reopen() {
      await engine.close()
      return openWindow({ ...options, dataDir, secrets })
    },
    async close() {
      await engine.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function allFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? allFiles(path) : [path]))
}
