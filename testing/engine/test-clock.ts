import { type Clock, systemClock, type Timer } from '#engine/clock.ts'

export interface TestClock extends Clock {
  /** Turns the clock: what is due by then calls back, each at its own moment. */
  turn(milliseconds: number): void
  /** Resolves once something waits for so many milliseconds. */
  isWaiting(milliseconds: number): Promise<void>
}

interface Waiting {
  readonly milliseconds: number
  dueMs: number
  readonly callback: () => void
}

/** Goes on like any clock, but what waits by it waits until a test turns it. */
export function createTestClock(): TestClock {
  let turnedMs = 0
  const waiting = new Set<Waiting>()
  const expected = new Set<{ readonly milliseconds: number; readonly resolve: () => void }>()
  const monoMs = () => systemClock.monoMs() + turnedMs
  const add = (timer: Waiting) => {
    timer.dueMs = monoMs() + timer.milliseconds
    waiting.add(timer)
    for (const each of expected) if (each.milliseconds === timer.milliseconds) each.resolve()
  }
  return {
    wallMs: () => systemClock.wallMs() + turnedMs,
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
    turn(milliseconds) {
      const untilMs = monoMs() + milliseconds
      for (;;) {
        const [next] = [...waiting].toSorted((one, other) => one.dueMs - other.dueMs)
        if (next === undefined || next.dueMs > untilMs) break
        turnedMs += Math.max(0, next.dueMs - monoMs())
        waiting.delete(next)
        next.callback()
      }
      turnedMs += Math.max(0, untilMs - monoMs())
    },
    async isWaiting(milliseconds) {
      if ([...waiting].some((each) => each.milliseconds === milliseconds)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const each = { milliseconds, resolve }
      expected.add(each)
      await promise
      expected.delete(each)
    },
  }
}
