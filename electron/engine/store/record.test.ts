import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { defined } from '#shared/defined.ts'
import type { Entry, NewEntry } from '#shared/record/entry.ts'
import { onSetAside } from '../platform/json-files.ts'
import { type EntryFilter, openRecord, type RecordOptions, type SessionRecord } from './record.ts'

const toClose: (() => void)[] = []
afterEach(() => {
  for (const close of toClose.splice(0).reverse()) close()
})

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'parley-record-'))
  toClose.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function open(dataDir: string, options: Partial<RecordOptions> = {}): SessionRecord {
  const record = openRecord({ dataDir, ...options })
  toClose.push(() => record.close())
  return record
}

/** As the code of their time wrote them: three conversations with the demo agent. */
const fixtures = join(import.meta.dirname, '..', '..', '..', 'e2e', 'fixtures', 'records')

/** What a user is shown of files in this folder that are set aside. */
function noticesIn(dir: string): readonly string[] {
  const notices: string[] = []
  const stop = onSetAside(({ path, notice }) => {
    if (path.startsWith(dir)) notices.push(notice)
  })
  toClose.push(stop)
  return notices
}

const base = (sessionId: string, exchangeId: string) => ({ sessionId, exchangeId, at: 1000.5, monoMs: 2.25 })

function frame(sessionId: string, exchangeId: string, index: number, data: string): NewEntry {
  const raw = `data: ${data}\n\n`
  return {
    ...base(sessionId, exchangeId),
    kind: 'frame',
    index,
    framing: 'sse',
    raw: { sizeBytes: Buffer.byteLength(raw), text: raw },
    data: { sizeBytes: Buffer.byteLength(data), text: data },
  }
}

/** Texts without a common part, as frames store common parts once. */
const unlike = (index: number, length: number) => `${index % 10} ${index} `.repeat(length).slice(0, length)

const finding = (severity: 'error' | 'warning' | 'info') => ({
  rule: 'r',
  severity,
  pointer: '',
  message: 'm',
  hint: 'h',
  spec: { version: '1.0', section: '1' },
})

async function all(record: SessionRecord, filter?: EntryFilter): Promise<readonly Entry[]> {
  record.flush()
  return (await record.read({ after: 0, limit: 5000, ...defined({ filter }) })).entries
}

test('entries of every kind come back as they went in, from the next process too', async () => {
  const dir = newDir()
  const record = open(dir)
  const { sessionId } = record.createSession('one')
  const body = { sizeBytes: 2, text: 'hi' }
  const entries: NewEntry[] = [
    {
      ...base(sessionId, 'x'),
      kind: 'request',
      call: { purpose: 'operation', label: 'SendMessage' },
      method: 'POST',
      url: 'http://a/',
      headers: [
        ['Accept', 'a'],
        ['accept', 'b'],
      ],
      body,
    },
    {
      ...base(sessionId, 'x'),
      kind: 'redirect',
      status: 307,
      headers: [],
      from: 'a',
      to: 'b',
      method: 'POST',
      credentialsDropped: true,
    },
    {
      ...base(sessionId, 'x'),
      kind: 'response',
      status: 200,
      statusText: 'OK',
      headers: [['X-Odd', '1']],
      timings: { firstByteMs: 1 },
    },
    frame(sessionId, 'x', 0, 'ä🙂'),
    { ...frame(sessionId, 'x', 1, 'b'), findings: [finding('error')] } as NewEntry,
    {
      ...base(sessionId, 'x'),
      kind: 'frame',
      index: 2,
      framing: 'sse',
      raw: { sizeBytes: 9, text: 'data:c\r\r\n' },
      data: { sizeBytes: 1, text: 'c' },
      id: '1',
      retryMs: 3,
    },
    {
      ...base(sessionId, 'x'),
      kind: 'frame',
      index: 3,
      framing: 'sse',
      raw: { sizeBytes: 10, base64: 'ZGF0YTog/w==' },
    },
    { ...base(sessionId, 'x'), kind: 'end', reason: 'complete', receivedBytes: 3, leftover: body },
    { ...base(sessionId, 'y'), kind: 'failure', failure: 'reset', message: 'm', receivedBytes: 0 },
    {
      ...base(sessionId, 'z'),
      kind: 'webhook',
      method: 'POST',
      path: '/',
      headers: [],
      remoteAddress: '::1',
      answeredStatus: 200,
    },
    { ...base(sessionId, 'n'), kind: 'note', text: 'n' },
  ]
  const given = entries.map((entry) => record.append(entry))
  expect(given.map((entry) => entry.seq)).toEqual(entries.map((_, index) => index + 1))
  expect(await all(record)).toEqual(given)
  record.close()
  const again = open(dir)
  expect(await all(again)).toEqual(given)
  expect(again.append(frame(sessionId, 'x', 9, 'later')).seq).toBe(entries.length + 1)
  expect(again.sessions().map((session) => session.title)).toEqual(['one'])
})

describe('reading by cursor', () => {
  test('answers at once when there is something, in pages, and tells where to go on', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    for (let index = 0; index < 25; index += 1) record.append(frame(sessionId, 'x', index, `${index}`))
    record.flush()
    const observed: number[] = []
    for (let after = 0; ; ) {
      const { entries, next, latest } = await record.read({ after, limit: 10 })
      expect(latest).toBe(25)
      if (entries.length === 0) break
      observed.push(...entries.map((entry) => entry.seq))
      after = next
    }
    expect(observed).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  })

  test('shows nothing that is not written yet', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    record.append(frame(sessionId, 'x', 0, 'a'))
    expect(await record.read({ after: 0 })).toEqual({ entries: [], next: 0, latest: 0 })
  })

  test('waits for the next entry, several readers at once, a stuck one among them', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    const waiting = [1, 2, 3].map(() => record.read({ after: 0, waitMs: 10_000 }))
    const stuck = record.read({ after: 0, waitMs: 10_000, filter: { exchangeId: 'never' } })
    const appended = record.append(frame(sessionId, 'x', 0, 'a'))
    for (const answer of await Promise.all(waiting)) expect(answer.entries).toEqual([appended])
    record.close()
    expect(await stuck).toEqual({ entries: [], next: 1, latest: 1 })
  })

  test('a reader that goes away mid-call ends its call and nothing else', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    const leaving = new AbortController()
    const gone = record.read({ after: 0, waitMs: 10_000, signal: leaving.signal })
    const stays = record.read({ after: 0, waitMs: 10_000 })
    leaving.abort()
    expect((await gone).entries).toEqual([])
    const appended = record.append(frame(sessionId, 'x', 0, 'a'))
    expect((await stays).entries).toEqual([appended])
  })

  test('gives up after the time it was given', async () => {
    const record = open(newDir())
    expect(await record.read({ after: 0, waitMs: 20 })).toEqual({ entries: [], next: 0, latest: 0 })
  })

  test('who waits for the end of a stream has it, however many frames come before', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    const requested = { after: 0, waitMs: 10_000, filter: { kinds: ['note'] } } as const
    const waiting = record.read(requested)
    // More than memory caches.
    for (let index = 0; index < 70_000; index += 1) record.append(frame(sessionId, 'x', index, '{}'))
    record.flush()
    const note = record.append({ ...base(sessionId, 'x'), kind: 'note', text: 'n' })
    record.flush()
    expect(await waiting).toEqual({ entries: [note], next: note.seq, latest: note.seq })
    expect(await record.read({ ...requested, waitMs: 0 })).toMatchObject({ entries: [note] })
  })

  test('a cursor of a reader whose filter matches little moves on all the same', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    for (let index = 0; index < 50; index += 1) record.append(frame(sessionId, 'x', index, 'a'))
    record.flush()
    expect(await record.read({ after: 0, filter: { exchangeId: 'other' } })).toEqual({
      entries: [],
      next: 50,
      latest: 50,
    })
  })
})

describe('filters', () => {
  const build = () => {
    const record = open(newDir())
    const first = record.createSession('first').sessionId
    const second = record.createSession('second').sessionId
    record.append({
      ...base(first, 'x'),
      kind: 'request',
      call: { purpose: 'raw', label: 'GET /' },
      method: 'GET',
      url: 'http://blue/',
      headers: [],
    })
    record.append(frame(first, 'x', 0, '{"text":"ein grünes Haus"}'), { taskId: 't1' })
    record.append(
      { ...frame(first, 'x', 1, 'red warning'), findings: [finding('info'), finding('warning')] } as NewEntry,
      { taskId: 't2' },
    )
    record.append({ ...base(first, 'x'), kind: 'end', reason: 'complete', receivedBytes: 1 })
    record.append({ ...frame(second, 'y', 0, 'red green'), findings: [finding('error')] } as NewEntry, {
      taskId: 't1',
    })
    record.append({ ...base(second, 'z'), kind: 'note', text: 'a note about red things' })
    return { record, first, second }
  }
  const cases: readonly [
    name: string,
    filter: (ids: { first: string; second: string }) => EntryFilter,
    seqs: number[],
  ][] = [
    ['session', ({ first }) => ({ sessionId: first }), [1, 2, 3, 4]],
    ['exchange', () => ({ exchangeId: 'y' }), [5]],
    ['task, with the heads and ends around it', () => ({ taskId: 't1' }), [1, 2, 4, 5]],
    ['frames', () => ({ kinds: ['frame'] }), [2, 3, 5]],
    ['what is not a frame', () => ({ kinds: ['request', 'note'] }), [1, 6]],
    ['frames and notes', () => ({ kinds: ['frame', 'note'] }), [2, 3, 5, 6]],
    ['no kind at all', () => ({ kinds: [] }), []],
    [
      'all at once',
      ({ first }) => ({
        sessionId: first,
        exchangeId: 'x',
        taskId: 't2',
        kinds: ['frame'],
      }),
      [3],
    ],
    ['an id that looks like SQL', () => ({ sessionId: "' OR 1=1 --" }), []],
  ]
  test.each(cases)('%s', async (_, filterOf, seqs) => {
    const { record, ...ids } = build()
    const filter = filterOf(ids)
    expect((await all(record, filter)).map((entry) => entry.seq)).toEqual(seqs)
    expect(await record.count(filter)).toBe(seqs.length)
    const page = await record.page({ filter, offset: 1, limit: 2 })
    expect(page.map((entry) => entry.seq)).toEqual(seqs.slice(1, 3))
  })

  test.each([
    ['a word', 'red', [6, 5, 3]],
    ['the beginnings of several words', 'thin re', [6]],
    ['not their ends', 'hings', []],
    ['a word in a URL', 'blue', [1]],
    ['a word without accents', 'grunes', [2]],
    ['FTS syntax', '"red" OR (NOT*', []],
    ['no word', '***', []],
  ])('%s, looked for', async (_, text, seqs) => {
    const { record } = build()
    const { entries, total } = await record.search(text, 0, 10)
    expect([entries.map(({ seq }) => seq), total]).toEqual([seqs, seqs.length])
    expect((await record.search(text, 1, 1)).entries.map(({ seq }) => seq)).toEqual(seqs.slice(1, 2))
  })

  test('pages without a filter, before and after a session was deleted', async () => {
    const { record, first } = build()
    expect((await record.page({ offset: 2, limit: 2 })).map((entry) => entry.seq)).toEqual([3, 4])
    await record.deleteSession(first)
    expect((await record.page({ offset: 1, limit: 5 })).map((entry) => entry.seq)).toEqual([6])
  })
})

describe('bodies', () => {
  test.each([
    ['short text', Buffer.from('hé'), { sizeBytes: 3, text: 'hé' }],
    ['short bytes', Buffer.from([0xff, 0]), { sizeBytes: 2, base64: '/wA=' }],
    ['nothing', Buffer.alloc(0), { sizeBytes: 0, text: '' }],
    ['just inside', Buffer.alloc(4096, 'a'), { sizeBytes: 4096, text: 'a'.repeat(4096) }],
  ])('%s travels inside its entry', (_, bytes, body) => {
    expect(open(newDir()).keep(bytes)).toEqual(body)
  })

  test('a long one lies apart and is read by range, before and after it is written', () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251))
    const body = record.keep(bytes)
    expect(body).toEqual({ sizeBytes: 700_000, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const ranges = [
      [0, 700_000],
      [262_143, 2],
      [524_287, 10],
      [699_999, 100],
      [700_000, 5],
    ] as const
    const readAll = () =>
      ranges.map(([offset, length]) =>
        Buffer.from(record.body(body.hash ?? '', { offset, length })?.bytes ?? []),
      )
    const requested = ranges.map(([offset, length]) => bytes.subarray(offset, offset + length))
    expect(readAll()).toEqual(requested)
    record.append({ ...base(sessionId, 'x'), kind: 'end', reason: 'complete', receivedBytes: 700_000, body })
    record.flush()
    expect(readAll()).toEqual(requested)
    expect(record.body('0'.repeat(64))).toBeUndefined()
    expect(record.figures(sessionId)?.bytes).toBeGreaterThan(700_000)
  })

  test('its text is searchable, and what a bound cut is marked', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    const body = record.keep(Buffer.from(`${'filler '.repeat(1000)} needle`), 10_000)
    expect(body).toMatchObject({ sizeBytes: 10_000, truncated: true })
    record.append({ ...base(sessionId, 'x'), kind: 'end', reason: 'complete', receivedBytes: 1, body })
    expect((await record.search('needle', 0, 1)).total).toBe(1)
  })
})

test('deleting a session takes its entries, bodies and words away and shrinks the file', async () => {
  const dir = newDir()
  const record = open(dir)
  const keep = record.createSession('keep').sessionId
  const drop = record.createSession('drop').sessionId
  const shared = record.keep(Buffer.alloc(100_000, 'shared '))
  for (const sessionId of [keep, drop]) {
    record.append({
      ...base(sessionId, `x${sessionId}`),
      kind: 'end',
      reason: 'complete',
      receivedBytes: 1,
      body: shared,
    })
  }
  for (let index = 0; index < 12_000; index += 1)
    record.append(frame(drop, 'y', index, `needle ${'x'.repeat(300)}`))
  expect((await record.search('needle', 0, 1)).total).toBe(12_000)
  const size = () => readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)
  const before = size()
  await record.deleteSession(drop)
  expect(size()).toBeLessThan(before / 4)
  expect((await record.search('needle', 0, 1)).total).toBe(0)
  expect(await record.count()).toBe(1)
  expect(record.sessions().map((session) => session.title)).toEqual(['keep'])
  expect(record.body(shared.hash ?? '', { length: 6 })?.bytes).toEqual(Buffer.from('shared'))
  const seq = record.append(frame(keep, 'y', 0, 'later')).seq
  expect(seq).toBe(12_003)
  await record.compact(() => undefined)
  expect((await all(record)).map((entry) => entry.seq)).toEqual([1, 12_003])
})

test('what is said of a task or an exchange while its session is being deleted is found', async () => {
  const record = open(newDir())
  const keep = record.createSession('keep').sessionId
  const drop = record.createSession('drop').sessionId
  const note = (sessionId: string, exchangeId: string): NewEntry => ({
    ...{ ...base(sessionId, exchangeId), kind: 'note', text: 'said' },
  })
  record.append(note(drop, 'x'), { taskId: 't' })
  for (let n = 0; n < 9_000; n++) record.append(note(drop, `x${n}`), { taskId: `t${n}` })
  const deleting = record.deleteSession(drop)
  await expect.poll(() => record.count({ taskId: 't' }), { interval: 1 }).toBe(0)
  expect(await record.count()).toBeGreaterThan(0)
  const later = [
    record.append(note(keep, 'x'), { taskId: 't' }),
    record.append(note(keep, 'new'), { taskId: 'new' }),
  ]
  record.flush()
  await deleting
  expect(await all(record)).toEqual(later)
  expect(await all(record, { taskId: 't' })).toEqual(later.slice(0, 1))
  expect(await all(record, { exchangeId: 'x' })).toEqual(later.slice(0, 1))
  const { rows } = await record.exchanges.page({ terms: [], agentsNamed: () => [], offset: 0, limit: 10 })
  expect(rows.map(({ id, sessionId }) => [id, sessionId])).toEqual([
    ['x', keep],
    ['new', keep],
  ])
})

describe('a place that cannot be written', () => {
  test('capture goes on in memory, says so, and is written down when it can be', async () => {
    const dir = newDir()
    const blocker = join(dir, 'data')
    writeFileSync(blocker, 'a file where a folder should be')
    const record = open(blocker)
    expect(record.status()).toMatchObject({ keeping: 'memory', problem: { kind: 'unreachable' } })
    const { sessionId } = record.createSession('s')
    const entry = record.append(frame(sessionId, 'x', 0, 'a'), { taskId: 't' })
    const big = record.keep(Buffer.alloc(300_000, 'b'))
    const end = record.append({
      ...base(sessionId, 'x'),
      kind: 'end',
      reason: 'complete',
      receivedBytes: 1,
      body: big,
    })
    expect(await all(record)).toEqual([entry, end])
    expect(record.status().memoryEntries).toBe(2)
    rmSync(blocker)
    record.close()
    const again = open(blocker)
    expect(again.status()).toEqual({ keeping: 'disk', memoryEntries: 0, droppedEntries: 0 })
    expect(await all(again, { taskId: 't' })).toEqual([entry, end])
    expect(again.body(big.hash ?? '')?.sizeBytes).toBe(300_000)
  })

  test('what was told and noted of an exchange meanwhile is written down with it', () => {
    const blocker = join(newDir(), 'data')
    writeFileSync(blocker, 'a file where a folder should be')
    const record = open(blocker)
    const { sessionId } = record.createSession('s')
    const reported = { contextId: 'c', error: { code: -32001, message: 'No such task.' } }
    record.append(frame(sessionId, 'x', 0, 'a'), { exchangeFacts: reported })
    const noted = record.exchanges.annotate('x', { pinned: true, mark: 'red', note: 'look here' })
    expect(noted).toMatchObject({ contextId: 'c', code: -32001, pinned: true, note: 'look here' })
    rmSync(blocker)
    record.close()
    expect(open(blocker).exchanges.row('x')).toEqual(noted)
  })

  test('what memory cannot hold either is counted, not kept', () => {
    const dir = newDir()
    const blocker = join(dir, 'data')
    writeFileSync(blocker, '')
    const record = open(blocker, { memoryBytes: 500_000 })
    const { sessionId } = record.createSession('s')
    for (let index = 0; index < 20_000; index += 1)
      record.append(frame(sessionId, 'x', index, unlike(index, 200)))
    record.flush()
    const { memoryEntries, droppedEntries } = record.status()
    expect(memoryEntries + droppedEntries).toBe(20_000)
    expect(droppedEntries).toBeGreaterThan(10_000)
  })

  test('a disk that fills up loses nothing that was shown or comes after', async () => {
    const dir = newDir()
    const record = open(dir, { maxFileBytes: 2_000_000 })
    const old = record.createSession('old').sessionId
    const { sessionId } = record.createSession('s')
    const fill = { ...base(old, 'x'), kind: 'end', reason: 'complete', receivedBytes: 1 } as const
    record.append({ ...fill, body: record.keep(Buffer.alloc(1_500_000, 'o')) })
    const before = record.append(frame(sessionId, 'x', 0, 'before'))
    record.flush()
    expect(record.status().keeping).toBe('disk')
    const after = Array.from({ length: 500 }, (_, index) =>
      record.append(frame(sessionId, 'x', index + 1, unlike(index, 1500))),
    )
    record.flush()
    expect(record.status()).toMatchObject({
      keeping: 'memory',
      problem: { kind: 'disk-full' },
      memoryEntries: 500,
    })
    expect(await all(record, { sessionId })).toEqual([before, ...after])
    await record.deleteSession(old)
    record.close()
    expect(await all(open(dir))).toEqual([before, ...after])
  })

  test('a session is called what it was called, before the disk was full and since', async () => {
    const dir = newDir()
    const record = open(dir, { maxFileBytes: 2_000_000 })
    const old = record.createSession('old').sessionId
    const talked = record.createSession('talked', { note: 'look here' })
    const renamed = record.createSession('before')
    const fill = { ...base(old, 'x'), kind: 'end', reason: 'complete', receivedBytes: 1 } as const
    record.append({ ...fill, body: record.keep(Buffer.alloc(1_500_000, 'o')) })
    record.flush()
    for (let n = 0; n < 500; n++) record.append(frame(talked.sessionId, 'y', n, unlike(n, 1500)))
    record.editSession(renamed.sessionId, { title: 'after' })
    expect(record.status().keeping).toBe('memory')
    const sessions = [talked, { ...renamed, title: 'after' }]
    const match = (from: SessionRecord) => sessions.map(({ sessionId }) => from.session(sessionId))
    expect([match(record), record.sessions().slice(1)]).toEqual([sessions, sessions])
    expect(record.session('nobody')).toBeUndefined()
    await record.deleteSession(old)
    record.close()
    const again = open(dir)
    expect([match(again), again.sessions()]).toEqual([sessions, sessions])
  })

  test('what is counted as its record closes ends there', async () => {
    const record = open(newDir())
    const { sessionId } = record.createSession('s')
    for (let index = 0; index < 3_000; index++) record.append(frame(sessionId, `x${index}`, 0, `${index}`))
    const counting = record.counted(sessionId)
    record.close()
    await expect(counting).resolves.toBeUndefined()
    expect(record.figures(sessionId)).toBeUndefined()
  })

  test('a session is counted whole, of which the file has a part and memory the rest', () => {
    const record = open(newDir(), { maxFileBytes: 2_000_000 })
    const { sessionId } = record.createSession('s')
    const request = (exchangeId: string, agentId: string, at: number): NewEntry => ({
      ...base(sessionId, exchangeId),
      at,
      kind: 'request',
      call: { purpose: 'operation', label: 'SendMessage', agentId },
      method: 'POST',
      url: 'http://a/',
      headers: [],
      findings: [finding('error')],
    })
    record.append(request('x', 'a', 10), { taskId: 'both' })
    record.append(request('y', 'b', 20), { taskId: 'before' })
    const fill = {
      ...base(sessionId, 'x'),
      at: 15,
      kind: 'end',
      reason: 'complete',
      receivedBytes: 1,
    } as const
    record.append({ ...fill, body: record.keep(Buffer.alloc(1_500_000, 'o')) })
    record.flush()
    expect(record.status().keeping).toBe('disk')
    for (let n = 0; n < 500; n++) {
      record.append({ ...frame(sessionId, 'z', n, unlike(n, 1500)), at: 30 }, { taskId: 'both' })
    }
    record.append(request('z', 'c', 40), { taskId: 'since' })
    record.flush()
    expect(record.status().keeping).toBe('memory')
    const figures = record.figures(sessionId)
    expect(figures).toMatchObject({
      entries: 504,
      exchanges: 3,
      tasks: 3,
      findings: 3,
      firstAt: 10,
      lastAt: 40,
      agentIds: ['a', 'b', 'c'],
    })
    expect(figures?.bytes).toBeGreaterThan(1_500_000 + 500 * 1500)
  })

  test('a newer file is left as it is', () => {
    const dir = newDir()
    open(dir).close()
    const path = join(dir, 'record.sqlite')
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99; PRAGMA journal_mode = DELETE')
    database.close()
    const before = readFileSync(path)
    const record = open(dir)
    expect(record.status()).toMatchObject({
      keeping: 'memory',
      problem: { kind: 'newer-file', message: expect.stringContaining('newer Parley') },
    })
    const { sessionId } = record.createSession('s')
    record.append(frame(sessionId, 'x', 0, 'a'))
    record.close()
    expect(readFileSync(path)).toEqual(before)
    expect(readdirSync(dir)).toEqual(['record.sqlite'])
  })

  test('a damaged file is set aside, named, and a new one begun', async () => {
    const dir = newDir()
    const notices = noticesIn(dir)
    writeFileSync(
      join(dir, 'record.sqlite'),
      'not a database at all, but long enough to have a header'.repeat(100),
    )
    const record = open(dir)
    expect(record.status()).toEqual({ keeping: 'disk', memoryEntries: 0, droppedEntries: 0 })
    expect(notices).toEqual([
      `A damaged record was found and set aside as ${join(dir, 'record.sqlite.damaged-1')}; a new one was begun.`,
    ])
    const { sessionId } = record.createSession('s')
    const entry = record.append(frame(sessionId, 'x', 0, 'a'))
    expect(await all(record)).toEqual([entry])
  })

  test.each([1, 5, 11])(
    'a file from before 0.1.0, in layout %d, is set aside as it is, once, and a new one begun',
    async (layout) => {
      const dir = newDir()
      const notices = noticesIn(dir)
      const path = join(dir, 'record.sqlite')
      const bytes = gunzipSync(readFileSync(join(fixtures, `layout-${layout}.sqlite.gz`)))
      expect(bytes.readUInt32BE(60)).toBe(layout)
      writeFileSync(path, bytes)
      const aside = `${path}.before-0.1.0-1`
      const record = open(dir)
      const { sessionId } = record.createSession('s')
      const entry = record.append(frame(sessionId, 'x', 0, 'a'))
      expect(await all(record)).toEqual([entry])
      record.close()
      expect(readFileSync(aside).equals(bytes)).toBe(true)
      expect(notices).toEqual([
        `Parley can’t read recordings made before version 0.1.0. They were kept as ${aside}, and a new record was begun.`,
      ])

      expect(await all(open(dir))).toEqual([entry])
      expect(notices).toHaveLength(1)
    },
  )

  test('a file from before 0.1.0 whose mark is in its write-ahead log alone is set aside as well', async () => {
    const dir = newDir()
    const notices = noticesIn(dir)
    const path = join(dir, 'record.sqlite')
    const old = new DatabaseSync(path)
    old.exec('PRAGMA journal_mode = WAL')
    const header = readFileSync(path)
    old.exec('CREATE TABLE entry (seq INTEGER); INSERT INTO entry VALUES (7)')
    old.exec(`PRAGMA user_version = 14; PRAGMA application_id = ${0x50_41_52_43}`)
    const log = readFileSync(`${path}-wal`)
    old.close()
    writeFileSync(path, header)
    writeFileSync(`${path}-wal`, log)
    expect(header.readUInt32BE(68)).toBe(0)
    const record = open(dir)
    expect(record.status().keeping).toBe('disk')
    expect(await all(record)).toEqual([])
    expect(notices).toHaveLength(1)
    const aside = new DatabaseSync(`${path}.before-0.1.0-1`, { readOnly: true })
    expect(aside.prepare('SELECT seq FROM entry').all()).toEqual([{ seq: 7 }])
    aside.close()
  })

  test('a second engine on the same directory is told so', () => {
    const dir = newDir()
    open(dir)
    expect(open(dir).status()).toMatchObject({ keeping: 'memory', problem: { kind: 'in-use' } })
  })
})
