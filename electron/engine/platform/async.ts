import { EventEmitter, once } from 'node:events'

/** The signal of a reader that passes none: it gets the present value and no changes. */
export const nobody = AbortSignal.abort()

/** The engine's other work, its streams above all, waits no longer than this. */
export const sliceMs = 8

/**
 * For work that takes long, done step by step: awaited between two steps, it lets others in when the slice is over. Await it after each
 * step, also one without a result: a million empty parts must not hold the engine longer than a few that are stored.
 */
export function createSlices(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < sliceMs) return
    await new Promise((resolve) => setImmediate(resolve))
    begun = performance.now()
  }
}

/** Resolves when all of it has, or the time is up; rejects with what does so before. */
export async function withTimeout(
  milliseconds: number,
  ...work: readonly (Promise<unknown> | undefined)[]
): Promise<void> {
  const up = Promise.withResolvers<void>()
  const timer = setTimeout(up.resolve, milliseconds)
  await Promise.race([Promise.all(work), up.promise]).finally(() => clearTimeout(timer))
}

// Something that changes, for any number of followers: each gets it as it is now, and again whenever it has changed.

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
