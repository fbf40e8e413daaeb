// Two clocks, because each lies in its own way: the wall clock jumps, the monotonic one has no date. Every entry
// carries both; differences are only ever taken on the monotonic one.

export interface Clock {
  /** Milliseconds since 1970. */
  wallMs(): number
  /** Milliseconds since some fixed moment of this process. */
  monoMs(): number
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monoMs: () => performance.now(),
}
