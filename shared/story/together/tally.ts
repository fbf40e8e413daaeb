import type { CallTally } from './sequence.ts'

export type CallEnd = 'answered' | 'failed' | 'aborted'

export type Tally = ReturnType<typeof createTally>

// Durations of calls of which median and 95th percentile are taken, the newest.
const maxTimedCalls = 1_000

export function createTally() {
  const took: number[] = []
  let calls = 0
  let ended = 0
  const ends = { answered: 0, failed: 0, aborted: 0 }
  return {
    begun() {
      calls += 1
    },
    ended(tookMs: number, how: CallEnd) {
      took[ended % maxTimedCalls] = tookMs
      ended += 1
      ends[how] += 1
    },
    calls: () => calls,
    open: () => calls - ended,
    read(): CallTally {
      const { failed, aborted } = ends
      const known = { calls, open: calls - ended, failed, aborted }
      const sorted = took.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
      const [medianMs, p95Ms] = [at(0.5), at(0.95)]
      return medianMs === undefined || p95Ms === undefined ? known : { ...known, medianMs, p95Ms }
    },
  }
}
