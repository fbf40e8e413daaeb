// How long the redirect address waits, by a clock of the test’s.

import { afterEach, expect, test, vi } from 'vitest'
import { openRedirectServer } from './redirect-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('it closes after five minutes without an answer, and says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const redirect = await openRedirectServer({ state: 's', onRefused: () => undefined })
  vi.advanceTimersByTime(5 * 60_000 - 1)
  vi.useRealTimers()
  expect((await fetch(`${redirect.redirectUri}?code=c&state=another`)).status).toBe(400)
  redirect.close()

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = await openRedirectServer({ state: 's', onRefused: () => undefined })
  vi.advanceTimersByTime(5 * 60_000)
  vi.useRealTimers()
  await expect(late.answer).rejects.toThrow('The browser didn’t respond within 5 minutes.')
  await expect(fetch(`${late.redirectUri}?code=c&state=s`)).rejects.toThrow()
})
