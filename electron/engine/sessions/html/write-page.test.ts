import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import type { PageOfSession } from './page-lines.ts'
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
  const page = async (maxChars: number) =>
    writePage({
      ...(await pageOf(sessionId)),
      folder,
      path: join(folder, `page-${maxChars}.html`),
      signal: new AbortController().signal,
      maxChars,
    })
  await expect(page(2_000)).rejects.toThrow(/more than a browser opens well.*one task or one conversation/)
  await page(1_000_000)
  expect(existsSync(join(folder, 'page-1000000.html'))).toBe(true)
})

async function pageOf(sessionId: string): Promise<PageOfSession> {
  const { engine } = window
  return {
    record: engine.sessions.recordOf(sessionId),
    opened: await engine.sessions.open(sessionId),
    selection: { of: 'session' },
    mask: { text: (text) => text, bytes: (bytes) => bytes },
    onProgress: () => undefined,
  }
}
