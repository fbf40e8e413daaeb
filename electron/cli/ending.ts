// Ends a run early: a time-out, or the user. Results up to then are still printed.

import { once } from 'node:events'
import { guarded } from '#engine/platform/guarded.ts'
import type { Caller } from './caller.ts'
import { type Ended, exitCodeOfEnd, type StopSignal, verbExitCodes } from './exit-codes.ts'

export const timeoutHint = 'Allow more with --timeout.'

export function timeoutSentence(timeoutMs: number): string {
  return `It took longer than ${timeoutMs / 1_000} s.`
}

export interface Ending {
  readonly signal: AbortSignal
  why(): Ended | undefined
  stop(): void
}

/** A second stop signal ends the process at once. */
export function watchForEnd(caller: Caller, timeoutMs?: number): Ending {
  const { signal: stopped } = caller
  const ended = new AbortController()
  let why: Ended | undefined
  const end = (reason: Ended) => {
    why = reason
    ended.abort()
  }
  const quit = () => caller.quit(verbExitCodes.failed)
  const endOfTime = guarded('end of time', () => end('timeout'), quit)
  const timer = timeoutMs === undefined ? undefined : setTimeout(endOfTime, timeoutMs)
  const stop = guarded(
    'signal',
    () => {
      if (why === undefined) end(stopOf(stopped))
      else caller.quit(exitCodeOfEnd[stopOf(stopped)])
    },
    quit,
  )
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop)
  return {
    signal: ended.signal,
    why: () => why,
    stop() {
      clearTimeout(timer)
      stopped.removeEventListener('abort', stop)
    },
  }
}

export function stopOf({ reason }: AbortSignal): StopSignal {
  return reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
}

/** Resolves on Ctrl+C, on the time-out, or when the output is closed. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
