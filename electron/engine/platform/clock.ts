// Two clocks, because each lies in its own way: the wall clock jumps, the monotonic one has no date. Every entry
// carries both; differences are only ever taken on the monotonic one. Time-outs, polls and expiries wait by it as well, so that
// a test can advance it.

export interface TimeSource {
  /** Milliseconds since 1970. */
  wallMs(): number
  /** Milliseconds since some fixed moment: of this process, or of the one whose session it goes on with. */
  monoMs(): number
}

export interface Clock extends TimeSource {
  /** Calls back once so many milliseconds have passed. */
  after(milliseconds: number, callback: () => void): Timer
}

export interface Timer {
  /** Begins anew. */
  refresh(): unknown
  /** Lets the process end meanwhile. */
  unref(): Timer
  end(): void
}

/** Goes on from a moment of another process, as much later as the wall clock says. */
export function clockSince(
  { at, monoMs }: { readonly at: number; readonly monoMs: number },
  base: Clock,
): Clock {
  const ahead = monoMs + Math.max(0, base.wallMs() - at) - base.monoMs()
  return { ...base, monoMs: () => base.monoMs() + ahead }
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monoMs: () => performance.now(),
  after(milliseconds, callback) {
    const timeout = setTimeout(callback, milliseconds)
    return Object.assign(timeout, { end: () => clearTimeout(timeout) })
  },
}

/** Waits for so many milliseconds; false where the signal ended that. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = () => {
    timer.end()
    resolve(false)
  }
  const timer = clock.after(milliseconds, () => {
    signal?.removeEventListener('abort', stop)
    resolve(true)
  })
  signal?.addEventListener('abort', stop, { once: true })
  return promise
}
