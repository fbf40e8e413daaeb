// What nobody caught is a bug of ours, and nothing is known to be right after it: it is told, and the process ends. What
// was recorded is on the disk already.

import type { Log } from '#engine/faults.ts'

export function watchForCrash(log: Log, end: (error: unknown) => void): void {
  process.once('uncaughtException', (error) => {
    process.on('uncaughtException', (next) => log(`and then: ${describeError(next)}`))
    end(error)
  })
}

export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
