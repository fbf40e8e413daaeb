// What ends a run early: its time, or the user. What was found until then is still told.

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

/** A stop signal while it ends ends it at once. */
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

/** The signal that stops a caller. */
export function stopOf({ reason }: AbortSignal): StopSignal {
  return reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
}

/** Resolves when it is over: by Ctrl+C, the end of its time, or nobody reading the output any longer. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
