// The time-out of the redirect address, by a test clock.

import { expect, test } from 'vitest'
import { createTestClock } from '#testing/engine/test-clock.ts'
import { openRedirectServer } from './redirect-server.ts'

test('it closes after five minutes without an answer, and says so', async () => {
  const clock = createTestClock()
  const options = { state: 's', clock, onRefused: () => undefined }
  const redirect = await openRedirectServer(options)
  clock.advance(5 * 60_000 - 20_000)
  expect((await fetch(`${redirect.redirectUri}?code=c&state=another`)).status).toBe(400)
  redirect.close()

  const late = await openRedirectServer(options)
  clock.advance(5 * 60_000)
  await expect(late.answer).rejects.toThrow('The browser didn’t respond within 5 minutes.')
  await expect(fetch(`${late.redirectUri}?code=c&state=s`)).rejects.toThrow()
})
