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

test('that a message has ended is answered once', () => {
  const { messageEnded, takeEnded } = useRunningCalls.getState()
  messageEnded('m-1')
  messageEnded('m-2')
  expect(takeEnded(['m-0'])).toBe(false)
  expect(takeEnded(['m-0', 'm-1'])).toBe(true)
  expect(takeEnded(['m-1'])).toBe(false)
  expect(useRunningCalls.getState().ended).toEqual(['m-2'])
})

test('a task that is listened to again is no longer given up', () => {
  const { setGaveUp } = useRunningCalls.getState()
  setGaveUp('a', true)
  setGaveUp('a', true)
  setGaveUp('b', true)
  setGaveUp('a', false)
  expect(useRunningCalls.getState().gaveUp).toEqual(['b'])
})
