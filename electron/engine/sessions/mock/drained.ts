import type { EventEmitter } from 'node:events'

/** Until whoever listens has taken what was written, or is gone. */
export function drained(stream: EventEmitter, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done)
      gone.removeEventListener('abort', done)
      resolve()
    }
    stream.once('drain', done)
    gone.addEventListener('abort', done, { once: true })
    if (gone.aborted) done()
  })
}
