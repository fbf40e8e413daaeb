// What is wrong anywhere on the record, as a list: by position, in one session, as it grows, and after a deletion.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Finding } from '#shared/a2a/finding.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '../testing/open-window.ts'

const pageRows = 1_000

let window: TestWindow
let first: string
let second: string

beforeEach(async () => {
  window = await openWindow()
  first = window.engine.record.createSession('first').sessionId
  second = window.engine.record.createSession('second').sessionId
  for (let index = 0; index < 3_000; index++) append(index < 2_000 ? first : second, index, index % 2 === 0)
  window.engine.record.flush()
})
afterEach(() => window.close())

const found = (query: object = {}) => window.client.console.findings({ offset: 0, limit: pageRows, ...query })
const texts = ({ rows }: Awaited<ReturnType<typeof found>>) =>
  rows.map((entry) => (entry.kind === 'note' ? Number(entry.text) : undefined))

test('the first and the last of more than a page', async () => {
  const { total, rows } = await found()
  expect([total, rows.length]).toEqual([1_500, pageRows])
  expect(texts(await found({ limit: 2 }))).toEqual([0, 2])
  expect(texts(await found({ offset: total - 2 }))).toEqual([2_996, 2_998])
  expect(texts(await found({ offset: total }))).toEqual([])
})

test('of one session, and of one exchange', async () => {
  for (const of of [{ sessionId: second }, { exchangeId: notesOf(second) }]) {
    const ofSecond = await found(of)
    expect([ofSecond.total, texts(ofSecond)[0]]).toEqual([500, 2_000])
  }
  expect((await found({ sessionId: first, exchangeId: notesOf(second) })).total).toBe(0)
})

test('who waits is answered when there is another one, not when anything else happens', async () => {
  const { version, total } = await found()
  const next = found({ seen: version, waitMs: 20_000, offset: total })
  append(first, 1, false)
  window.engine.record.flush()
  expect(await found({ seen: version, waitMs: 1 })).toMatchObject({ version, total })
  append(first, 7, true)
  expect(texts(await next)).toEqual([7])
})

test('a session that is deleted takes its own along', async () => {
  const { version } = await found()
  const next = found({ seen: version, waitMs: 20_000 })
  await window.engine.record.deleteSession(first)
  await next
  const left = await found()
  expect([left.total, texts(left)[0], left.version === version]).toEqual([500, 2_000, false])
})

test('the counts are those of the lists, and wait as they do', async () => {
  const { console } = window.client
  const counts = async (query = {}) => {
    const { exchanges, webhooks, findings } = await console.counts(query)
    return [exchanges, webhooks, findings]
  }
  expect([await counts(), await counts({ sessionId: second })]).toEqual([
    [2, 0, 1_500],
    [1, 0, 500],
  ])
  const { version } = await console.counts({})
  const next = counts({ seen: version, waitMs: 20_000 })
  const call = { purpose: 'webhook', label: 'Webhook' } as const
  window.engine.record.append({
    ...{ ...place(second, 'webhook'), kind: 'webhook', call, method: 'POST', url: 'http://127.0.0.1/' },
    ...{ path: '/', headers: [], remoteAddress: '127.0.0.1', answeredStatus: 204 },
  })
  expect(await next).toEqual([3, 1, 1_500])
  await window.engine.record.deleteSession(first)
  expect(await counts()).toEqual([2, 1, 500])
  const lists = ['', 'kind:webhook'].map((filter) => console.exchanges({ filter, offset: 0, limit: 1 }))
  expect((await Promise.all(lists)).map(({ total }) => total)).toEqual([2, 1])
})

test('an entry with several findings is one of the list and as many in the counts, as in the figures of its session', async () => {
  const { client, engine } = window
  append(second, 1, true, 3)
  const counts = async (query = {}) => (await client.console.counts(query)).findings
  expect([(await found()).total, await counts(), await counts({ sessionId: second })]).toEqual([
    1_501, 1_503, 503,
  ])
  expect((await found({ exchangeId: notesOf(second) })).total).toBe(501)
  await engine.record.counted(second)
  expect(engine.record.figures(second)?.findings).toBe(503)
  await engine.record.deleteSession(second)
  expect(await counts()).toBe(1_000)
})

const notesOf = (sessionId: string) => `notes of ${sessionId}`
const place = (sessionId: string, exchangeId: string) => ({ sessionId, exchangeId, at: 0, monoMs: 0 })

function append(sessionId: string, index: number, isWrong: boolean, count = 1): void {
  const finding: Finding = {
    ...{ rule: 'R-1', pointer: '/a', message: 'No good.', hint: 'Mend it.' },
    severity: 'warning',
    spec: { version: '1.0', section: '3.1' },
  }
  const note: NewEntry = {
    ...{ ...place(sessionId, notesOf(sessionId)), kind: 'note', text: String(index) },
    ...(isWrong && { findings: Array.from({ length: count }, () => finding) }),
  }
  window.engine.record.append(note)
}
