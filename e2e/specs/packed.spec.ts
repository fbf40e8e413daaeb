// The npm package as a user gets it: packed, installed into an empty folder with runtime dependencies only, and started by its
// command, verb by verb.

import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runEveryVerb } from '#testing/cli/every-verb.ts'
import { verbs } from '../../electron/cli/verbs.ts'
import { expect, test } from '../fixtures/app.ts'
import { openCommand, root } from '../fixtures/serve-front.ts'
import { ParleyWindow } from '../pages/parley-window.ts'

const run = promisify(execFile)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

test('installed in an empty folder, every verb does its work, and the window talks to the demo agent and taps it', {
  tag: '@full',
}, async ({ page, dataDir }) => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'parley-packed-'))
  const pack = await run(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    shell: process.platform === 'win32',
  })
  const packed: readonly [{ filename: string; files: readonly { path: string }[] }] = JSON.parse(pack.stdout)
  const [{ filename, files }] = packed
  const folders = [...new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')))].toSorted()
  expect(folders).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin/parley.js',
    'docs/MCP.md',
    'docs/SKILL.md',
    'out/main',
    'out/renderer',
    'package.json',
  ])
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run(npm, ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename)], {
    cwd: folder,
    shell: process.platform === 'win32',
  })
  const installed = await readdir(join(folder, 'node_modules'))
  expect(installed.filter((name) => /^(electron|vite|react|monaco|@playwright)/.test(name))).toEqual([])

  const bin = join(folder, 'node_modules', 'parley-a2a', 'bin', 'parley.js')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(spawnSync(process.execPath, [bin, '--version'], { encoding: 'utf8' }).stdout).toBe(`${version}\n`)

  const used = await runEveryVerb({ command: [process.execPath, bin], folder })
  expect(used.toSorted()).toEqual(verbs.map(({ name }) => name).toSorted())

  const served = await openCommand([bin, 'serve', '--no-open', '--no-keyring', '--data-dir', dataDir])
  await page.goto(served.address)
  const window = new ParleyWindow(page)
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation.getByRole('article', { name: 'Agent' })).toContainText(
    'I am a travel concierge',
  )
  await window.show('console')
  await expect(window.exchange('SendMessage')).toContainText('200')
  await window.tapAgent()
  await served.close()
  await rm(folder, { recursive: true, force: true })
})
