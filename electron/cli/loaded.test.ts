// The modules that the built command loads, by V8's coverage.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startProcess } from '#testing/cli/run-command.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { ensureBuilt } from '../built.ts'

vi.setConfig({ testTimeout: 180_000 })

let folder: string

beforeAll(() => ensureBuilt(join(import.meta.dirname, '..', '..'), () => undefined), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-loaded-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('a call loads nothing of the window, and no server of the demo agent', async () => {
  const { url, close } = await namedAgent('v1.0').start()
  try {
    const { modules, files } = await loadedBy('send', url, 'direct')
    expect(modules).toEqual(
      expect.arrayContaining(['electron/cli/send/send.ts', 'electron/engine/engine.ts']),
    )
    expect(modules.filter((each) => !/^(electron|shared)\//.test(each))).toEqual([])
    expect(
      files.filter((path) => /node_modules\/(express|react|@a2a-js)\/|out\/renderer\//.test(path)),
    ).toEqual([])
  } finally {
    await close()
  }
})

test.each([
  [['--version']],
  [['--help']],
  [['version']],
  [['help', 'send']],
  [['send', '--help']],
  [['completion', 'bash']],
])('%j loads no engine and no client of HTTP', async (args) => {
  const { modules, files } = await loadedBy(...args)
  expect(modules).toContain('electron/parley.ts')
  expect(modules.filter((each) => /engine\.ts$|\/wire\/|\/contract\/contract\.ts$/.test(each))).toEqual([])
  expect(files.filter((path) => /node_modules\//.test(path))).toEqual([])
})

/** Returns our modules, and all files. */
async function loadedBy(...args: readonly string[]) {
  vi.stubEnv('NODE_V8_COVERAGE', join(folder, 'loaded'))
  expect((await startProcess(args, folder).done).code).toBe(0)
  const [name = ''] = readdirSync(join(folder, 'loaded'))
  const { result } = JSON.parse(readFileSync(join(folder, 'loaded', name), 'utf8'))
  const files: readonly string[] = result
    .map((script: { readonly url: string }) => script.url)
    .filter((each: string) => each.startsWith('file:'))
    .map((each: string) => fileURLToPath(each).replaceAll('\\', '/'))
  // The bundler writes the source path above each module.
  const modules = files
    .filter((path) => path.includes('/out/main/'))
    .flatMap((path) => readFileSync(path, 'utf8').match(/(?<=^\/\/ )\S+\.tsx?$/gm) ?? [])
  return { modules, files }
}
