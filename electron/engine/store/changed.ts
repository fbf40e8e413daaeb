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
