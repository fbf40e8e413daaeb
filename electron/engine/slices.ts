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
