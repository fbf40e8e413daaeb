// What the built command loads for a call to an agent, as V8 lists it.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { startCommand } from '#testing/cli/run-command.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { ensureBuilt } from '../built.ts'

vi.setConfig({ testTimeout: 180_000 })

test('a call loads nothing of the window, and no server of the demo agent', async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..'), () => undefined)
  const folder = mkdtempSync(join(tmpdir(), 'parley-loaded-'))
  const { url, close } = await namedAgent('v1.0').start()
  try {
    vi.stubEnv('NODE_V8_COVERAGE', join(folder, 'loaded'))
    expect((await startCommand(['send', url, 'direct'], folder).done).code).toBe(0)
    const [name = ''] = readdirSync(join(folder, 'loaded'))
    const { result } = JSON.parse(readFileSync(join(folder, 'loaded', name), 'utf8'))
    const files: readonly string[] = result
      .map((script: { readonly url: string }) => script.url)
      .filter((each: string) => each.startsWith('file:'))
      .map((each: string) => fileURLToPath(each).replaceAll('\\', '/'))
    // The bundler says above each module where it came from.
    const modules = files
      .filter((path) => path.includes('/out/main/'))
      .flatMap((path) => readFileSync(path, 'utf8').match(/(?<=^\/\/ )\S+\.tsx?$/gm) ?? [])
    expect(modules).toEqual(
      expect.arrayContaining(['electron/cli/send/send.ts', 'electron/engine/engine.ts']),
    )
    expect(modules.filter((each) => !/^(electron|shared)\//.test(each))).toEqual([])
    expect(
      files.filter((path) => /node_modules\/(express|react|@a2a-js)\/|out\/renderer\//.test(path)),
    ).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})
