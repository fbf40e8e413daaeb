// Lets any number of readers sleep until something was written, their time is up, or they went away.

import { guarded } from '../platform/guarded.ts'
import type { RowToWrite } from './run.ts'

type IsNews = (written: readonly RowToWrite[]) => boolean

export type Changed = ReturnType<typeof createChanged>

export function createChanged() {
  const waiting = new Map<() => void, IsNews | undefined>()
  return {
    /** `isNews`: a write for which it returns false does not wake this reader. */
    wait(milliseconds: number, signal?: AbortSignal, isNews?: IsNews): Promise<void> {
      if (signal?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const settle = () => {
          waiting.delete(done)
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const done = guarded('record reader woken', settle, () => resolve())
        const timer = setTimeout(done, milliseconds)
        signal?.addEventListener('abort', done)
        waiting.set(done, isNews)
      })
    },
    /** All of them, where it was not for something written. */
    wake(written?: readonly RowToWrite[]): void {
      for (const [done, isNews] of [...waiting]) if (!written || !isNews || isNews(written)) done()
    },
  }
}

/** How who follows a list requests it. */
export interface Followed {
  /** The version the viewer has; with `waitMs` the answer arrives when there is another. */
  readonly seen?: number | undefined
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Waits for another version than the one that was seen, and says for how long it did. */
export async function untilOther(
  { wait }: Changed,
  version: () => number,
  { seen, waitMs = 0, signal }: Followed,
): Promise<number> {
  const startedMs = performance.now()
  const waitedMs = () => performance.now() - startedMs
  while (waitedMs() < waitMs && !signal?.aborted && version() === seen)
    await wait(waitMs - waitedMs(), signal)
  return waitedMs()
}
