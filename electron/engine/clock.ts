// Two clocks, because each lies in its own way: the wall clock jumps, the monotonic one has no date. Every entry
// carries both; differences are only ever taken on the monotonic one.

export interface Clock {
  /** Milliseconds since 1970. */
  wallMs(): number
  /** Milliseconds since some fixed moment: of this process, or of the one whose session it goes on with. */
  monoMs(): number
}

/** Goes on from a moment of another process, as much later as the wall clock says. */
export function clockSince({ at, monoMs }: { readonly at: number; readonly monoMs: number }): Clock {
  const ahead = monoMs + Math.max(0, Date.now() - at) - performance.now()
  return { wallMs: systemClock.wallMs, monoMs: () => performance.now() + ahead }
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monoMs: () => performance.now(),
}
