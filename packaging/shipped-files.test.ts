// What is built is what ships: a program that is built and not packed is missing in the package alone, where no other test runs.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runEveryVerb } from '#testing/cli/every-verb.ts'
import { ensureBuilt } from '../electron/built.ts'
import { builtFiles } from '../electron/built-files.ts'
import { verbs } from '../electron/cli/verbs.ts'
import { builderConfiguration } from './builder-configuration.ts'

vi.setConfig({ testTimeout: 90_000 })

const root = join(import.meta.dirname, '..')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Where the package is, and what is in it. */
let folder: string
let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] }

beforeAll(async () => {
  await ensureBuilt(root, () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-shipped-'))
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const options = { cwd: root, shell: process.platform === 'win32', maxBuffer: 10_000_000 }
  const { stdout } = await promisify(execFile)(npm, args, options)
  packed = JSON.parse(stdout)[0]
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Of the desktop alone, which the npm package is not. */
const desktopOnly = /^out\/main\/chunks\/electron-updater-[\w-]+\.js$/

const built = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )

test('the npm package, and so the container, has every built file but the desktop’s own', () => {
  const paths = packed.files.map(({ path }) => path)
  expect(paths.filter((path) => path.startsWith('out/')).toSorted()).toEqual(
    ['out/main', 'out/renderer']
      .flatMap(built)
      .filter((path) => !desktopOnly.test(path))
      .toSorted(),
  )
  expect(paths).toContain('out/main/tap-thread.js')
})

// Its dependencies are ours: test:all installs them anew.
test('from the unpacked npm package every verb does its work', async () => {
  await promisify(execFile)('tar', ['-xzf', packed.filename], { cwd: folder })
  symlinkSync(join(root, 'node_modules'), join(folder, 'package', 'node_modules'), 'junction')
  const command = [process.execPath, join(folder, 'package', 'bin', 'parley.js')]
  const ran = await runEveryVerb({ command, folder })
  expect(ran.toSorted()).toEqual(verbs.map(({ name }) => name).toSorted())
})

test('the desktop package has all that is built', () => {
  const { files } = builderConfiguration({})
  expect(files).toEqual(expect.arrayContaining(['out/main', 'out/preload', 'out/renderer']))
  expect([files].flat().filter((each) => String(each).startsWith('!out'))).toEqual([])
})

test('what the engine reads of what is built is there', () => {
  const { pageFolder, suitesFolder, tapThread } = builtFiles(join(root, 'out', 'main'))
  expect(readdirSync(pageFolder)).toContain('page.js')
  expect(readdirSync(suitesFolder)).toContain('core.acts.yaml')
  expect(built('out/main')).toContain(tapThread.slice(root.length + 1).replaceAll('\\', '/'))
})
