// Three fronts, one set of specs: serve in a real Chromium, the built desktop bundles with the stand-in, and real Electron
// where it is installed. Tests tagged @full run in `npm run test:all` only.

import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { electronProgram } from '../electron/front.ts'
import type { FrontOptions } from './fixtures/app.ts'
import { isFullRun } from './full-run.ts'

/** Independent of the front, so run once, in serve: specs of single panes, and layouts that the desktop lacks. */
const onlyServed =
  /(serve|packed|packaged|accessibility|gallery|(serve|card|chat|timeline|console|push|sessions)-.*)\.spec/

/** Electron-builder packages for Linux on Linux and macOS only. */
const notServed = process.platform === 'win32' ? /(desktop|packaged)\.spec/ : /desktop\.spec/

/** About agents and their answers, keys, or the layout of panes: a second front, which differs in its wiring only, would add nothing. */
const onceIsEnough =
  /(checks|discovery|finding-agents|findings|redirect-question|shell|shortcuts|spans|tap-webhooks|taps|taps-grpc|traces)\.spec/

/** A second front must prove its start, its channel and its restart, which thin-thread does. These run there in a full run only. */
const doubles = isFullRun ? [] : [/(coding-agent|guarded|removals|secrets|settings)\.spec/]

const electron = electronProgram(join(import.meta.dirname, '..', 'node_modules', 'electron'))
if (!electron && process.env['TEST_WORKER_INDEX'] === undefined) {
  process.stdout.write(
    'Not run: the project "desktop". Electron’s program is not installed here (npx install-electron brings it).\n',
  )
}

export default defineConfig<FrontOptions>({
  testDir: 'specs',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  ...(!isFullRun && { grepInvert: /@full/ }),
  // A test that needs a retry has a bug to be found.
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.001 } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list']],
  use: {
    // Traces cost an eighth of the time: `npm run e2e -- --trace retain-on-failure` records them.
    trace: 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'serve', use: { front: 'serve' }, testIgnore: notServed },
    { name: 'stand-in', use: { front: 'stand-in' }, testIgnore: [onlyServed, onceIsEnough, ...doubles] },
    ...(electron
      ? [{ name: 'desktop', use: { front: 'desktop' as const }, testIgnore: [onlyServed, /desktop\.spec/] }]
      : []),
  ],
})
