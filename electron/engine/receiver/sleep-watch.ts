// Notices that this machine slept, or that its clock was set: the wall clock went on without our timers. Calls sent meanwhile
// found nobody.

import type { TimeSource } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'

interface Sleep {
  readonly from: number
  readonly to: number
}

const everyMs = 5_000
/** A busy process may be late by seconds, not by this. */
const sleepMs = 30_000

export function createSleepWatch(clock: TimeSource) {
  let count = clock.wallMs()
  let last: Sleep | undefined
  let wokeAt: number | undefined
  const look = () => {
    const now = clock.wallMs()
    if (now - count > sleepMs) {
      last = { from: count, to: now }
      wokeAt = now
    }
    count = now
  }
  const timer = setInterval(guarded('sleep watch', look), everyMs).unref()
  return {
    /** The last one that nobody has read of, looked for at this moment too. */
    last(): Sleep | undefined {
      look()
      return last
    },
    /** When it last woke, read of or not. */
    wokeAt(): number | undefined {
      look()
      return wokeAt
    },
    dismiss(): void {
      last = undefined
    },
    close: (): void => clearInterval(timer),
  }
}
