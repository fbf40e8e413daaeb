// A record of three frameworks as the Parley before this one left it (layout 4), with an answer in states, one that broke off, one
// in messages of one id, one in a history: its sessions, what the chat shows of each prompt, and its timelines.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { values } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

const stored = join(import.meta.dirname, '..', '..', '..', 'e2e', 'fixtures', 'records', 'layout-4.sqlite.gz')
const lisbon = 'Lisbon is a city on the river Tagus. The hills, the trams, ha ha, and the the light.'
let dataDir: string
let window: TestWindow

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-old-'))
  writeFileSync(join(dataDir, 'record.sqlite'), gunzipSync(readFileSync(stored)))
  window = await openWindow({ dataDir })
})
afterAll(async () => {
  await window.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('its sessions are there, and each prompt with what came of it', async () => {
  const { sessions } = await window.client.sessions.list({ limit: 10 })
  const sessionViews = sessions.filter(({ state }) => state === 'kept')
  const runs = await Promise.all(sessionViews.map(({ id }) => window.client.sessions.runs({ sessionId: id })))
  const reported = runs
    .flat()
    .map(({ says, results }) => [says, results.map(({ name, text }) => `${name}: ${text.trim()}`)])
  expect(reported).toEqual([
    ['Tell me of Lisbon', [`While working: ${lisbon}`]],
    [
      'failmid',
      ['While working: Lisbon is a city on', 'Final message: ## RuntimeError\nthe model broke off'],
    ],
    ['Tell me of Lisbon', [`While working: ${lisbon}`]],
    // Messages that name a task are said in it.
    ['Tell me of Lisbon', [`While working: ${lisbon}`]],
    ['Tell me of Lisbon', [`agent_response: ${lisbon}`]],
    ['use the tool', ['While working: Let me look that up.', `agent_response: ${lisbon}`]],
  ])
})

test('its timelines are what they were', async () => {
  const { tasks } = await foldRecord(window.engine)
  const rows = []
  for (const { taskId, agentId = '' } of values(tasks)) {
    const task = { taskId, agentId }
    const { outline } = await window.client.timeline.outline({ task, filter: {}, version: 0, waitMs: 5_000 })
    rows.push([outline.state, outline.rows, outline.figures.events, outline.artifacts.length])
  }
  expect(rows).toEqual([
    ['completed', 23, 21, 1],
    ['completed', 28, 26, 1],
    ['completed', 23, 21, 0],
    ['failed', 10, 8, 0],
    ['completed', 20, 1, 0],
    ['completed', 22, 21, 0],
  ])
})
