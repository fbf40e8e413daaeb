import type { EventEmitter } from 'node:events'
import { guarded } from '../../guarded.ts'

/** Until whoever listens has taken what was written, or is gone. */
export function drained(stream: EventEmitter, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', done)
      gone.removeEventListener('abort', done)
      resolve()
    }
    const done = guarded('mock caller drained', settle, () => resolve())
    stream.once('drain', done)
    gone.addEventListener('abort', done, { once: true })
    if (gone.aborted) done()
  })
}
