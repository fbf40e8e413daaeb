// Lets any number of readers wait for a write, with a time-out and an abort signal.

import { guarded } from '../platform/guarded.ts'
import type { RowToWrite } from './run.ts'

type IsNews = (written: readonly RowToWrite[]) => boolean

export type Changed = ReturnType<typeof createChanged>

export function createChanged() {
  const waiting = new Map<() => void, IsNews | undefined>()
  return {
    /** A write for which `isNews` returns false does not wake this reader. */
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
    /** Wakes all readers if the change is no write of entries. */
    wake(written?: readonly RowToWrite[]): void {
      for (const [done, isNews] of [...waiting]) if (!written || !isNews || isNews(written)) done()
    },
  }
}

export interface Followed {
  /** The version of the reader's copy; with `waitMs` the response waits for another one. */
  readonly seen?: number | undefined
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Waits for a version other than `seen`, and returns for how long it waited. */
export async function waitForChange(
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
