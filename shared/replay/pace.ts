// How long a recorded wait takes when it is lived through again.

export const speeds = [1, 2, 5, 10, 20] as const

interface Pace {
  readonly speed: number
  /** No wait is longer than a moment. */
  readonly shorten: boolean
}

const momentMs = 1_000

/** A clock that ran backwards in a file somebody sent makes no wait. */
export function waitMs(gapMs: number, { speed, shorten }: Pace): number {
  const gap = Math.max(0, gapMs)
  return (shorten ? Math.min(gap, momentMs) : gap) / speed
}
