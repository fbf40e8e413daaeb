// What ends a run early: its time, or the user. What was found until then is still told.

import { once } from 'node:events'
import { guarded } from '#engine/guarded.ts'
import type { Caller, StopSignal } from './caller.ts'
import { verbExitCodes } from './exit-codes.ts'

export type Ended = 'timeout' | StopSignal

export const exitCodeOfEnd = {
  timeout: verbExitCodes.timeout,
  SIGINT: verbExitCodes.interrupted,
  SIGTERM: verbExitCodes.terminated,
} as const satisfies Readonly<Record<Ended, number>>

export const timeoutHint = 'Allow more with --timeout.'

export function timeoutSentence(timeoutMs: number): string {
  return `It took longer than ${timeoutMs / 1_000} s.`
}

export interface Ending {
  readonly signal: AbortSignal
  why(): Ended | undefined
  stop(): void
}

/** A second signal ends the process at once. */
export function watchForEnd(caller: Caller, timeoutMs?: number): Ending {
  const ended = new AbortController()
  let why: Ended | undefined
  const end = (reason: Ended) => {
    why = reason
    ended.abort()
  }
  const endOfTime = guarded(
    'end of time',
    () => end('timeout'),
    () => caller.quit(verbExitCodes.failed),
  )
  const timer = timeoutMs === undefined ? undefined : setTimeout(endOfTime, timeoutMs)
  const forget = caller.onStop((name) => {
    if (why === undefined) end(name)
    else caller.quit(exitCodeOfEnd[name])
  })
  return {
    signal: ended.signal,
    why: () => why,
    stop() {
      clearTimeout(timer)
      forget()
    },
  }
}

/** Resolves when it is over: by Ctrl+C, the end of its time, or nobody reading the output any longer. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
