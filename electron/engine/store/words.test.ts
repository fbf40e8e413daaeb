// The index of words in parts: matches, deletion with a session, damage.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { parseFilter } from '#shared/filter/parse-filter.ts'
import { cpuMs } from '#testing/cpu-ms.ts'
import { onInternalError } from '../platform/guarded.ts'
import { openDatabase, recordFileName } from './open-database.ts'
import { openRecord, type SessionRecord } from './record.ts'
import { deletionOf } from './retention.ts'
import { indexSome } from './search.ts'
import { createStore, type Store } from './store.ts'
import { wordParts } from './words.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-words-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function opened(): SessionRecord {
  const record = openRecord({ dataDir })
  onTestFinished(() => record.close())
  return record
}

function addNotes(
  record: SessionRecord,
  sessionId: string,
  notes: number,
  text: (index: number) => string,
  calls = sessionId,
): void {
  for (let index = 0; index < notes; index += 1)
    record.append(
      {
        sessionId,
        exchangeId: `${calls}.${index % 900}`,
        at: 1,
        monoMs: 1,
        kind: 'note',
        text: text(index),
      },
      { taskId: `t${index % 2}` },
    )
}

function storeInFile(): Store {
  const file = openDatabase({ dataDir })
  if (file.kind !== 'open') throw new Error('the file did not open')
  return createStore(file.database)
}

function partsInFile(): number {
  const store = storeInFile()
  const parts = wordParts(store)
  store.database.close()
  return parts.length
}

const filter = (text: string) => ({
  terms: parseFilter(text).terms,
  agentsNamed: () => [],
  offset: 0,
  limit: 1,
})

test('words are found over all parts, by search, by the filter and in a timeline', async () => {
  const record = opened()
  const { sessionId } = record.createSession('s')
  addNotes(record, sessionId, 52_000, (index) => (index % 13_000 === 7 ? `rare${index} common` : 'common'))
  const { entries, total } = await record.search('rare', 0, 10)
  expect([entries.map(({ seq }) => seq), total]).toEqual([[39_008, 26_008, 13_008, 8], 4])
  expect((await record.search('rare', 1, 2)).entries.map(({ seq }) => seq)).toEqual([26_008, 13_008])
  const newest = await record.search('comm', 51_990, 20)
  expect([newest.entries.map(({ seq }) => seq).at(-1), newest.total]).toEqual([1, 52_000])
  // Of 900 exchanges, by number modulo 900.
  expect((await record.exchanges.page(filter('rare'))).total).toBe(4)
  expect((await record.exchanges.page(filter('common'))).total).toBe(900)
  expect((await record.exchanges.page(filter('-rare common'))).total).toBe(896)
  expect(await record.seqsWith('t1', 'rare')).toEqual(
    [8, 13_008, 26_008, 39_008].filter((seq) => seq % 2 === 0),
  )
  expect((await record.seqsWith('t0', 'common')).length).toBe(26_000)
  record.close()
  expect(partsInFile()).toBe(2)
}, 30_000)

test('a word in a timeline is looked for where its task lies', async () => {
  const record = opened()
  const { sessionId } = record.createSession('s')
  addNotes(record, sessionId, 60_000, () => 'common')
  for (let index = 0; index < 10; index += 1)
    record.append(
      { sessionId, exchangeId: 'last', at: 1, monoMs: 1, kind: 'note', text: `common ${index}` },
      { taskId: 'last' },
    )
  const cost = (taskId: string, position: number) =>
    cpuMs(async () => expect(await record.seqsWith(taskId, 'common')).toHaveLength(position))
  await cost('last', 10)
  expect(20 * (await cost('last', 10))).toBeLessThan(await cost('t1', 30_000))
  expect(await record.seqsWith('none', 'common')).toEqual([])
}, 30_000)

test('a filter by a word costs what has come, however long ago the exchange began', async () => {
  const record = opened()
  const { sessionId } = record.createSession('s')
  addNotes(record, sessionId, 1, () => 'common', 'oldest')
  addNotes(record, sessionId, 60_000, () => 'common')
  await record.exchanges.page(filter('common'))
  const cost = (calls: string) =>
    cpuMs(async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        addNotes(record, sessionId, 1, () => 'common', calls)
        await record.exchanges.page(filter('common'))
      }
    })
  const ofNew = await cost('newest')
  expect(await cost('oldest')).toBeLessThan(8 * ofNew)
  expect((await record.exchanges.page(filter('common'))).total).toBe(902)
}, 30_000)

test('an entry that comes while a filter by a word goes through the record is found', async () => {
  const record = opened()
  const { sessionId } = record.createSession('s')
  for (let calls = 0; calls < 20; calls += 1) addNotes(record, sessionId, 2_000, () => 'common', `${calls}`)
  await record.search('common', 0, 1)
  let isOver = false
  const listed = record.exchanges.page(filter('rare')).finally(() => {
    isOver = true
  })
  let added = 0
  for (; !isOver; added += 1) {
    addNotes(record, sessionId, 1, () => 'rare', `meanwhile${added}`)
    record.flush()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await listed
  expect(added).toBeGreaterThan(1)
  expect((await record.exchanges.page(filter('rare'))).total).toBe(added)
})

test('a part that is all of one session goes with it, and others keep their words', async () => {
  const record = opened()
  const drop = record.createSession('drop').sessionId
  addNotes(record, drop, 51_000, () => 'needle')
  const keep = record.createSession('keep').sessionId
  addNotes(record, keep, 100, () => 'needle')
  await record.search('needle', 0, 1)
  await record.deleteSession(drop)
  expect((await record.search('needle', 0, 1_000)).entries).toHaveLength(100)
  addNotes(record, keep, 10, () => 'needle')
  expect((await record.search('needle', 0, 1)).total).toBe(110)
  record.close()
  expect(partsInFile()).toBe(1)
}, 30_000)

test('an entry that cannot be read is reported and left out, and those behind it are found', async () => {
  const first = openRecord({ dataDir })
  const { sessionId } = first.createSession('s')
  addNotes(first, sessionId, 20, (index) => `needle ${index}`)
  first.close()
  const file = new DatabaseSync(join(dataDir, recordFileName))
  file.exec(`UPDATE entry SET rest = '{' WHERE seq = 8`)
  file.close()
  const reported: string[] = []
  onTestFinished(onInternalError(({ where }) => reported.push(where)))
  const record = opened()
  expect((await record.search('needle', 0, 12)).total).toBe(19)
  expect(reported).toEqual(['record index'])
})

test('a part that begins while a session is being deleted is not taken for one of its own', async () => {
  const first = openRecord({ dataDir })
  const drop = first.createSession('drop').sessionId
  const keep = first.createSession('keep').sessionId
  addNotes(first, drop, 1_000, () => 'needle')
  await first.search('needle', 0, 1)
  addNotes(first, drop, 1_000, () => 'needle', 'later')
  addNotes(first, keep, 10, () => 'needle')
  first.close()
  const store = storeInFile()
  const deletion = deletionOf(store, drop, { onHidden: () => undefined, onGone: () => undefined })
  // The only part is dropped, and later words are indexed in a new one.
  while (wordParts(store).length > 0) deletion.next()
  while (!indexSome(store));
  while (!deletion.next().done);
  store.database.close()
  const { entries, total } = await opened().search('needle', 0, 100)
  expect([entries.length, total]).toEqual([10, 10])
})

test('words that are dropped one by one leave the file, also where Parley ends before its index is merged', async () => {
  const first = openRecord({ dataDir })
  const keep = first.createSession('keep').sessionId
  const drop = first.createSession('drop').sessionId
  addNotes(first, keep, 300, () => 'kept')
  addNotes(first, drop, 3_000, (index) => `zebrawordquux ${index}`)
  await first.search('kept', 0, 1)
  first.close()
  const isInFile = () => readFileSync(join(dataDir, recordFileName)).includes('ebrawordquux')
  expect(isInFile()).toBe(true)
  const store = storeInFile()
  store.database.exec(
    `UPDATE session SET facts = json_insert(facts, '$.discarded', json('true')) WHERE uid = '${drop}'`,
  )
  const handlers = { onHidden: () => undefined, onGone: () => undefined }
  // All rows are deleted, and the index is not merged yet.
  for (const part of deletionOf(store, drop, handlers)) if (part >= 0.8) break
  store.database.close()
  const record = openRecord({ dataDir })
  await expect.poll(() => record.discarded()).toEqual([])
  expect((await record.search('kept', 0, 1)).total).toBe(300)
  record.close()
  expect(isInFile()).toBe(false)
})
