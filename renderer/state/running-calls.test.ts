import { afterEach, expect, test, vi } from 'vitest'
import { useRunningCalls } from './running-calls.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('when the next poll goes out is told by the clock of the window, which may not be the engine’s', () => {
  vi.useFakeTimers({ now: 1_000 })
  const { begin, stepped, end } = useRunningCalls.getState()
  const nextAt = () => useRunningCalls.getState().calls[0]?.nextAt
  const outcome = { exchangeId: 'x', ended: 'complete', credentials: 'none' } as const
  begin({ id: 1, kind: 'poll', agentId: 'a', since: 0, intervalMs: 500, stop: () => undefined })
  stepped(1, { ...outcome, poll: 1, waitMs: 500 })
  expect(nextAt()).toBe(1_500)
  stepped(1, { ...outcome, poll: 2, end: 'settled' })
  expect(nextAt()).toBeUndefined()
  end(1)
})
