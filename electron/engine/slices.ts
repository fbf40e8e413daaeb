/** The engine's other work, its streams above all, waits no longer than this. */
export const sliceMs = 8

/**
 * For work that takes long, done step by step: awaited between two steps, it lets others in when the slice is over. Each step counts, what
 * comes to nothing too: who sends a million empty parts gets no more of the engine at a stretch than who sends one that is kept.
 */
export function createSlices(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < sliceMs) return
    await new Promise((resolve) => setImmediate(resolve))
    begun = performance.now()
  }
}
