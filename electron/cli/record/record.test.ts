// `parley record` with push notifications of an agent.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import { startCommand, startProcess } from '#testing/cli/run-command.ts'
import { ensureBuilt } from '../../built.ts'

vi.setConfig({ testTimeout: 90_000 })

let folder: string

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..', '..'), () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-record-'))
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('keeps and tells what calls its address, and sums up when it is stopped', async () => {
  const demo = await startDemoAgent({ stepMs: 0 })
  const args = [demo.url, '--data-dir', 'data', '-o', 'json']
  const { stop, done, line } = startProcess(['record', ...args], folder)
  try {
    const { webhook, sessionId } = JSON.parse(await line(/"webhook"/))
    const body = JSON.stringify({
      task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
    })
    const headers = { 'Content-Type': 'application/json' }
    expect((await fetch(webhook, { method: 'POST', headers, body })).status).toBe(200)
    const reported = JSON.parse(await line(/"kind":"webhook"/))
    expect(reported.exchange).toMatchObject({ sessionId, status: 200, state: 'done' })
    stop('SIGINT')
    const { code, stdout } = await done
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.filter((line) => line.includes('"exchange":'))).toHaveLength(2)
    expect(JSON.parse(lines.at(-1) ?? '').done).toMatchObject({ sessionId, exchanges: 2 })
    const stored = await startCommand(
      ['sessions', 'show', 'last', '--data-dir', 'data', '-o', 'json'],
      folder,
    ).done
    expect(JSON.parse(stored.stdout).exchanges).toHaveLength(2)
  } finally {
    stop('SIGTERM')
    await demo.close()
  }
})

test('an agent that is not there: 3, and nothing on standard output', async () => {
  const { code, stdout } = await startCommand(['record', 'http://127.0.0.1:1', '--data-dir', 'none'], folder)
    .done
  expect([code, stdout]).toEqual([3, ''])
})
