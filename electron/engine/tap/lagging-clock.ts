import type { Clock } from '../clock.ts'
import { passedMs } from './forward/messages.ts'

/** The clock of a record that lags behind. */
export function createLaggingClock(clock: Clock) {
  let at = 0
  let monoMs = 0
  return {
    set(atMs: number) {
      const ageMs = passedMs() - atMs
      at = clock.wallMs() - ageMs
      monoMs = clock.monoMs() - ageMs
    },
    clock: { wallMs: () => at, monoMs: () => monoMs } satisfies Clock,
  }
}
