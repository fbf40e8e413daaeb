// The list of exchanges with real agents: its columns, filters and updates.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ordering } from '#shared/record/exchange-order.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { announce, become } from '../../../e2e/agents/steps.ts'

let window: TestWindow
let good: Agent
let bad: Agent
const ids: Record<string, string> = {}

beforeAll(async () => {
  window = await openWindow()
  good = await agent({ dialect: '1.0', name: 'Good one' })
  bad = await namedAgent('append-to-unknown').start()
  await window.connect(good.url)
  await window.connect(bad.url)
  const goodId = await window.idOf(good.url)
  const print = async (name: string, agentId: string, text: string, stream: boolean) => {
    ids[name] = (await window.client.conversation.send({ agentId, text, stream })).exchangeId
  }
  await print('direct', goodId, 'direct zebra', false)
  await print('stream', goodId, 'many 30', true)
  await print('failing', goodId, 'fail', true)
  await print('finding', await window.idOf(bad.url), 'hi', true)
  await good.close()
  await print('refused', goodId, 'direct', false)
})
afterAll(async () => {
  await bad.close()
  await window.close()
})

const list = (filter: string, more = {}) =>
  window.client.console.exchanges({ filter, offset: 0, limit: 100, ...more })
const named = async (filter: string) => {
  const { rows } = await list(filter)
  return rows.flatMap(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? [])
}

test('a line says what crossed without reading the entries', async () => {
  const { rows } = await list('kind:operation')
  const [direct, stream, failing, finding, refused] = rows
  expect(direct).toMatchObject({
    label: 'SendMessage',
    words: 'direct zebra',
    binding: 'JSONRPC',
    dialect: '1.0',
    method: 'POST',
    state: 'done',
    status: 200,
    frames: 0,
    findings: { error: 0, warning: 0, info: 0 },
    pinned: false,
  })
  expect(direct?.contextId).toBeTypeOf('string')
  expect(stream?.frames).toBeGreaterThan(30)
  expect(stream?.taskId).toBeTypeOf('string')
  expect([direct?.taskState, stream?.taskState, failing?.taskState]).toEqual([
    undefined,
    'completed',
    'failed',
  ])
  expect(stream?.endedMs).toBeGreaterThanOrEqual(stream?.firstFrameMs ?? Number.NaN)
  expect(finding?.findings.warning).toBeGreaterThan(0)
  expect(refused).toMatchObject({ state: 'failed', failure: 'refused', problem: expect.any(String) })
})

test.each([
  ['kind:operation', ['direct', 'stream', 'failing', 'finding', 'refused']],
  ['method:SendStreaming', ['stream', 'failing', 'finding']],
  ['status:error kind:operation', ['failing', 'refused']],
  ['status:ok kind:operation', ['direct', 'stream', 'finding']],
  ['status:2xx kind:operation -frames>0', ['direct']],
  ['agent:"good ONE" kind:operation', ['direct', 'stream', 'failing', 'refused']],
  ['finding:warning', ['finding']],
  ['finding:PARLEY-SEQ-005', ['finding']],
  ['finding:none kind:operation -status:failed', ['direct', 'stream', 'failing']],
  ['zebra', ['direct']],
  ['-zebra kind:operation', ['stream', 'failing', 'finding', 'refused']],
  ['"many 30"', ['stream']],
  ['kind:stream', ['stream', 'failing', 'finding']],
  ['size>1k kind:operation frames>=5', ['stream']],
  ['dur>2min', []],
  ["method:%' agent:_", []],
])('%s', async (filter, expected) => {
  expect(await named(filter)).toEqual(expected)
})

test('by task, also where a stream names it', async () => {
  const { rows } = await list(`kind:operation frames>20`)
  const taskId = rows[0]?.taskId ?? ''
  expect(await named(`task:${taskId.slice(0, 12)}`)).toEqual(['stream'])
})

test('a page is a place in what matches, and an exchange has a position there', async () => {
  const { total } = await list('')
  const page = await list('', { offset: total - 1, limit: 10 })
  expect(page.rows.map(({ id }) => id)).toEqual([ids['refused']])
  const position = (filter: string, name: string) =>
    window.client.console.position({ filter, exchangeId: ids[name] ?? '' })
  expect(await position('', 'refused')).toBe(total - 1)
  expect(await position('kind:operation', 'stream')).toBe(1)
  expect(await position('kind:card', 'stream')).toBe(-1)
})

test('a list is sorted by what its rows have, with positions in that order, and backwards', async () => {
  const { rows, total } = await list('kind:operation')
  const sorted = async (by: Ordering, descending = false) =>
    (await list('kind:operation', { order: { by, descending } })).rows
  const took = ({ endedMs = Number.POSITIVE_INFINITY }: ExchangeRow) => endedMs
  expect(await sorted('duration')).toEqual(rows.toSorted((a, b) => took(a) - took(b)))
  expect(await sorted('size')).toEqual(rows.toSorted((a, b) => a.receivedBytes - b.receivedBytes))
  expect((await sorted('size', true)).toReversed()).toEqual(await sorted('size'))
  expect((await sorted('status')).at(-1)?.id).toBe(ids['refused'])
  expect((await sorted('method')).map(({ label }) => label)).toEqual(rows.map(({ label }) => label).sort())
  const agents = await window.client.agents.list()
  const nameOf = ({ agentId }: ExchangeRow) => agents.find(({ id }) => id === agentId)?.name ?? ''
  expect((await sorted('agent')).map(nameOf)).toEqual(rows.map(nameOf).sort((a, b) => a.localeCompare(b)))
  for (const [index, { id }] of (await sorted('size', true)).entries()) {
    const order = { by: 'size', descending: true } as const
    const view = { filter: 'kind:operation', order, exchangeId: id }
    expect(await window.client.console.position(view)).toBe(index)
    expect((await list('kind:operation', { order, offset: index, limit: 1 })).rows[0]?.id).toBe(id)
  }
  expect(total).toBe(rows.length)
})

test('pins, marks and notes stay, can be found and outlive a cleared view', async () => {
  const { annotate } = window.client.console
  await annotate({ exchangeId: ids['direct'] ?? '', pinned: true, note: 'look here' })
  await annotate({ exchangeId: ids['stream'] ?? '', mark: 'red' })
  expect(await named('is:pinned')).toEqual(['direct'])
  expect(await named('is:marked')).toEqual(['stream'])
  expect(await named('note:here')).toEqual(['direct'])
  const after = (await list('')).rows.at(-1)?.firstSeq ?? 0
  expect((await list('', { after })).rows.map(({ id }) => id)).toEqual([ids['direct']])
  await annotate({ exchangeId: ids['direct'] ?? '', pinned: false, note: null })
  await annotate({ exchangeId: ids['stream'] ?? '', mark: null })
  expect((await list('is:pinned,marked,noted')).total).toBe(0)
})

test('who waits is answered when something happens', async () => {
  const { version, total } = await list('kind:operation')
  const next = list('kind:operation', { seen: version, waitMs: 20_000 })
  const agentId = await window.idOf(bad.url)
  await window.client.conversation.send({ agentId, text: 'hi', stream: false })
  let page = await next
  while (page.total === total) page = await list('kind:operation', { seen: page.version, waitMs: 20_000 })
  expect(page.total).toBe(total + 1)
})

test('who waits for one exchange is answered when it grows, or something is put on it, and not for another', async () => {
  const { exchange, annotate } = window.client.console
  const exchangeId = ids['direct'] ?? ''
  const { version, row } = await exchange({ exchangeId })
  const pinned = exchange({ exchangeId, seen: version, waitMs: 20_000 })
  await annotate({ exchangeId, pinned: true })
  expect((await pinned).row).toEqual({ ...row, pinned: true })
  await annotate({ exchangeId, pinned: false })
  const { version: quiet } = await exchange({ exchangeId })
  const waiting = exchange({ exchangeId, seen: quiet, waitMs: 300 })
  const agentId = await window.idOf(bad.url)
  const other = await window.client.conversation.send({ agentId, text: 'hi', stream: false })
  expect(await waiting).toMatchObject({ version: quiet, waitedMs: expect.toSatisfy((ms) => ms >= 300) })
  const before = await exchange({ exchangeId: other.exchangeId })
  const growing = exchange({ exchangeId: other.exchangeId, seen: before.version, waitMs: 20_000 })
  const { sessionId } = before.row
  window.engine.record.append({
    ...{ sessionId, exchangeId: other.exchangeId, at: 1, monoMs: 1 },
    ...{ kind: 'note', text: 'later' },
  })
  expect((await growing).entries.at(-1)).toMatchObject({ kind: 'note', text: 'later' })
})

test('frames are had by index, findings by entry', async () => {
  const exchangeId = ids['stream'] ?? ''
  const frames = await window.client.console.frames({ exchangeId, offset: 10, limit: 5 })
  expect(frames.map(({ index }) => index)).toEqual([10, 11, 12, 13, 14])
  const { entries, row } = await window.client.console.exchange({ exchangeId })
  expect(entries.map(({ kind }) => kind)).toEqual(['request', 'response', 'end'])
  expect(row.id).toBe(exchangeId)
  const { rows: matches } = await window.client.console.findings({
    exchangeId: ids['finding'] ?? '',
    offset: 0,
    limit: 50,
  })
  expect(matches.flatMap(({ findings = [] }) => findings.map(({ rule }) => rule))).toContain('PARLEY-SEQ-005')
})

test('the lines are the same when the file is opened again', async () => {
  const before = (await list('')).rows
  window = await window.reopen()
  expect((await list('')).rows).toEqual(before)
})

test('what is wrong anywhere on the record is found by its place', async () => {
  const { rows: entries, total } = await window.client.console.findings({ offset: 0, limit: 100 })
  expect(entries).toHaveLength(total)
  expect(entries.every(({ findings = [] }) => findings.length > 0)).toBe(true)
  expect(entries.flatMap(({ exchangeId }) => (exchangeId === ids['finding'] ? ['finding'] : []))).not.toEqual(
    [],
  )
  expect(await window.client.console.findings({ offset: total - 1, limit: 5 })).toMatchObject({
    rows: entries.slice(-1),
    total,
  })
})

test('a frame that lies apart from its entry comes with what it says, up to a size', async () => {
  const sizes = [20_000, 400_000]
  const large = await untilTestEnds(
    agent({
      dialect: '1.0',
      script: () => [
        announce(),
        ...sizes.map((size) => become('working', 'x'.repeat(size))),
        become('completed'),
      ],
    }),
  )
  await window.connect(large.url)
  const agentId = await window.idOf(large.url)
  const { exchangeId } = await window.client.conversation.send({ agentId, text: 'go', stream: true })
  const frames = await window.client.console.frames({ exchangeId, offset: 0, limit: 10 })
  expect(
    frames.map(({ data }) => [(data?.sizeBytes ?? 0) > 4096, data?.text?.includes('xxx') ?? 'apart']),
  ).toEqual([
    [false, false],
    [true, true],
    [true, 'apart'],
    [false, false],
  ])
})
