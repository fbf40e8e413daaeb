import type * as recordings from './recordings.ts'

type Recordings = typeof recordings

// What `vitest.config.ts` makes a test in the browser able to call.
declare module 'vitest/browser' {
  interface BrowserCommands extends Recordings {}
}
