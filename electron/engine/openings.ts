// Requests from outside to open something, until a window takes them. Each goes to one window only, as two windows must
// not connect to the same agent.

import { EventEmitter, once } from 'node:events'
import type { Opening } from '#shared/contract/opening.ts'

export type Openings = ReturnType<typeof createOpenings>

// Addresses and files requested before a window is open; the oldest is dropped.
const maxWaitingOpenings = 16

/** A window shows an address before it connects, so it gets it masked. */
export function createOpenings(masked: (address: string) => string) {
  const waiting: Opening[] = []
  const events = new EventEmitter<{ added: [] }>().setMaxListeners(0)
  const windows = new Set<AbortSignal>()

  return {
    /** Whether a window can take one. */
    isListenedTo: (): boolean => [...windows].some(({ aborted }) => !aborted),
    add(opening: Opening): void {
      if (waiting.length === maxWaitingOpenings) waiting.shift()
      waiting.push(opening.kind === 'agent' ? { ...opening, address: masked(opening.address) } : opening)
      events.emit('added')
    },
    /** Waiting openings and later ones, while a window listens. */
    async *taken(signal: AbortSignal): AsyncGenerator<Opening> {
      windows.add(signal)
      try {
        while (!signal.aborted) {
          const next = waiting.shift()
          if (next) yield next
          else await once(events, 'added', { signal }).catch(() => undefined)
        }
      } finally {
        windows.delete(signal)
      }
    },
  }
}
