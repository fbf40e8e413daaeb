// Deleting a session from a large record: other work meanwhile, and what a kill of Parley leaves behind.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { NewEntry } from '#shared/record/entry.ts'
import { cpuMs } from '#testing/cpu-ms.ts'
import { createDropWords, deleteRows, type RowsGone } from './delete-rows.ts'
import { openDatabase, recordFileName } from './open-database.ts'
import { openRecord, type SessionRecord } from './record.ts'
import { deletionOf } from './retention.ts'
import { sessionNumber } from './statements.ts'
import { createStore } from './store.ts'
import { wordParts } from './words.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-retention-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function opened(): SessionRecord {
  const record = openRecord({ dataDir })
  onTestFinished(() => record.close())
  return record
}

const base = (sessionId: string, exchangeId: string) => ({ sessionId, exchangeId, at: 1, monoMs: 1 })

/** Calls of three entries, each with its context and task. */
function addCalls(record: SessionRecord, sessionId: string, calls: number, word = 'needle'): void {
  for (let index = 0; index < calls; index += 1) {
    const its = base(sessionId, `${sessionId}.${index}`)
    const call = {
      agentId: 'a',
      purpose: 'operation',
      operation: 'get',
      dialect: '1.0',
      label: 'GetTask',
    } as const
    const task = { id: `t${index}`, contextId: `c${index}`, status: { state: 'TASK_STATE_WORKING' } }
    const text = JSON.stringify({ jsonrpc: '2.0', id: '1', result: task, word })
    const about = { taskId: `t${index}` }
    record.append({ ...its, kind: 'request', call, method: 'POST', url: 'http://a/', headers: [] }, about)
    record.append({ ...its, kind: 'response', status: 200, statusText: '', headers: [] }, about)
    record.append(
      { ...its, kind: 'end', reason: 'complete', receivedBytes: 1, body: { sizeBytes: text.length, text } },
      about,
    )
  }
}

/** Pieces of one text, in runs of a thousand. */
function addStream(record: SessionRecord, sessionId: string, frames: number): void {
  for (let index = 0; index < frames; index += 1) {
    const raw = `data: needle ${index}\n\n`
    const entry: NewEntry = {
      ...base(sessionId, `${sessionId}.stream`),
      kind: 'frame',
      index,
      framing: 'sse',
      raw: { sizeBytes: raw.length, text: raw },
      data: { sizeBytes: raw.length - 8, text: raw.slice(6, -2) },
    }
    record.append(entry)
  }
}

/** A record that was written, indexed, counted and closed. */
async function written(add: (record: SessionRecord) => Promise<string>): Promise<string> {
  const record = openRecord({ dataDir })
  const drop = await add(record)
  await record.search('needle', 0, 1)
  for (const { sessionId } of record.sessions()) await record.counted(sessionId)
  record.close()
  return drop
}

function inFile() {
  const file = openDatabase({ dataDir })
  if (file.kind !== 'open') throw new Error('the file did not open')
  const count = (what: string, table: string) =>
    Number(file.database.prepare(`SELECT ${what} AS n FROM ${table}`).get()?.['n'] ?? 0)
  const store = createStore(file.database)
  const words = () =>
    wordParts(store).reduce((sum, { table }) => sum + count('count(*)', `${table}_docsize`), 0)
  return { store, count, words }
}

const tables =
  'entry exchange task fact context conversation conversation_part conversation_task summary body body_part body_use'

function leftIn(dir: string): Readonly<Record<string, unknown>> {
  const database = new DatabaseSync(join(dir, recordFileName))
  const counts = [...tables.split(' '), 'session_task', 'word_part', 'word_part WHERE dropped'].map(
    (table) => [table, database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']],
  )
  database.close()
  return Object.fromEntries(counts)
}

const shapes = [
  ['calls', (record: SessionRecord, owner: string) => addCalls(record, owner, 3_000)],
  ['a stream', (record: SessionRecord, owner: string) => addStream(record, owner, 9_000)],
] as const

test.each(shapes)('of 9,000 entries of %s a slice deletes a thousand at most', async (_, add) => {
  const drop = await written(async (record) => {
    const keep = record.createSession('keep').sessionId
    const { sessionId } = record.createSession('drop')
    // The part has more words that stay than words that go, so these are removed one by one.
    addStream(record, keep, 12_000)
    add(record, sessionId)
    return sessionId
  })
  const { store, count, words } = inFile()
  const listed: number[] = []
  let left = { entries: count('sum(n)', 'entry'), words: words() }
  const handlers = {
    onHidden: () => undefined,
    onGone: (rows: RowsGone) => void listed.push(...rows.entries),
  }
  for (const part of deletionOf(store, drop, handlers)) {
    const now = { entries: count('sum(n)', 'entry'), words: words() }
    expect(left.entries - now.entries).toBeLessThanOrEqual(1_000)
    expect(left.words - now.words).toBeLessThanOrEqual(1_000)
    expect(part).toBeLessThanOrEqual(1)
    left = now
  }
  expect(left).toEqual({ entries: 12_000, words: 12_000 })
  expect(listed).toHaveLength(new Set(listed).size)
  store.database.close()
})

test('deleting rows costs what is deleted, and not what else there is', async () => {
  const cost = async (others: number) => {
    rmSync(dataDir, { recursive: true })
    const drop = await written(async (record) => {
      const keep = record.createSession('keep').sessionId
      const { sessionId } = record.createSession('drop')
      addStream(record, keep, others)
      addCalls(record, sessionId, 200)
      return sessionId
    })
    const { store } = inFile()
    const id = sessionNumber(store, drop) ?? 0
    const words = createDropWords(store, id)
    const ms = await cpuMs(() => {
      while (deleteRows(store, id, words));
    })
    store.database.close()
    return ms
  }
  await cost(1_000)
  const few = await cost(1_000)
  expect(await cost(50_000)).toBeLessThan(8 * few)
})

test('once a session is deleted, its name is in no file', async () => {
  const record = opened()
  record.createSession('kept')
  const { sessionId } = record.createSession('a-name-of-its-own')
  addCalls(record, sessionId, 10)
  await record.search('needle', 0, 1)
  await record.deleteSession(sessionId)
  const files = [recordFileName, `${recordFileName}-wal`].map((name) =>
    readFileSync(join(dataDir, name), 'latin1'),
  )
  expect(files.filter((text) => text.includes('kept'))).toHaveLength(1)
  expect(files.filter((text) => text.includes('a-name-of-its-own') || text.includes(sessionId))).toEqual([])
})

test('the words of a session that is most of the record go as a whole, and others are found all the same', async () => {
  const record = opened()
  const keep = record.createSession('keep').sessionId
  const drop = record.createSession('drop').sessionId
  addCalls(record, keep, 10, 'kept')
  addStream(record, drop, 5_000)
  await record.search('needle', 0, 1)
  await Promise.all([record.counted(keep), record.counted(drop)])
  await record.deleteSession(drop)
  expect((await record.search('kept', 0, 1)).total).toBe(10)
  expect((await record.search('needle', 0, 1)).total).toBe(0)
})

test('a session that is being deleted is gone for readers at once, and said to be on its way', async () => {
  const record = opened()
  const keep = record.createSession('keep').sessionId
  const drop = record.createSession('drop').sessionId
  addCalls(record, keep, 2)
  addCalls(record, drop, 3_000)
  await record.search('needle', 0, 1)
  const query = { terms: [], agentsNamed: () => [], offset: 0, limit: 1 }
  expect((await record.exchanges.page(query)).total).toBe(3_002)
  const deleting = record.deleteSession(drop)
  expect(record.session(drop)).toBeUndefined()
  expect(record.sessions().map(({ sessionId }) => sessionId)).toEqual([keep])
  expect(record.discarded().map(({ row }) => row.title)).toEqual(['drop'])
  const parts: number[] = []
  while (record.discarded().length > 0) {
    parts.push(...record.discarded().map(({ part }) => part))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await deleting
  expect(parts).toEqual(parts.toSorted((one, other) => one - other))
  expect((await record.exchanges.page(query)).total).toBe(2)
  expect((await record.search('needle', 0, 10)).entries.map(({ sessionId }) => sessionId)).toEqual([
    keep,
    keep,
  ])
})

test('lists of exchanges and findings follow a deletion without being worked out anew', async () => {
  const record = opened()
  const keep = record.createSession('keep').sessionId
  const drop = record.createSession('drop').sessionId
  const finding = {
    ...{ rule: 'r', pointer: '', message: 'm', hint: 'h' },
    spec: { version: '1', section: '1' },
  }
  const note = (sessionId: string, index: number): NewEntry => ({
    ...{ ...base(sessionId, `${sessionId}.${index}`), kind: 'note', text: 'said' },
    findings: [{ ...finding, severity: 'warning' }],
  })
  for (let index = 0; index < 900; index += 1) record.append(note(index % 3 === 0 ? keep : drop, index))
  const range = { offset: 0, limit: 500 }
  const all = { terms: [], agentsNamed: () => [], ...range }
  expect((await record.exchanges.page(all)).total).toBe(900)
  const { version } = await record.exchanges.findings(range)
  await record.deleteSession(drop)
  const { rows, total } = await record.exchanges.page(all)
  expect([total, new Set(rows.map(({ sessionId }) => sessionId))]).toEqual([300, new Set([keep])])
  const findings = await record.exchanges.findings({ ...range, seen: version, waitMs: 10_000 })
  expect([findings.total, findings.rows.length]).toEqual([300, 300])
})

test.each([
  ['deletion', 'delete'],
  ['import', 'import'],
])('a kill in the midst of a %s leaves nothing half: the next start ends it', async (_, what) => {
  const victim = fileURLToPath(new URL('../../../e2e/engine/discard-victim.ts', import.meta.url))
  const child = spawn(process.execPath, [victim, dataDir, what], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', () => child.kill('SIGKILL'))
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  expect(leftIn(dataDir)['entry']).toBeGreaterThan(0)
  const record = opened()
  expect(record.sessions().map(({ title }) => title)).toEqual(['beside'])
  await expect.poll(() => record.discarded(), { timeout: 20_000 }).toEqual([])
  expect((await record.search('kept', 0, 1)).total).toBe(1)
  record.close()
  const { entry, exchange, summary, word_part, ...others } = leftIn(dataDir)
  expect([entry, exchange, summary, word_part]).toEqual([1, 1, 1, 1])
  expect(new Set(Object.values(others))).toEqual(new Set([0]))
})

test('compacting ends at once when it is broken off, and loses nothing', async () => {
  const record = opened()
  const { sessionId } = record.createSession('keep')
  addCalls(record, sessionId, 3_000)
  const stop = new AbortController()
  const parts: number[] = []
  await record.compact((part) => {
    parts.push(part)
    stop.abort()
  }, stop.signal)
  expect(parts.length).toBeLessThan(10)
  await record.compact((part) => parts.push(part))
  expect(parts.at(-1)).toBe(1)
  expect(await record.count()).toBe(9_000)
})

test('the index of words is merged in slices, and not in a commit that would take seconds', async () => {
  const record = opened()
  const { sessionId } = record.createSession('keep')
  for (let round = 0; round < 40; round += 1) {
    addCalls(record, sessionId, 40)
    await record.search('needle', 0, 1)
  }
  record.close()
  const { store, count } = inFile()
  const table = wordParts(store)[0]?.table
  expect(count('count(DISTINCT segid)', `${table}_idx`)).toBeLessThan(16)
  const set = store.database.prepare(`SELECT k, v FROM ${table}_config WHERE k LIKE '%merge'`).all()
  expect(Object.fromEntries(set.map(({ k, v }) => [k, v]))).toEqual({
    ...{ automerge: 0, crisismerge: 1999, deletemerge: 0 },
  })
  store.database.close()
})

test('words of a session that is being deleted are neither found nor counted', async () => {
  const record = opened()
  const { sessionId: stored } = record.createSession('kept')
  addCalls(record, stored, 20)
  const { sessionId: leaving } = record.createSession('leaving')
  addCalls(record, leaving, 2_000)
  await record.search('needle', 0, 1)
  const gone = record.deleteSession(leaving)
  const { entries, total } = await record.search('needle', 0, 10)
  expect(record.discarded()).toHaveLength(1)
  expect(entries.map(({ sessionId }) => sessionId)).toEqual(Array.from({ length: 10 }, () => stored))
  expect(total).toBe(20)
  await gone
})
