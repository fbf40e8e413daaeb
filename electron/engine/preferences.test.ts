import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

test('what one window changes leaves alone what another did, over a restart too', async () => {
  const { preferences } = window.client
  expect(await preferences.read()).toEqual({})
  const place = { consoleTab: 'wire', sessions: [] } as const
  await preferences.write({ prompts: ['hello'], theme: 'dark' })
  await preferences.write({ place: { ...place, sessions: [] } })
  window = await window.reopen()
  expect(await window.client.preferences.read()).toEqual({ prompts: ['hello'], theme: 'dark', place })
  await window.client.preferences.write({ prompts: [] })
  expect((await window.client.preferences.read()).prompts).toEqual([])
})
