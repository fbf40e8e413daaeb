// The list of findings: by position, in one session, while it grows, and after a deletion.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Finding } from '#shared/a2a/finding.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'

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

const match = (query: object = {}) => window.client.console.findings({ offset: 0, limit: pageRows, ...query })
const texts = ({ rows }: Awaited<ReturnType<typeof match>>) =>
  rows.map((entry) => (entry.kind === 'note' ? Number(entry.text) : undefined))

test('the first and the last of more than a page', async () => {
  const { total, rows } = await match()
  expect([total, rows.length]).toEqual([1_500, pageRows])
  expect(texts(await match({ limit: 2 }))).toEqual([0, 2])
  expect(texts(await match({ offset: total - 2 }))).toEqual([2_996, 2_998])
  expect(texts(await match({ offset: total }))).toEqual([])
})

test('of one session, and of one exchange', async () => {
  for (const source of [{ sessionId: second }, { exchangeId: notesOf(second) }]) {
    const ofSecond = await match(source)
    expect([ofSecond.total, texts(ofSecond)[0]]).toEqual([500, 2_000])
  }
  expect((await match({ sessionId: first, exchangeId: notesOf(second) })).total).toBe(0)
})

test('who waits is answered when there is another one, not when anything else happens', async () => {
  const { version, total } = await match()
  const next = match({ seen: version, waitMs: 20_000, offset: total })
  append(first, 1, false)
  window.engine.record.flush()
  expect(await match({ seen: version, waitMs: 1 })).toMatchObject({ version, total })
  append(first, 7, true)
  expect(texts(await next)).toEqual([7])
})

test('a session that is deleted takes its own along', async () => {
  const { version } = await match()
  const next = match({ seen: version, waitMs: 20_000 })
  await window.engine.record.deleteSession(first)
  await next
  const left = await match()
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
  expect([(await match()).total, await counts(), await counts({ sessionId: second })]).toEqual([
    1_501, 1_503, 503,
  ])
  expect((await match({ exchangeId: notesOf(second) })).total).toBe(501)
  await engine.record.counted(second)
  expect(engine.record.figures(second)?.findings).toBe(503)
  await engine.record.deleteSession(second)
  expect(await counts()).toBe(1_000)
})

test('six hundred of the same are one group, with how many, from when to when, and each place in it', async () => {
  wrong('one', 600, 'R-2', 'error')
  wrong('two', 3, 'R-2', 'warning')
  const { rows, total, findings } = await grouped()
  expect([total, findings]).toEqual([3, 2_103])
  expect(rows.map(({ rule, agentId, severity, count }) => [rule, agentId, severity, count])).toEqual([
    ['R-2', 'one', 'error', 600],
    ['R-1', undefined, 'warning', 1_500],
    ['R-2', 'two', 'warning', 3],
  ])
  expect(rows[0]).toMatchObject({ firstAt: 0, lastAt: 599, message: 'No good.' })
  const within = await match({ group: { rule: 'R-2', agentId: 'one' }, limit: 2, offset: 599 })
  expect([within.total, within.rows.map(({ at }) => at)]).toEqual([600, [599]])
  expect((await match({ group: { rule: 'R-2' } })).total).toBe(0)
  expect((await match({ group: { rule: 'R-1' } })).total).toBe(1_500)
})

test('groups are narrowed by severity, agent, session and part of the rule', async () => {
  wrong('one', 2, 'R-2', 'error')
  const rulesOf = async (query: object) =>
    (await grouped(query)).rows.map(({ rule, count }) => `${rule} ${count}`)
  expect(await rulesOf({ severity: 'error' })).toEqual(['R-2 2'])
  expect(await rulesOf({ agentId: 'one' })).toEqual(['R-2 2'])
  expect(await rulesOf({ agentId: 'nobody' })).toEqual([])
  expect(await rulesOf({ rule: ' r-1' })).toEqual(['R-1 1500'])
  expect(await rulesOf({ inSession: second })).toEqual(['R-1 500'])
  // As for a stored session.
  expect(await rulesOf({ sessionId: first })).toEqual(['R-2 2', 'R-1 1000'])
  expect(await grouped({ severity: 'info' })).toMatchObject({ agents: ['one'], sessions: [second, first] })
})

test('the groups follow what comes and what is deleted', async () => {
  const { version } = await grouped()
  const next = grouped({ seen: version, waitMs: 20_000 })
  append(first, 1, false)
  window.engine.record.flush()
  append(second, 7, true)
  expect((await next).rows).toMatchObject([{ rule: 'R-1', count: 1_501 }])
  await window.engine.record.deleteSession(first)
  expect((await grouped()).rows).toMatchObject([{ rule: 'R-1', count: 501 }])
})

test('ten thousand groups are listed by position', async () => {
  for (let index = 0; index < 10_000; index += 1) wrong(`agent-${index % 100}`, 1, `RULE-${index}`, 'error')
  window.engine.record.flush()
  const { total, rows } = await grouped({ offset: 9_999, limit: 5 })
  expect([total, rows.map(({ rule }) => rule)]).toEqual([10_001, ['RULE-9999', 'R-1']])
})

test('a muted rule of an agent leaves the list and all counts, and comes back', async () => {
  wrong('one', 600, 'R-2', 'error')
  wrong('two', 3, 'R-2', 'error')
  const { console } = window.client
  const { exchanges } = window.engine.record
  const before = await counts()
  expect(before).toEqual({ groups: ['R-2 one', 'R-2 two', 'R-1'], counted: 2_103, listed: 2_103, badge: 1 })
  const { version } = await grouped()
  const next = grouped({ seen: version, waitMs: 20_000 })
  const { version: counted } = await console.counts({})
  const nextCounts = console.counts({ seen: counted, waitMs: 20_000 })
  await console.mute({ rule: 'R-2', agentId: 'one', muted: true })

  expect(await next).toMatchObject({ total: 2, findings: 1_503, mutedRules: 1 })
  expect((await nextCounts).findings).toBe(1_503)
  expect(await counts()).toEqual({ groups: ['R-2 two', 'R-1'], counted: 1_503, listed: 1_503, badge: 0 })
  expect((await grouped({ muted: true })).rows).toMatchObject([{ rule: 'R-2', agentId: 'one', count: 600 }])
  const places = await match({ group: { rule: 'R-2', agentId: 'one' } })
  expect([places.total, places.rows[0]?.findings?.length]).toEqual([600, 1])
  expect((await match({ exchangeId: 'one R-2 0' })).total).toBe(0)
  expect((await match({ exchangeId: 'one R-2 0', muted: true })).total).toBe(1)
  expect((await console.exchange({ exchangeId: 'one R-2 0' })).row.findings.error).toBe(0)
  // Files and reports include muted findings.
  const listPage = await exchanges.findings({ exchangeId: 'one R-2 0', offset: 0, limit: 1 })
  expect([listPage.total, exchanges.row('one R-2 0')?.findings.error]).toEqual([1, 1])

  window = await window.reopen()
  expect(await counts()).toMatchObject({ groups: ['R-2 two', 'R-1'], counted: 1_503, listed: 1_503 })
  await window.client.console.mute({ rule: 'R-2', agentId: 'one', muted: false })
  expect(await counts()).toEqual(before)

  async function counts() {
    const { rows } = await grouped()
    const offset = await window.client.console.position({ filter: '', exchangeId: 'one R-2 0' })
    const { rows: shown } = await window.client.console.exchanges({ filter: '', offset, limit: 1 })
    const { sessions } = await window.client.sessions.list({ limit: 10 })
    return {
      groups: rows.map(({ rule, agentId }) => (agentId === undefined ? rule : `${rule} ${agentId}`)),
      counted: (await window.client.console.counts({})).findings,
      listed: sessions.reduce((sum, { findings }) => sum + findings, 0),
      badge: shown[0]?.findings.error,
    }
  }
})

test('of an entry with a muted finding and another, the other is listed', async () => {
  append(second, 1, true, 2)
  const both = [notGood, { ...notGood, rule: 'R-2' }]
  window.engine.record.append({
    ...place(second, notesOf(second)),
    kind: 'note',
    text: 'both',
    findings: both,
  })
  await window.client.console.mute({ rule: 'R-1', muted: true })
  const { total, rows } = await match()
  expect([total, rows[0]?.findings?.map(({ rule }) => rule)]).toEqual([1, ['R-2']])
  expect((await window.client.console.counts({ sessionId: second })).findings).toBe(1)
})

test('five hundred rules can be muted, and no more', async () => {
  const { console } = window.client
  for (let index = 0; index < 500; index += 1) await console.mute({ rule: `R-${index}`, muted: true })
  await console.mute({ rule: 'R-1', muted: true })
  await expect(console.mute({ rule: 'R-2', agentId: 'one', muted: true })).rejects.toThrow(
    /500 rules are muted/,
  )
})

const grouped = (query: object = {}) =>
  window.client.console.findingGroups({ offset: 0, limit: pageRows, ...query })

/** An agent's request with findings. */
function wrong(agentId: string, count: number, rule: string, severity: Finding['severity']): void {
  for (let at = 0; at < count; at += 1)
    window.engine.record.append({
      ...{ sessionId: first, exchangeId: `${agentId} ${rule} ${at}`, at, monoMs: 0, kind: 'request' },
      ...{
        method: 'POST',
        url: 'http://a/',
        headers: [],
        call: { purpose: 'operation', label: 'Send', agentId },
      },
      findings: [{ ...notGood, rule, severity }],
    })
}

const notesOf = (sessionId: string) => `notes of ${sessionId}`
const place = (sessionId: string, exchangeId: string) => ({ sessionId, exchangeId, at: 0, monoMs: 0 })

const notGood: Finding = {
  ...{ rule: 'R-1', pointer: '/a', message: 'No good.', hint: 'Mend it.' },
  severity: 'warning',
  spec: { version: '1.0', section: '3.1' },
}

function append(sessionId: string, index: number, isWrong: boolean, count = 1): void {
  const note: NewEntry = {
    ...{ ...place(sessionId, notesOf(sessionId)), kind: 'note', text: String(index) },
    ...(isWrong && { findings: Array.from({ length: count }, () => notGood) }),
  }
  window.engine.record.append(note)
}
