import { newSecret } from './secret.ts'

/** Random values that are good once, and for a short time. */
export interface OneTime {
  issue(): string
  /** True the first time; the value is spent by it. */
  take(value: string): boolean
}

export const maxAgeMs = 30_000
/** The oldest makes room. */
const maxOpen = 1_000

export function createOneTime(now: () => number = () => performance.now()): OneTime {
  const open = new Map<string, number>()
  return {
    issue() {
      const [oldest] = open.keys()
      if (open.size >= maxOpen && oldest !== undefined) open.delete(oldest)
      const value = newSecret()
      open.set(value, now() + maxAgeMs)
      return value
    },
    take(value) {
      const until = open.get(value)
      open.delete(value)
      return until !== undefined && now() <= until
    },
  }
}
