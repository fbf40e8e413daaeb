import type * as recordings from './recordings.ts'

type Recordings = typeof recordings

// The commands that `vitest.config.ts` makes available to tests in the browser.
declare module 'vitest/browser' {
  interface BrowserCommands extends Recordings {}
}
