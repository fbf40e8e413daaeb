import { type Clock, systemClock, type Timer } from '#engine/platform/clock.ts'

export interface TestClock extends Clock {
  /** Calls the timers that are due by then, each at its time. */
  advance(milliseconds: number): void
  /** Resolves once a timer of so many milliseconds is running. */
  untilTimer(milliseconds: number): Promise<void>
}

interface Waiting {
  readonly milliseconds: number
  dueMs: number
  readonly callback: () => void
}

/** Advances like any clock, but its timers only expire when a test advances it. */
export function createTestClock(): TestClock {
  let aheadMs = 0
  /** While it advances, it stops at the time of each timer. */
  let stoppedMs: number | undefined
  const waiting = new Set<Waiting>()
  const expected = new Set<{ readonly milliseconds: number; readonly resolve: () => void }>()
  const monoMs = () => stoppedMs ?? systemClock.monoMs() + aheadMs
  const add = (timer: Waiting) => {
    timer.dueMs = monoMs() + timer.milliseconds
    waiting.add(timer)
    for (const each of expected) if (each.milliseconds === timer.milliseconds) each.resolve()
  }
  return {
    wallMs: () => systemClock.wallMs() + aheadMs,
    monoMs,
    after(milliseconds, callback) {
      const waits: Waiting = { milliseconds, dueMs: 0, callback }
      add(waits)
      const timer: Timer = {
        refresh: () => add(waits),
        unref: () => timer,
        end: () => void waiting.delete(waits),
      }
      return timer
    },
    advance(milliseconds) {
      stoppedMs = monoMs()
      const untilMs = stoppedMs + milliseconds
      for (;;) {
        const [next] = [...waiting].toSorted((one, other) => one.dueMs - other.dueMs)
        if (next === undefined || next.dueMs > untilMs) break
        stoppedMs = Math.max(stoppedMs, next.dueMs)
        waiting.delete(next)
        next.callback()
      }
      stoppedMs = undefined
      aheadMs = untilMs - systemClock.monoMs()
    },
    async untilTimer(milliseconds) {
      if ([...waiting].some((each) => each.milliseconds === milliseconds)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const each = { milliseconds, resolve }
      expected.add(each)
      await promise
      expected.delete(each)
    },
  }
}
