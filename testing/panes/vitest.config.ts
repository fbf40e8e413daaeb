// Panes in a real browser: what a test mounts is served by Vite as it is written, and drawn by the browser the specs run in.

import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { findBrowser } from '../../e2e/browser.ts'

const root = resolve(import.meta.dirname, '..', '..')

export default defineConfig(async () => {
  // Where there is none, the other projects run all the same, and this one fails.
  const browser = await findBrowser().catch(() => undefined)
  return {
    root,
    plugins: [react()],
    resolve: { alias: [{ find: /^zustand$/, replacement: join(import.meta.dirname, 'all-stores.ts') }] },
    // All that a pane can import is bundled ahead: what is found later reloads the page.
    optimizeDeps: { entries: ['renderer/main.tsx', 'renderer/**/*.pane.test.tsx'] },
    test: {
      name: 'panes',
      include: ['renderer/**/*.pane.test.tsx'],
      // A pane is unmounted and every store as it was after each test: files share a page, and the modules loaded once.
      isolate: false,
      // A busy machine needs its time for the first, which loads an engine.
      testTimeout: 60_000,
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        instances: [{ browser: 'chromium' as const }],
        provider: playwright({
          ...(browser && {
            launchOptions: {
              executablePath: browser.executablePath,
              args: [...browser.args],
              env: { ...process.env, ...browser.env } as Record<string, string>,
            },
          }),
          contextOptions: { reducedMotion: 'reduce' },
        }),
        viewport: { width: 1440, height: 900 },
        commands: {
          recordCalls: recording('recordCalls'),
          recordChecks: recording('recordChecks'),
          recordSpans: recording('recordSpans'),
          recordDelegation: recording('recordDelegation'),
          recordEntries: recording('recordEntries'),
        },
      },
    },
  }
})

type Recordings = typeof import('./recordings.ts')

/** The engine is loaded where it is called for. */
function recording<Name extends keyof Recordings>(name: Name): BrowserCommand<Parameters<Recordings[Name]>> {
  const place = pathToFileURL(join(import.meta.dirname, 'recordings.ts')).href
  return async (_, ...input) => {
    const recordings: Recordings = await import(place)
    return (recordings[name] as (...parameters: Parameters<Recordings[Name]>) => unknown)(...input)
  }
}
