// Two clocks: the wall clock jumps, the monotonic one has no date. Every entry has both; differences use the monotonic
// one alone. So do time-outs, polls and expiries, which a test can advance.

export interface TimeSource {
  /** Milliseconds since 1970. */
  wallMs(): number
  /** Milliseconds since a fixed moment: of this process, or of the one whose session it continues. */
  monoMs(): number
}

export interface Clock extends TimeSource {
  /** Calls back after so many milliseconds. */
  after(milliseconds: number, callback: () => void): Timer
}

export interface Timer {
  refresh(): unknown
  /** Lets the process end meanwhile. */
  unref(): Timer
  end(): void
}

/** Continues the monotonic clock of another process, advanced by the wall clock. */
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

/** Resolves after so many milliseconds; with false if the signal aborted. */
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
