import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The signal of a reader that passes none: it gets the present value and no changes. */
export const abortedSignal = AbortSignal.abort()

/** The longest delay for the engine's other work, above all its streams. */
export const sliceMs = 8

/**
 * For long work in steps: awaited between steps, it yields when the slice is over. Await it after each step, even one
 * without a result: a million empty parts must not block the engine longer than a few stored ones.
 */
export function createSlices(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < sliceMs) return
    await new Promise((resolve) => setImmediate(resolve))
    begun = performance.now()
  }
}

/** Resolves when all work has, or on the time-out; rejects with the first rejection before. */
export async function withTimeout(
  milliseconds: number,
  ...work: readonly (Promise<unknown> | undefined)[]
): Promise<void> {
  const up = Promise.withResolvers<void>()
  const timer = setTimeout(up.resolve, milliseconds)
  await Promise.race([Promise.all(work), up.promise]).finally(() => clearTimeout(timer))
}

// A value that changes, for any number of followers: each gets the current value, and the next after every change.

export function createNews() {
  const events = new EventEmitter<{ changed: [] }>().setMaxListeners(0)
  return {
    changed: () => void events.emit('changed'),
    /** After a change it rests for `restMs` before it reads again. */
    async *follow<T>(read: () => T | Promise<T>, signal: AbortSignal, restMs = 0): AsyncGenerator<T, void> {
      const left = new AbortController()
      const either = AbortSignal.any([signal, left.signal])
      try {
        while (!signal.aborted) {
          // Subscribes before the read, so that no change is missed.
          const changed = once(events, 'changed', { signal: either }).catch(() => undefined)
          yield await read()
          await changed
          if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => undefined)
        }
      } finally {
        left.abort()
      }
    },
  }
}
