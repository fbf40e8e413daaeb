// The last resort: what nothing caught. It is reported like what a guarded listener throws (#engine/platform/guarded.ts), and Parley goes on
// where that is safe: while its record takes what is written, and errors do not come one upon another. Else the process ends.

import { type Log, toError } from '#engine/platform/errors.ts'
import { reportInternalError } from '#engine/platform/guarded.ts'

interface CrashWatch {
  readonly log: Log
  /** False as long as there is no engine that could go on. */
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
      // Asked in any case: asking writes down what was recorded.
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
  // A terminal that was closed takes no more lines, and that is all.
  for (const terminal of [process.stdout, process.stderr]) terminal.on('error', () => undefined)
}

export function describeError(error: unknown): string {
  const { stack, message } = toError(error)
  return stack ?? message
}
