import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agent } from '../../../../e2e/agents/agent.ts'
import { announce, become } from '../../../../e2e/agents/steps.ts'
import { openWindow, type TestWindow } from '../../testing/open-window.ts'
import { untilTestEnds } from '../../testing/until-test-ends.ts'
import { type PageOfSession, pageLines } from './page-lines.ts'
import { writePage } from './write-page.ts'

let window: TestWindow
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  for (const name of ['page.js', 'page.css']) writeFileSync(join(folder, name), '')
  window = await openWindow()
})
afterEach(async () => {
  await window.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a session that is more than a browser opens well is refused with what to do instead', async () => {
  const { client } = window
  const { address } = await client.demo.start()
  await window.connect(address)
  await client.conversation.send({ agentId: await window.idOf(address), text: 'hello', stream: false })
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  const page = async (mostChars: number) =>
    writePage({
      ...(await pageOf(sessionId)),
      folder,
      path: join(folder, `page-${mostChars}.html`),
      signal: new AbortController().signal,
      mostChars,
    })
  await expect(page(2_000)).rejects.toThrow(/more than a browser opens well.*one task or one context/)
  await page(1_000_000)
  expect(existsSync(join(folder, 'page-1000000.html'))).toBe(true)
})

test('a timeline that is too long for a page says how much of it is left out', async () => {
  const changes = Array.from({ length: 5_100 }, (_, index) => become('working', `step ${index}`))
  const busy = await untilTestEnds(
    agent({ dialect: '1.0', script: () => [announce(), ...changes, become('completed')] }),
  )
  const agentId = await window.idOf(busy.url)
  await window.connect(busy.url)
  await window.client.conversation.send({ agentId, text: 'go', stream: true })
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  const timelines = []
  for await (const line of pageLines(await pageOf(sessionId))) {
    if ('timeline' in line) timelines.push(line.timeline)
  }
  // What was said, the task, its changes, its end and that of the stream.
  const all = 1 + 1 + 5_100 + 1 + 1
  expect(timelines.map(({ rows, outline }) => [rows.length, outline.rows, outline.moreRows])).toEqual([
    [5_000, 5_000, all - 5_000],
  ])
})

async function pageOf(sessionId: string): Promise<PageOfSession> {
  const { engine } = window
  return {
    record: engine.sessions.recordOf(sessionId),
    opened: await engine.sessions.open(sessionId),
    readers: engine.sessions.readersOf(sessionId),
    selection: { of: 'session' },
    mask: { text: (text) => text, bytes: (bytes) => bytes },
    onProgress: () => undefined,
  }
}
