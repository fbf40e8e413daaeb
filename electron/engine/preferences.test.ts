import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const place = { mode: 'chat', consoleTab: 'wire', sessions: [] } as const
  await preferences.write({ prompts: ['hello'], theme: 'dark' })
  await preferences.write({ place: { ...place, sessions: [] } })
  window = await window.reopen()
  expect(await window.client.preferences.read()).toEqual({ prompts: ['hello'], theme: 'dark', place })
  await window.client.preferences.write({ prompts: [] })
  expect((await window.client.preferences.read()).prompts).toEqual([])
})

test.each([
  ['preferences.json', { place: { consoleTab: 'checks', sessions: [] } }],
  ['preferences.json', { panes: { agents: { visible: true, sizePx: 200 } } }],
  ['chat.json', { drafts: {}, contexts: [] }],
  ['access.json', { version: 1, agents: { a: { credentials: [], origins: [] } } }],
  ['taps.json', [{ id: 'a', port: 1, host: '127.0.0.1', running: false }]],
])('%s of a shape from before 0.1.0 is set aside as it is, and named', async (name, json) => {
  const path = join(window.dataDir, name)
  const text = JSON.stringify(json)
  await window.engine.close()
  writeFileSync(path, text)
  window = await openWindow({ dataDir: window.dataDir })
  const [aside = ''] = readdirSync(window.dataDir).filter((each) => each.startsWith(`${name}.unreadable-`))
  expect(readFileSync(join(window.dataDir, aside), 'utf8')).toBe(text)
  const { notice } = await window.client.console.counts({})
  expect(notice).toContain(`It was kept as ${aside}, and Parley started without it.`)
})
