import type { Attempt } from '#shared/contract/story.ts'

/** What the waits between tries look like, once there are enough to tell. */
export function backOffOf(attempts: readonly Pick<Attempt, 'waitedMs'>[]): string | undefined {
  const waits = attempts.slice(1).map(({ waitedMs }) => waitedMs)
  if (waits.length < 2) return undefined
  const ratios = waits.slice(1).map((wait, index) => wait / Math.max(1, waits[index] ?? 1))
  if (ratios.every((ratio) => ratio > 0.7 && ratio < 1.4)) return 'The delay stays about the same.'
  if (ratios.every((ratio) => ratio >= 1.4 && ratio < 2.9)) return 'The delay about doubles each time.'
  if (ratios.every((ratio) => ratio >= 1.1)) return 'The delay grows each time.'
  return 'The delays follow no pattern.'
}
