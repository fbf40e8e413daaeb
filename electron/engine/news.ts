// Something that changes, for any number of followers: each gets it as it is now, and again whenever it has changed.

import { EventEmitter, once } from 'node:events'

/** Until when one follows who does not say: that is told how it is now, and no change. */
export const nobody = AbortSignal.abort()

export function createNews() {
  const events = new EventEmitter<{ changed: [] }>().setMaxListeners(0)
  return {
    changed: () => void events.emit('changed'),
    async *follow<T>(read: () => T | Promise<T>, signal: AbortSignal): AsyncGenerator<T, void> {
      const left = new AbortController()
      const either = AbortSignal.any([signal, left.signal])
      try {
        while (!signal.aborted) {
          // What changes while the follower takes the last is not missed.
          const changed = once(events, 'changed', { signal: either }).catch(() => undefined)
          yield await read()
          await changed
        }
      } finally {
        left.abort()
      }
    },
  }
}
