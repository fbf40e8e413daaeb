// What ends a run early: its time, or the user. What was found until then is still told.

import { guarded } from '#engine/guarded.ts'
import { verbExitCodes } from './exit-codes.ts'

export type Ended = 'timeout' | 'SIGINT' | 'SIGTERM'

export const exitCodeOfEnd = {
  timeout: verbExitCodes.timeout,
  SIGINT: verbExitCodes.interrupted,
  SIGTERM: verbExitCodes.terminated,
} as const satisfies Readonly<Record<Ended, number>>

export interface Ending {
  readonly signal: AbortSignal
  why(): Ended | undefined
  stop(): void
}

/** A second signal ends the process at once. */
export function watchForEnd(timeoutMs?: number): Ending {
  const ended = new AbortController()
  let why: Ended | undefined
  const end = (reason: Ended) => {
    why = reason
    ended.abort()
  }
  const quit = () => process.exit(verbExitCodes.failed)
  const endOfTime = guarded('end of time', () => end('timeout'), quit)
  const timer = timeoutMs === undefined ? undefined : setTimeout(endOfTime, timeoutMs)
  const signals = (['SIGINT', 'SIGTERM'] as const).map((name) => {
    const listener = guarded(
      'signal',
      () => (why === undefined ? end(name) : process.exit(exitCodeOfEnd[name])),
      quit,
    )
    process.on(name, listener)
    return { name, listener }
  })
  return {
    signal: ended.signal,
    why: () => why,
    stop() {
      clearTimeout(timer)
      for (const { name, listener } of signals) process.off(name, listener)
    },
  }
}
