// Three fronts, one set of specs: serve in a real Chromium, the built desktop bundles through the stand-in, and real
// Electron wherever its program is installed. What is tagged @full runs in `npm run test:all` alone.

import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { electronProgram } from '../electron/front.ts'
import type { FrontOptions } from './fixtures/app.ts'
import { isFullRun } from './full-run.ts'

/** What does not depend on the front runs once, in serve: panes’ own specs, and the forms that have no desktop. */
const onlyServed =
  /(serve|packed|packaged|accessibility|gallery|(serve|card|chat|timeline|console|push|sessions)-.*)\.spec/

/** Electron-builder packages for Linux on Linux and macOS only. */
const notServed = process.platform === 'win32' ? /(desktop|packaged)\.spec/ : /desktop\.spec/

/** What is about agents and their answers, the keys, or where panes stand, needs no second look where only the wiring is another. */
const onceIsEnough =
  /(checks|discovery|finding-agents|findings|redirect-question|shell|shortcuts|spans|tap-webhooks|taps|taps-grpc|traces)\.spec/

/** A second front needs to prove its start, its channel and its restart, as thin-thread does. These run in it with everything. */
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
  // What needs a second try is a fault that is still to be found.
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.001 } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list']],
  use: {
    // A trace costs each test an eighth of its time: `npm run e2e -- --trace retain-on-failure` has it.
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
