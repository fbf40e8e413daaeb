// A read-only data directory and a full disk: mounted ones where this machine permits it, else read-only permissions.
// record.test.ts fills the file up to a bound everywhere.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { canMount, mountedDisk, readOnlyFolder } from '#testing/engine/small-disk.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

async function talk({ client, connect, idOf }: TestWindow) {
  const agent = await namedAgent('v1.0').start()
  toClose.push(agent.close)
  const discovery = await connect(agent.url)
  const agentId = await idOf(agent.url)
  const sent = await client.conversation.send({ agentId, text: 'hi', stream: true })
  return { found: discovery.found, ended: sent.ended }
}

async function noticeTo({ client }: TestWindow): Promise<string | undefined> {
  return (await client.console.counts({})).notice
}

test(`an agent is talked to although nothing may be written (${canMount ? 'a mount' : 'permissions'})`, async () => {
  const folder = readOnlyFolder()
  toClose.push(folder.close)
  const window = await openWindow({ dataDir: folder.path })
  toClose.push(() => window.engine.close())
  expect(await talk(window)).toEqual({ found: true, ended: 'complete' })
  expect((await window.client.agents.list()).length).toBe(1)
  expect(await noticeTo(window)).toMatch(/^Parley may not write to .*Give it write permission/)
  expect(await window.engine.record.count()).toBeGreaterThan(5)
})

if (canMount) {
  test('a disk that is full loses nothing once there is room again', async () => {
    const disk = mountedDisk(3_000_000)
    toClose.push(disk.close)
    let window = await openWindow({ dataDir: disk.path })
    toClose.push(() => window.engine.close())
    disk.fillUpTo(8_192)
    expect(await talk(window)).toEqual({ found: true, ended: 'complete' })
    window.engine.record.flush()
    const count = await window.engine.record.count()
    expect(await noticeTo(window)).toMatch(/^The disk that holds .* is full\..*Free some space/)
    const { version } = await window.client.console.counts({})
    const next = window.client.console.counts({ seen: version, waitMs: 15_000 })
    disk.makeRoom()
    expect((await next).notice).toBeUndefined()
    await expect.poll(() => existsSync(join(disk.path, 'agents.json')), { timeout: 15_000 }).toBe(true)
    window = await window.reopen()
    expect([await window.engine.record.count(), (await window.client.agents.list()).length]).toEqual([
      count,
      1,
    ])
    expect(readFileSync(join(disk.path, 'agents.json'), 'utf8')).toContain('127.0.0.1')
  })

  test('a session that goes on while the disk is full is counted whole, and can be ended', async () => {
    const disk = mountedDisk(3_000_000)
    toClose.push(disk.close)
    const window = await openWindow({ dataDir: disk.path })
    toClose.push(() => window.engine.close())
    await talk(window)
    window.engine.record.flush()
    disk.fillUpTo(0)
    await talk(window)
    const entries = await window.engine.record.count()
    expect(window.engine.record.status()).toMatchObject({ keeping: 'memory', problem: { kind: 'disk-full' } })
    const [now] = (await window.client.sessions.list({ limit: 10 })).sessions
    expect(now).toMatchObject({ state: 'recording', entries, tasks: 2 })
    expect(await window.client.sessions.record({ action: 'stop' })).toMatchObject({ state: 'stopped' })
  })
}
