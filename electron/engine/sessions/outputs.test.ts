// Secrets planted in a session are in none of what leaves it: the file, the page, the recorded agent.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileFormat } from '#shared/contract/session-files.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { openWindow, type TestWindow } from '../testing/open-window.ts'

const token = 'planted-token-5d1f'
const password = 'planted-pass word"5d2f'

let window: TestWindow
let kit: Agent
let pageFolder: string

beforeEach(async () => {
  pageFolder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  writeFileSync(join(pageFolder, 'page.js'), 'const end = "</script>"')
  writeFileSync(join(pageFolder, 'page.css'), 'body {}')
  window = await openWindow({ pageFolder })
  kit = await agent({ dialect: '1.0' })
})
afterEach(async () => {
  await window.close()
  await kit.close()
  rmSync(pageFolder, { recursive: true, force: true })
})

/** Said before they were known as secrets, so that the record itself has them; then used as credentials. */
async function planted(): Promise<{ readonly sessionId: string; readonly agentId: string }> {
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const { client } = window
  for (const secret of [token, password]) {
    await client.conversation.send({ agentId, text: `hello ${secret}`, stream: false })
    await client.conversation.send({ agentId, text: `hello ${secret} ${'x '.repeat(4_000)}`, stream: true })
  }
  await client.access.set({ agentId, credentials: [{ kind: 'bearer', token }] })
  await client.conversation.send({ agentId, text: 'hello', stream: false })
  await client.access.set({ agentId, credentials: [{ kind: 'basic', username: 'me', password }] })
  await client.conversation.send({ agentId, text: 'hello', stream: false })
  const sessionId = (await client.sessions.recording()).session?.id ?? ''
  await client.sessions.edit({ sessionId, changes: { name: `with ${token}`, note: `and ${password}` } })
  return { sessionId, agentId }
}

async function exported(sessionId: string, format: FileFormat): Promise<Buffer> {
  const { sessionFiles } = window.client
  const steps = await sessionFiles.exporting({ sessionId, selection: { of: 'session' }, format })
  for await (const step of steps) {
    if (step.kind !== 'ready') continue
    const { exportId, sizeBytes } = step
    const { base64 } = await sessionFiles.readExport({
      exportId,
      offset: 0,
      length: Math.min(sizeBytes, 1_048_576),
    })
    return Buffer.from(base64, 'base64')
  }
  throw new Error('the export did not end')
}

/** The text of lines, and of the bodies among them. */
function everythingIn(lines: Buffer): string {
  const text = lines.toString('utf8')
  const pieces = [...text.matchAll(/"piece":"([^"]+)"/g)].map(([, piece = '']) =>
    Buffer.from(piece, 'base64'),
  )
  return text + Buffer.concat(pieces).toString('utf8')
}

function expectNone(text: string): void {
  for (const secret of [token, password, JSON.stringify(password).slice(1, -1), 'planted']) {
    expect(text.includes(secret), secret).toBe(false)
  }
}

test('the record has them, or the test would prove nothing', async () => {
  await planted()
  expect(window.disk()).toContain(token)
})

test('the Parley file has none of them', async () => {
  const { sessionId } = await planted()
  expectNone(everythingIn(gunzipSync(await exported(sessionId, 'parley'))))
})

test('the page has none of them, keeps its own script whole, and allows no connection', async () => {
  const { sessionId } = await planted()
  const html = (await exported(sessionId, 'html')).toString('utf8')
  expectNone(html)
  const [, packed = ''] = /id="session">([^<]*)</.exec(html) ?? []
  const lines = everythingIn(gunzipSync(Buffer.from(packed, 'base64')))
  expectNone(lines)
  expect(lines).toContain('"exchanges":[')
  expect(html).toContain('<script>const end = "<\\/script>"</script>')
  expect(html).toContain("default-src 'none'; script-src 'sha256-")
  expect(html).not.toMatch(/connect-src|unsafe|https?:/)
})

test('the recorded agent says none of them', async () => {
  const session = await planted()
  const mock = await window.client.mockAgents.start({ ...session, pace: 'at-once' })
  const ask = (text: string) => ({
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { parts: [{ text }] } },
    }),
  })
  const said = await (await fetch(mock.address, ask(`hello ${token}`))).text()
  expect(said).toContain('hello')
  expectNone(said)
  expectNone(await (await fetch(mock.address, ask('never said'))).text())
})
