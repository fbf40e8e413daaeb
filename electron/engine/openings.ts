// What was asked to be opened from outside, until a window takes it. Each opening goes to one window only: two windows on
// one engine must not both connect to the same agent.

import { EventEmitter, once } from 'node:events'
import type { Opening } from '#shared/contract/opening.ts'

export type Openings = ReturnType<typeof createOpenings>

// Addresses and files requested before a window is there; the oldest makes room.
const maxWaitingOpenings = 16

/** A window shows an address before it is connected to, so it gets it masked. */
export function createOpenings(masked: (address: string) => string) {
  const waiting: Opening[] = []
  const events = new EventEmitter<{ asked: [] }>().setMaxListeners(0)
  const windows = new Set<AbortSignal>()

  return {
    /** Whether a window is there to take one. */
    isListenedTo: (): boolean => [...windows].some(({ aborted }) => !aborted),
    ask(opening: Opening): void {
      if (waiting.length === maxWaitingOpenings) waiting.shift()
      waiting.push(opening.kind === 'agent' ? { ...opening, address: masked(opening.address) } : opening)
      events.emit('asked')
    },
    /** The openings that wait and those that come, for as long as a window listens. */
    async *taken(signal: AbortSignal): AsyncGenerator<Opening> {
      windows.add(signal)
      try {
        while (!signal.aborted) {
          const next = waiting.shift()
          if (next) yield next
          else await once(events, 'asked', { signal }).catch(() => undefined)
        }
      } finally {
        windows.delete(signal)
      }
    },
  }
}
