// Lets any number of readers sleep until something was written, their time is up, or they went away.

import { guarded } from '../guarded.ts'

export interface Changed {
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
  wake(): void
}

export function createChanged(): Changed {
  const waiting = new Set<() => void>()
  return {
    wait(milliseconds, signal) {
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
        waiting.add(done)
      })
    },
    wake() {
      for (const done of [...waiting]) done()
    },
  }
}

/** How who follows a list asks for it. */
export interface Followed {
  /** The version the viewer has; with `waitMs` the answer comes when there is another. */
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
  const asked = performance.now()
  const waitedMs = () => performance.now() - asked
  while (waitedMs() < waitMs && !signal?.aborted && version() === seen)
    await wait(waitMs - waitedMs(), signal)
  return waitedMs()
}
