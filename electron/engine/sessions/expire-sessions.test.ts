import { afterEach, expect, test, vi } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { agent } from '../../../e2e/agents/agent.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

const dayMs = 24 * 60 * 60 * 1_000
const named = async ({ client }: TestWindow) =>
  (await client.sessions.list({ limit: 50 })).sessions.flatMap(({ name }) => name || []).toSorted()

/** A window with sessions of some days ago. */
async function recorded(): Promise<TestWindow> {
  const { url, close } = await agent({ dialect: '1.0' })
  closing.push(close)
  const window = await openWindow()
  vi.useFakeTimers({ toFake: ['Date'] })
  const today = Date.now()
  for (const [name, days] of [
    ['old', 40],
    ['old and pinned', 40],
    ['old and in a tab', 40],
    ['of last week', 6],
  ] as const) {
    vi.setSystemTime(today - days * dayMs)
    await window.client.sessions.record({ action: 'new' })
    await window.connect(url)
    const { session } = await window.client.sessions.recording()
    const sessionId = session?.id ?? ''
    window.engine.sessions.edit(sessionId, { name, pinned: name.endsWith('pinned') })
    if (name.endsWith('tab')) {
      const place = { mode: 'chat', consoleTab: 'wire', sessions: [{ sessionId, name }] } as const
      await window.client.preferences.write({ place: { ...place, sessions: [...place.sessions] } })
    }
  }
  vi.useRealTimers()
  return window
}

test('old sessions go when Parley starts, if the user chose so; pinned ones and those in a tab stay', async () => {
  const window = await recorded()
  await window.client.preferences.write({ keepDays: 30 })
  expect(await named(window)).toContain('old')
  const again = await window.reopen()
  closing.push(() => again.close())
  await expect.poll(() => named(again)).toEqual(['of last week', 'old and in a tab', 'old and pinned'])
})

test('until somebody chooses so, all of them stay', async () => {
  const again = await (await recorded()).reopen()
  closing.push(() => again.close())
  expect(await named(again)).toHaveLength(4)
})
