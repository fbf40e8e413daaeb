// The desktop app as electron-builder packages it: its files, its fuses, and that its bundles run from there. Electron's own
// program is not included; docs/RELEASING.md lists what only that can show.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll, listPackage, statFile } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { runEveryVerb } from '#testing/cli/every-verb.ts'
import { verbs } from '../../electron/cli/verbs.ts'
import { licensesPage } from '../../packaging/licenses/licenses-page.ts'
import {
  bundledPackages,
  installedPackages,
  isPermitted,
  optionalPackages,
} from '../../packaging/licenses/shipped-packages.ts'
import { expect, test } from '../fixtures/app.ts'
import { packageApp } from '../fixtures/packaged-app.ts'
import { root } from '../fixtures/serve-front.ts'
import { openStandIn, standInLoader } from '../fixtures/stand-in-front.ts'
import { ParleyWindow } from '../pages/parley-window.ts'

test('the packaged app has what it needs and no more, is locked, and its bundles run from inside the archive', {
  tag: '@full',
}, async ({ page, dataDir }) => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'parley-packaged-'))
  const { folder: app, placed, desktopEntry } = await packageApp(folder)
  expect(desktopEntry.split('\n')).toEqual(
    expect.arrayContaining([
      'Exec=/opt/Parley/parley %U',
      'StartupWMClass=app.parley.Parley',
      'MimeType=application/vnd.parley.session;x-scheme-handler/parley;',
      'Categories=Development;',
    ]),
  )
  expect(placed.filter((path) => !path.includes('/icons/'))).toEqual([
    '/opt/Parley',
    '/usr/share/applications/app.parley.Parley.desktop',
    '/usr/share/metainfo/app.parley.Parley.metainfo.xml',
    '/usr/share/mime/packages/parley.xml',
  ])
  expect((await readdir(app, { recursive: true })).toSorted()).toEqual(
    [
      'locales',
      join('locales', 'en-US.pak'),
      'parley',
      'resources',
      join('resources', 'app.asar'),
      join('resources', 'apparmor-profile'),
    ].toSorted(),
  )

  const wire = await getCurrentFuseWire(join(app, 'parley'))
  const { ENABLE, DISABLE } = FuseState
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: DISABLE,
    [FuseV1Options.EnableCookieEncryption]: ENABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: DISABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
  })

  const archive = join(app, 'resources', 'app.asar')
  const files = listPackage(archive, { isPack: false }).map((path) => path.slice(1).replaceAll('\\', '/'))
  expect(
    files
      .filter((path) => !/node_modules\/|chunks\/|assets\/|share\/|suites\/[a-z-]+\.acts\.yaml$/.test(path))
      .toSorted(),
  ).toEqual([
    'LICENSE',
    'node_modules',
    'out',
    'out/main',
    'out/main/chunks',
    'out/main/licenses.txt',
    'out/main/main.js',
    'out/main/open-served.js',
    'out/main/parley.js',
    'out/main/serve.js',
    'out/main/suites',
    'out/main/tap-thread.js',
    'out/preload',
    'out/preload/preload.cjs',
    'out/renderer',
    'out/renderer/assets',
    'out/renderer/index.html',
    'out/renderer/licenses.txt',
    'out/renderer/share',
    'package.json',
  ])
  expect(
    files.filter((path) => /\.(ts|map|md)$|node_modules\/(@types|electron|vite|react)/.test(path)),
  ).toEqual([])
  expect(packagesIn(files)).toEqual(runtimePackages())
  expect(statFile(archive, join('out', 'main', 'main.js'))).toMatchObject({
    integrity: { algorithm: 'SHA256', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })

  const extracted = join(folder, 'extracted')
  extractAll(archive, extracted)
  const standIn = await openStandIn(page, dataDir, { app: extracted })
  const window = new ParleyWindow(page)
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation.getByRole('article', { name: 'Agent' })).toContainText(
    'I am a travel concierge',
  )
  await window.tapAgent()
  await standIn.close()

  const main = join(extracted, 'out', 'main', 'main.js')
  const used = await runEveryVerb({
    command: [process.execPath, '--import', standInLoader, main],
    folder: await mkdtemp(join(folder, 'verbs-')),
  })
  expect(used.toSorted()).toEqual(verbs.map(({ name }) => name).toSorted())
  await rm(folder, { recursive: true, force: true })
})

test('docs/LICENSES.md lists what the bundles have of others, all of it permitted (npm run licenses)', {
  tag: '@full',
}, async () => {
  const shipped = { installed: installedPackages(), optional: optionalPackages(), bundled: bundledPackages() }
  expect(await readFile(join(root, 'docs', 'LICENSES.md'), 'utf8')).toBe(licensesPage(shipped))
  expect(shipped.bundled.filter(({ license }) => !isPermitted(license))).toEqual([])
})

function packagesIn(files: readonly string[]): readonly string[] {
  const names = files.map((path) => /node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(path)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))].toSorted()
}

/** Installed beside the bundles, except packages of types only. */
function runtimePackages(): readonly string[] {
  const names = installedPackages().map(({ name }) => name)
  const withCode = names.filter((name) => !/^(@types\/node|undici-types|openapi-types|type-fest)$/.test(name))
  return [...new Set(withCode)].toSorted()
}
