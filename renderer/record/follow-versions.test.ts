import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maxWaitMs } from '#shared/contract/constants.ts'
import { followVersions } from './follow-versions.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['waiting for a change costs the engine nothing', { tookMs: 300, waitedMs: 298 }, 100],
  ['the engine is left alone for longer than it worked', { tookMs: 80, waitedMs: 0 }, 320],
  ['but not for ever', { tookMs: 5_000, waitedMs: 0 }, 1_000],
])('%s', async (_name, { tookMs, waitedMs }, restMs) => {
  const stop = new AbortController()
  const requests: number[] = []
  const done = followVersions(
    async () => {
      requests.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, tookMs))
      return { version: requests.length, waitedMs }
    },
    () => undefined,
    stop.signal,
  )
  await vi.advanceTimersByTimeAsync(tookMs + restMs)
  stop.abort()
  await vi.runAllTimersAsync()
  await done
  expect(requests).toEqual([0, tookMs + restMs])
})

test('what was read in part is requested again soon, as only its progress may change', async () => {
  const stop = new AbortController()
  const waits: number[] = []
  const shown: number[] = []
  const answers = [0.9, 0.9, 1].map((progress) => ({ version: 7, progress, waitedMs: 0 }))
  void followVersions(
    async ({ waitMs }) => {
      waits.push(waitMs)
      return answers.shift() ?? new Promise<never>(() => undefined)
    },
    ({ progress }) => shown.push(progress),
    stop.signal,
  )
  await vi.advanceTimersByTimeAsync(1_000)
  stop.abort()
  expect([waits, shown]).toEqual([
    [0, 250, 250, maxWaitMs],
    [0.9, 1],
  ])
})
