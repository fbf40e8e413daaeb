// The facts of real agents' traffic: while it is recorded, and when its entries are recorded again.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { bodyHashes } from '#shared/record/body-hashes.ts'
import { unpack } from '#shared/record/run.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { factsIn, inFile, type StoredFact } from '#testing/engine/facts-in.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { frameworkScenarios, recordOf } from '../../../e2e/fixtures/framework-captures.ts'
import { onInternalError } from '../platform/guarded.ts'
import { createWire } from '../wire/wire.ts'
import { openRecord, type SessionRecord } from './record.ts'
import { bodyBehind } from './whole-body.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-facts-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function opened(): SessionRecord {
  const record = openRecord({ dataDir })
  onTestFinished(() => record.close())
  return record
}

async function conversation({ client, connect, idOf }: TestWindow, name: string): Promise<string> {
  const agent = await untilTestEnds(namedAgent(name).start())
  await connect(agent.url)
  return idOf(agent.url).then(async (agentId) => {
    const { exchangeId } = await client.conversation.send({ agentId, text: 'chunks', stream: true })
    await client.conversation.send({ agentId, text: 'direct', stream: false })
    return exchangeId
  })
}

/** The facts of another record that is given the same entries, none of them decoded before. */
function recordedAgain(): readonly StoredFact[] {
  const before = openRecord({ dataDir })
  const newDir = mkdtempSync(join(tmpdir(), 'parley-facts-'))
  onTestFinished(() => rmSync(newDir, { recursive: true, force: true }))
  const again = openRecord({ dataDir: newDir })
  const { rows } = before.walk({}, 0, Number.MAX_SAFE_INTEGER)
  for (const { packed, taskId } of rows) {
    for (const hash of bodyHashes(packed)) again.keepApart(hash, bodyBehind(before, hash))
    for (const entry of unpack([packed])) again.append(entry, { taskId })
  }
  before.close()
  again.close()
  return factsIn(newDir)
}

function waysOf(label: string): readonly string[] {
  const all = factsIn(dataDir)
  const exchanges = inFile(dataDir, (database) =>
    database.prepare('SELECT uid FROM summary JOIN exchange ON id = exchange WHERE operation = ?').all(label),
  )
  return exchanges.map(({ uid }) =>
    all
      .filter(({ exchange }) => exchange === uid)
      .map(({ way }) => way)
      .join(' '),
  )
}

test.each(['v0.1', 'v0.2.6', 'v0.3', 'v0.3-rest', 'v0.3-grpc', 'v1.0', 'v1.0-rest', 'v1.0-grpc'])(
  '%s: each way of telling is a few facts, the same when its entries are recorded again',
  async (name) => {
    const window = await openWindow({ dataDir })
    const { client, engine } = window
    await conversation(window, name)
    engine.record.flush()
    const agentId = (await client.agents.list())[0]?.id ?? ''
    const [taskId = ''] = engine.record.conversations.tasks({ agentId, limit: 10 })
    await client.tasks.get({ agentId, taskId })
    await engine.close()
    expect(waysOf('stream')[0]).toMatch(/^sent( stream){1,6}$/)
    expect(waysOf('send')[0]).toMatch(/^sent reply$/)
    expect(waysOf('get').join()).toMatch(/^poll( poll)?$/)
    const storedFacts = factsIn(dataDir)
    expect(new Set(storedFacts.map((fact) => JSON.stringify(fact))).size).toBe(storedFacts.length)
    expect(recordedAgain()).toEqual(storedFacts)
  },
)

test('a list tells of all tasks it shows, and webhook calls of theirs', async () => {
  const window = await openWindow({ dataDir })
  const { client, engine } = window
  await client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  const agent = await untilTestEnds(namedAgent('push-good').start())
  await window.connect(agent.url)
  const agentId = await window.idOf(agent.url)
  for (const text of ['one', 'two']) {
    const { id } = await client.push.prepare({ agentId, options: {} })
    await client.conversation.send({ agentId, text, stream: true, pushConfigId: id })
  }
  await expect
    .poll(
      async () => (await client.console.exchanges({ filter: 'kind:webhook', offset: 0, limit: 50 })).total,
    )
    .toBe(10)
  await client.tasks.list({ agentId })
  await engine.close()
  const storedFacts = factsIn(dataDir)
  expect(storedFacts.filter(({ way }) => way === 'list')).toHaveLength(2)
  expect(storedFacts.filter(({ way }) => way === 'push')).toHaveLength(10)
  expect(recordedAgain()).toEqual(storedFacts)
})

test('what frameworks send makes one conversation a context', () => {
  for (const scenario of frameworkScenarios()) {
    const record = opened()
    const { sessionId } = record.createSession(scenario)
    const entries = recordOf(scenario)
    for (const { seq: _, ...entry } of entries)
      record.append({ ...entry, sessionId, exchangeId: `${scenario} ${entry.exchangeId}` } as never)
    record.flush()
    const agentId = entries.flatMap((entry) =>
      entry.kind === 'request' ? [entry.call.agentId ?? ''] : [],
    )[0]
    const { conversations } = record
    const page = { agentId: agentId ?? '', others: true, isForgotten: () => false, offset: 0, limit: 50 }
    const { rows } = conversations.page({ ...page, sessionId })
    const spans = rows.flatMap((row) =>
      conversations.exchanges({ agentId: page.agentId, ref: row, sessionId }),
    )
    const requests = entries.filter(
      (entry) => entry.kind === 'request' && /^(send|stream)$/.test(entry.call.operation ?? ''),
    )
    expect([scenario, rows.length > 0 || requests.length === 0, spans.length >= requests.length]).toEqual([
      scenario,
      true,
      true,
    ])
    record.close()
  }
})

test('pieces that tell nothing new change no version', async () => {
  const window = await openWindow({ dataDir })
  onTestFinished(() => window.engine.close())
  const { record } = window.engine
  const agent = await untilTestEnds(namedAgent('v1.0').start())
  await window.connect(agent.url)
  const agentId = await window.idOf(agent.url)
  const { exchangeId } = await window.client.conversation.send({ agentId, text: 'chunks', stream: true })
  record.flush()
  const [first] = unpack(record.conversations.rows(new Set([exchangeId]), 0, record.latest()))
  if (!first) throw new Error('nothing was recorded')
  const { sessionId } = first
  const version = record.conversations.version()
  const piece = unpack(record.conversations.rows(new Set([exchangeId]), 0, record.latest())).findLast(
    ({ kind }) => kind === 'frame',
  )
  for (let index = 0; index < 1_000; index += 1) record.append({ ...piece, sessionId, exchangeId } as never)
  record.flush()
  expect(record.conversations.version()).toBe(version)
})

test('with its session everything that was told there is gone', async () => {
  const window = await openWindow({ dataDir })
  await conversation(window, 'v1.0')
  const [{ sessionId: id } = { sessionId: '' }] = window.engine.record.sessions()
  await window.client.sessions.record({ action: 'new' })
  await conversation(window, 'v0.3')
  const { record } = window.engine
  const version = record.conversations.version()
  await record.deleteSession(id)
  expect(record.conversations.version()).toBeGreaterThan(version)
  await window.engine.close()
  const left = inFile(dataDir, (database) =>
    ['fact', 'conversation', 'conversation_part', 'conversation_task', 'context', 'task'].map((table) =>
      Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']),
    ),
  )
  const facts = factsIn(dataDir)
  expect(facts.length).toBe(left[0])
  expect(left.slice(1)).toEqual([2, 2, 1, 2, 1])
})

test('what is said off the record goes on the conversation, and is in no file', async () => {
  const window = await openWindow({ dataDir })
  const { client, engine } = window
  const agent = await untilTestEnds(namedAgent('v1.0').start())
  await window.connect(agent.url)
  const agentId = await window.idOf(agent.url)
  const page = () => {
    engine.record.flush()
    return engine.record.conversations.page({
      agentId,
      others: true,
      isForgotten: () => false,
      offset: 0,
      limit: 10,
    })
  }
  await client.conversation.send({ agentId, text: 'chunks', stream: true })
  const [{ contextId = '' } = {}] = page().rows
  await client.sessions.record({ action: 'pause' })
  const { exchangeId } = await client.conversation.send({ agentId, text: 'chunks', stream: true, contextId })
  expect(page().rows).toHaveLength(1)
  const { conversations } = engine.record
  const [taskId = ''] = conversations.tasks({ agentId, limit: 1 })
  await client.tasks.get({ agentId, taskId })
  expect(page().rows).toHaveLength(1)
  expect(conversations.exchanges({ agentId, ref: { contextId } })).toHaveLength(3)
  expect(conversations.ofExchange(exchangeId)).toEqual({ agentId, ref: { contextId } })
  await engine.close()
  expect(factsIn(dataDir).map(({ exchange }) => exchange)).not.toContain(exchangeId)
})

test('facts that were kept in memory while the disk took nothing go to the file with their entries', async () => {
  const record = openRecord({ dataDir, maxFileBytes: 2_000_000 })
  const old = record.createSession('old').sessionId
  const { sessionId } = record.createSession('told')
  const at = { sessionId: old, exchangeId: 'filling', at: 1, monoMs: 1 }
  record.append({
    ...at,
    kind: 'end',
    reason: 'complete',
    receivedBytes: 1,
    body: record.keep(randomBytes(1_500_000)),
  })
  record.flush()
  const text = randomBytes(400_000).toString('hex')
  for (let from = 0; from < text.length; from += 1_600) {
    record.append({ ...at, sessionId, kind: 'note', text: text.slice(from, from + 1_600) })
  }
  const entries = recordOf('adk-stream')
  for (const { seq: _, ...entry } of entries) record.append({ ...entry, sessionId } as never)
  record.flush()
  expect(record.status().keeping).toBe('memory')
  const page = { agentId: 'a', others: true, isForgotten: () => false, offset: 0, limit: 5 }
  const { rows } = record.conversations.page(page)
  expect(rows).toHaveLength(1)
  await record.deleteSession(old)
  record.close()

  const again = opened()
  expect(again.conversations.page(page).rows).toEqual(rows)
  again.close()
  const storedFacts = factsIn(dataDir)
  expect(storedFacts.length).toBeGreaterThan(2)
  // The entries before them are gone, so they have other numbers.
  const unnumbered = (facts: readonly StoredFact[]) =>
    facts.map((fact) => ({ ...fact, told: fact.told.replace(/^\d+ /, '') }))
  expect(unnumbered(recordedAgain())).toEqual(unnumbered(storedFacts))
})

test('where an exchange cannot be read back, its entries are recorded without facts, and others with theirs', async () => {
  const entries = recordOf('adk-stream').map(({ seq: _, ...entry }) => entry)
  const split = entries.findIndex(({ kind }) => kind === 'frame') + 1
  const before = openRecord({ dataDir })
  const { sessionId } = before.createSession('damaged')
  for (const entry of entries.slice(0, split)) before.append({ ...entry, sessionId } as never)
  before.close()
  const storedFacts = factsIn(dataDir)
  expect(storedFacts.length).toBeGreaterThan(0)
  inFile(dataDir, (database) => database.exec("UPDATE entry SET rest = '{' WHERE kind = 0"))

  const errors = new Set<string>()
  onTestFinished(onInternalError(({ where }) => errors.add(where)))
  const record = opened()
  const [rest] = entries.slice(split).map((entry) => record.append({ ...entry, sessionId } as never))
  for (const entry of entries)
    record.append({ ...entry, sessionId, exchangeId: `other ${entry.exchangeId}` } as never)
  record.flush()
  expect([...errors]).toEqual(['record facts'])
  expect(record.status()).toMatchObject({ keeping: 'disk', droppedEntries: 0 })
  expect((await record.read({ after: split, limit: 1 })).entries).toEqual([rest])
  record.close()
  const facts = factsIn(dataDir)
  const isOther = ({ exchange }: StoredFact) => exchange.startsWith('other ')
  expect(facts.filter((fact) => !isOther(fact))).toEqual(storedFacts)
  expect(facts.filter(isOther).length).toBeGreaterThan(storedFacts.length)
})

test('a task that only a list has told of has a timeline', async () => {
  const [window, other] = [await untilTestEnds(openWindow()), await untilTestEnds(openWindow())]
  const agent = await untilTestEnds(namedAgent('v1.0').start())
  const [agentId, theirs] = [await window.idOf(agent.url), await other.idOf(agent.url)]
  for (const each of [window, other]) await each.connect(agent.url)
  await other.client.conversation.send({ agentId: theirs, text: 'chunks', stream: true })
  await window.client.tasks.list({ agentId })
  const { record } = window.engine
  const timelineOf = async (taskId: string) => {
    const task = { taskId, agentId }
    const { outline } = await window.client.timeline.outline({ task, filter: {}, version: 0, waitMs: 5_000 })
    return [outline.state, outline.rows > 0]
  }
  const [taskId = ''] = record.conversations.tasks({ agentId, limit: 1 })
  expect(await timelineOf(taskId)).toEqual(['completed', true])
  expect(
    record.conversations.page({ agentId, others: true, isForgotten: () => false, offset: 0, limit: 5 }),
  ).toMatchObject({ others: 1 })
})

test('a secret that an agent repeats as a name is in no fact', async () => {
  const secret = 'the-very-secret-token-of-mine'
  const server = createServer((_, response) => {
    const text = JSON.stringify({
      result: { kind: 'task', id: `t-${secret}`, contextId: secret, status: { state: 'working' } },
    })
    const piece = JSON.stringify({
      result: {
        kind: 'artifact-update',
        taskId: `t-${secret}`,
        contextId: secret,
        artifact: { artifactId: secret, parts: [{ kind: 'text', text: 'x' }] },
      },
    })
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.end(
      [text, ...Array.from({ length: 10 }, () => piece)].map((data) => `data: ${data}\n\n`).join(''),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const record = opened()
  const wire = createWire({ record })
  const { sessionId } = record.createSession('one')
  const message = { messageId: 'm', role: 'user' as const, parts: [{ kind: 'text' as const, text: 'go' }] }
  const call = wire.call({
    sessionId,
    agentId: 'agent',
    purpose: 'operation',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    credentials: [['Authorization', `Bearer ${secret}`]],
    ...encoded('0.3', 'JSONRPC', { kind: 'stream', message }),
  })
  await call.done
  wire.close()
  record.close()
  expect(factsIn(dataDir).length).toBeGreaterThan(2)
  expect(readFileSync(join(dataDir, 'record.sqlite'), 'latin1')).not.toContain(secret)
})
