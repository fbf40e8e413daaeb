// Something that changes, for any number of followers: each gets it as it is now, and again whenever it has changed.

import { EventEmitter, once } from 'node:events'

export interface News {
  changed(): void
  follow<T>(read: () => T, signal: AbortSignal): AsyncGenerator<T, void>
}

export function createNews(): News {
  const events = new EventEmitter<{ changed: [] }>().setMaxListeners(0)
  return {
    changed: () => void events.emit('changed'),
    async *follow(read, signal) {
      while (!signal.aborted) {
        const changed = once(events, 'changed', { signal }).catch(() => undefined)
        yield read()
        await changed
      }
    },
  }
}
