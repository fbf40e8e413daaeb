// Panes in a real browser: Vite serves the sources, and the browser of the specs renders them.

import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { findBrowser } from '../../e2e/browser.ts'

const root = resolve(import.meta.dirname, '..', '..')

export default defineConfig(async () => {
  // Without a browser, the other projects run, and this one fails.
  const browser = await findBrowser().catch(() => undefined)
  return {
    root,
    plugins: [react()],
    resolve: { alias: [{ find: /^zustand$/, replacement: join(import.meta.dirname, 'all-stores.ts') }] },
    // Everything that a pane imports is bundled first: a late dependency would reload the page.
    optimizeDeps: { entries: ['renderer/main.tsx', 'renderer/**/*.pane.test.tsx'] },
    test: {
      name: 'panes',
      include: ['renderer/**/*.pane.test.tsx'],
      // After each test the pane is unmounted and every store reset, as files share a page and its modules.
      isolate: false,
      // The first test loads an engine, which takes long on a busy machine.
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

/** Loads the engine on demand. */
function recording<Name extends keyof Recordings>(name: Name): BrowserCommand<Parameters<Recordings[Name]>> {
  const place = pathToFileURL(join(import.meta.dirname, 'recordings.ts')).href
  return async (_, ...input) => {
    const recordings: Recordings = await import(place)
    return (recordings[name] as (...parameters: Parameters<Recordings[Name]>) => unknown)(...input)
  }
}
