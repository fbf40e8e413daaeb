// A record as an older Parley left it, opened by this one. The file was written by the code of its own time: layout 1, three conversations with
// the demo agent (a message, a streamed story, a failure), with nothing beside it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { values } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { schemaVersion } from './migrations.ts'

const stored = join(import.meta.dirname, '..', '..', '..', 'e2e', 'fixtures', 'records', 'layout-1.sqlite.gz')
let dataDir: string
let window: TestWindow

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-old-'))
  writeFileSync(join(dataDir, 'record.sqlite'), gunzipSync(readFileSync(stored)))
  expect(layout()).toBe(1)
  window = await openWindow({ dataDir })
})
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

function layout(): unknown {
  const database = new DatabaseSync(join(dataDir, 'record.sqlite'), { readOnly: true })
  const row = database.prepare('PRAGMA user_version').get()
  database.close()
  return row?.['user_version']
}

test('its session is listed with all it holds', async () => {
  const { sessions } = await window.client.sessions.list({ limit: 10 })
  expect(
    sessions.map(({ state, exchanges, tasks, entries }) => ({ state, exchanges, tasks, entries })),
  ).toEqual([
    { state: 'recording', exchanges: 0, tasks: 0, entries: 0 },
    { state: 'kept', exchanges: 4, tasks: 2, entries: 98 },
  ])
})

test('its tasks fold to what they were', async () => {
  const { tasks } = await foldRecord(window.engine)
  expect([...values(tasks)].map(({ status }) => status?.state)).toEqual(['completed', 'failed'])
})

test('its words are found', async () => {
  const { hits } = await window.client.sessions.search({ text: 'Atlantis', skip: 0, limit: 10 })
  expect(hits.length).toBeGreaterThan(0)
})

test('its calls are on the list, and recording goes on behind them', async () => {
  const { address } = await window.client.demo.start()
  await window.connect(address)
  window.engine.record.flush()
  const { id } = await window.client.sessions.find({ named: 'last' })
  const page = { filter: '', offset: 0, limit: 10 }
  const labels = async (sessionId?: string) =>
    (await window.client.console.exchanges({ ...page, ...(sessionId && { sessionId }) })).rows.map(
      ({ label }) => label,
    )
  const old = [
    'GET /.well-known/agent-card.json',
    'SendMessage',
    'SendStreamingMessage',
    'SendStreamingMessage',
  ]
  expect(await labels(id)).toEqual(old)
  expect(await labels()).toEqual([...old, 'GET /.well-known/agent-card.json'])
})

test('the file has the layout of this Parley afterwards', async () => {
  await window.engine.close()
  expect(layout()).toBe(schemaVersion)
})
