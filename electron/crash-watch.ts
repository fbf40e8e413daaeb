// Handles uncaught errors. They are reported like those of guarded listeners (#engine/platform/guarded.ts), and Parley
// continues if that is safe: while its record can be written, and errors are not frequent. Otherwise the process ends.

import type { Log } from '#engine/platform/errors.ts'
import { reportInternalError } from '#engine/platform/guarded.ts'
import { toError } from '#shared/errors.ts'

interface CrashWatch {
  readonly log: Log
  /** False without an engine. */
  isSound(): boolean
  /** Called once. */
  end(error: unknown): void
}

/** Errors survived within ten seconds; one more ends Parley, with the reason in a dialog or on the terminal. */
const maxSurvivedErrors = 20
const withinMs = 10_000

export function watchForCrash({ log, isSound, end }: CrashWatch): void {
  let survived: readonly number[] = []
  let ending = false

  const mayGoOn = (): boolean => {
    const now = performance.now()
    survived = [...survived.filter((at) => now - at < withinMs), now]
    try {
      // Always called, as it flushes the record.
      return isSound() && survived.length <= maxSurvivedErrors
    } catch {
      return false
    }
  }

  const take = (error: unknown) => {
    if (ending) return log(`and then: ${describeError(error)}`)
    if (mayGoOn()) return reportInternalError({ where: 'outside of guarded listeners', error })
    ending = true
    end(error)
  }
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
  // A closed terminal accepts no more lines, which is no error.
  for (const terminal of [process.stdout, process.stderr]) terminal.on('error', () => undefined)
}

export function describeError(error: unknown): string {
  const { stack, message } = toError(error)
  return stack ?? message
}
