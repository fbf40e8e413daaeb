// A canceled deletion: the rest is a session again, with no incomplete exchange.

import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, recordFileName } from './open-database.ts'
import { openRecord, type SessionRecord } from './record.ts'
import { deletionOf } from './retention.ts'
import { createStore } from './store.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-canceled-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function opened(): SessionRecord {
  const record = openRecord({ dataDir })
  onTestFinished(() => record.close())
  return record
}

const many = 3_000
const all = { terms: [], agentsNamed: () => [], offset: 0, limit: 1 }

/** For every tenth call: long enough to be stored apart. */
const bodyOf = (index: number) => Buffer.from(`needle ${index} ${'x'.repeat(8_000)}`)
const hashOf = (index: number) => createHash('sha256').update(bodyOf(index)).digest('hex')

/** Calls of three entries, each with its context and task, and a stream that continues beside the first of them. */
async function session(record: SessionRecord, calls = many): Promise<string> {
  const { sessionId } = record.createSession('A long one')
  for (let index = 0; index < calls; index += 1) {
    const its = { sessionId, exchangeId: `${sessionId}.${index}`, at: 1, monoMs: 1 }
    const call = {
      agentId: 'a',
      purpose: 'operation',
      operation: 'get',
      dialect: '1.0',
      label: 'GetTask',
    } as const
    const task = { id: `t${index}`, contextId: `c${index}`, status: { state: 'TASK_STATE_WORKING' } }
    const text = JSON.stringify({ jsonrpc: '2.0', id: '1', result: task, word: 'needle' })
    const about = { taskId: `t${index}` }
    record.append({ ...its, kind: 'request', call, method: 'POST', url: 'http://a/', headers: [] }, about)
    if (index < calls / 3) {
      const raw = { sizeBytes: 1, text: `${index}` }
      record.append({
        ...its,
        exchangeId: `${sessionId}.stream`,
        kind: 'frame',
        index,
        framing: 'ndjson',
        raw,
      })
    }
    const body = index % 10 === 0 ? record.keep(bodyOf(index)) : { sizeBytes: text.length, text }
    record.append({ ...its, kind: 'end', reason: 'complete', receivedBytes: 1, body }, about)
  }
  // Indexes all text and counts all figures first.
  await record.search('needle', 0, 1)
  await record.counted(sessionId)
  return sessionId
}

/** A session whose deletion has started, when some of it is gone. */
async function halfDeleted(record: SessionRecord) {
  const sessionId = await session(record)
  const deleting = record.deleteSession(sessionId)
  await expect.poll(() => record.discarded()[0]?.part ?? 0, { interval: 1 }).toBeGreaterThan(0.1)
  return { sessionId, deleting }
}

async function expectWhole(record: SessionRecord, sessionId: string, calls = many): Promise<number> {
  await record.counted(sessionId)
  const figures = record.figures(sessionId)
  const left = figures?.exchanges ?? 0
  // Nothing is left of the stream, whose deletion had started, and every remaining call has both entries.
  expect(await record.count({ sessionId, exchangeId: `${sessionId}.stream` })).toBe(0)
  expect([figures?.entries, figures?.tasks]).toEqual([2 * left, left])
  expect((await record.exchanges.page({ ...all, sessionId })).total).toBe(left)
  const { entries, total } = await record.search('needle', 0, 10_000)
  expect([entries.length, total]).toEqual([left, left])
  const bodies = Array.from({ length: calls / 10 }, (_, each) => record.body(hashOf(10 * each)) !== undefined)
  expect(bodies).toEqual(bodies.map((_, each) => 10 * each >= calls - left))
  const conversations = record.conversations.page({
    ...{ agentId: 'a', sessionId, others: true, isForgotten: () => false, offset: 0, limit: 1 },
  })
  expect(conversations.total).toBe(left)
  return left
}

test('what is left of it is a session again, and says that it is not all there', async () => {
  const record = opened()
  const { sessionId, deleting } = await halfDeleted(record)
  expect(record.session(sessionId)).toBeUndefined()
  expect(record.cancelDeletion(sessionId)).toBe(true)
  expect(await deleting).toBe(false)
  expect(record.discarded()).toEqual([])
  expect(record.session(sessionId)).toMatchObject({ title: 'A long one', facts: { partlyDeleted: true } })
  const left = await expectWhole(record, sessionId)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(many)
  // The session can still be deleted.
  expect(await record.deleteSession(sessionId)).toBe(true)
  expect([record.sessions(), await record.count()]).toEqual([[], 0])
})

test('words of what was deleted until then are not in the file', async () => {
  const record = opened()
  const keep = record.createSession('keep').sessionId
  const drop = record.createSession('drop').sessionId
  const add = (sessionId: string, index: number, text: string) =>
    record.append({ sessionId, exchangeId: `${sessionId}.${index}`, at: 1, monoMs: 1, kind: 'note', text })
  add(keep, 0, 'kept')
  for (let index = 0; index < 9_000; index += 1) add(drop, index, index < 200 ? 'zebrawordquux' : 'other')
  await record.search('kept', 0, 1)
  const deleting = record.deleteSession(drop)
  await expect.poll(() => record.discarded()[0]?.part ?? 0, { interval: 1 }).toBeGreaterThan(0.1)
  expect(record.cancelDeletion(drop)).toBe(true)
  expect(await deleting).toBe(false)
  expect(await record.count({ sessionId: drop })).toBeGreaterThan(0)
  record.close()
  expect(readFileSync(join(dataDir, recordFileName)).includes('ebrawordquux')).toBe(false)
})

test('an end of Parley after any step of a cancelation changes nothing about it', async () => {
  const calls = 500
  const written = openRecord({ dataDir })
  const beside = written.createSession('beside').sessionId
  written.append({ sessionId: beside, exchangeId: 'beside', at: 1, monoMs: 1, kind: 'note', text: 'kept' })
  const sessionId = await session(written, calls)
  written.close()
  const whole = readFileSync(join(dataDir, recordFileName))
  let isOver = false
  for (let steps = 0; !isOver; steps += 1) {
    writeFileSync(join(dataDir, recordFileName), whole)
    isOver = canceledInFile(sessionId, steps)
    const record = openRecord({ dataDir })
    await expect.poll(() => record.session(sessionId)?.facts).toEqual({ partlyDeleted: true })
    const left = await expectWhole(record, sessionId, calls)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(calls)
    record.close()
    expect(wordsToTakeOff()).toEqual([])
  }
}, 60_000)

/** Parts of the index with words of deleted entries that are still on disk. */
function wordsToTakeOff(): readonly unknown[] {
  const database = new DatabaseSync(join(dataDir, recordFileName))
  const parts = database.prepare('SELECT low FROM word_part WHERE dropped = 1').all()
  database.close()
  return parts
}

/**
 * Deletes some of the session, cancels the deletion, runs so many steps and closes the file; true where the steps were
 * enough.
 */
function canceledInFile(sessionId: string, steps: number): boolean {
  const file = openDatabase({ dataDir })
  if (file.kind !== 'open') throw new Error('the file did not open')
  const { database } = file
  const print = (what: string) =>
    database
      .prepare(`UPDATE session SET facts = json_set(facts, '$.${what}', json('true')) WHERE uid = ?`)
      .run(sessionId)
  print('discarded')
  const handlers = { onHidden: () => undefined, onGone: () => undefined }
  const deletion = deletionOf(createStore(database), sessionId, handlers)
  for (let part = 0; part < 0.4; part = Number(deletion.next().value));
  print('canceled')
  let isOver = false
  for (let step = 0; step < steps && !isOver; step += 1) isOver = deletion.next().done === true
  database.close()
  return isOver
}

test('one that waits for another is kept as it was', async () => {
  const record = opened()
  const sessionId = await session(record)
  const other = await session(record)
  const deleting = [record.deleteSession(other), record.deleteSession(sessionId)]
  record.cancelDeletion(sessionId)
  expect(await Promise.all(deleting)).toEqual([true, false])
  expect(record.session(sessionId)).toMatchObject({ title: 'A long one' })
  expect(record.session(sessionId)?.facts).toBeUndefined()
  await record.counted(sessionId)
  expect(record.figures(sessionId)?.entries).toBe(2 * many + 1_000)
})

test('neither what is not being deleted nor half an import is kept by it', async () => {
  const record = opened()
  const { sessionId } = record.createSession('kept')
  expect(record.cancelDeletion(sessionId)).toBe(false)
  const draft = record.createDraft('half', {}, 1).sessionId
  record.append({ sessionId: draft, exchangeId: 'x', at: 1, monoMs: 1, kind: 'note', text: 'a' })
  const deleting = record.deleteSession(draft)
  expect(record.cancelDeletion(draft)).toBe(false)
  expect(await deleting).toBe(true)
})

/** By this clock each step takes longer than a slice, so every step can be observed. */
function restAfterEachStep(): void {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
  onTestFinished(() => clock.mockRestore())
}

test.each([
  ['one call after another', 1, (part: number) => part >= 0.8],
  ['a stream of which some is gone', 20_000, (part: number) => part > 0],
])('where nothing can be kept any more, canceling says so: %s', async (_, entriesOfOne, isSo) => {
  const record = opened()
  const note = (sessionId: string, exchangeId: string) =>
    record.append({ sessionId, exchangeId, at: 1, monoMs: 1, kind: 'note', text: 'needle' })
  // Other words in the index, so that deleting takes several steps.
  note(record.createSession('kept').sessionId, 'kept')
  const { sessionId } = record.createSession('A long one')
  for (let index = 0; index < 20_000; index += 1) note(sessionId, `${Math.floor(index / entriesOfOne)}`)
  await record.search('needle', 0, 1)
  restAfterEachStep()
  const deleting = record.deleteSession(sessionId)
  expect(record.discarded()[0]?.isLeft).toBe(true)
  while (!record.discarded().some(({ part }) => isSo(part)))
    await new Promise((resolve) => setImmediate(resolve))
  expect(record.discarded()[0]?.isLeft).toBe(false)
  expect(record.cancelDeletion(sessionId)).toBe(false)
  expect(await deleting).toBe(true)
})
