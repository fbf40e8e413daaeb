// A time limit that a pause of this process does not use up: after a sleep of the machine every limit would expire at
// once, before what the agent sent meanwhile is read.

import type { Clock, Timer } from '../platform/clock.ts'
import { guarded } from '../platform/guarded.ts'

export type TimeLimit = Pick<Timer, 'refresh' | 'end'>

// Higher than the delay of a busy process.
const maxLateMs = 5_000

export function limitTime(
  where: string,
  clock: Clock,
  limitMs: number,
  { expire, giveUp }: { expire(): void; giveUp(error: unknown): void },
): TimeLimit {
  let dueMs = clock.monoMs() + limitMs
  const refresh = () => {
    dueMs = clock.monoMs() + limitMs
    timer.refresh()
  }
  const check = () => (clock.monoMs() - dueMs > maxLateMs ? refresh() : expire())
  const timer = clock.after(limitMs, guarded(where, check, giveUp))
  return { refresh, end: timer.end }
}
