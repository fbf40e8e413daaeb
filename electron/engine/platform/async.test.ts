// Readers of untrusted input yield by the time they take, not by what they produce. This clock advances by a
// millisecond at each look, so the machine's speed does not matter: a reader that never looks never yields.

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonValue } from '#shared/a2a/model.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { worthlessSpans } from '#testing/engine/worthless-spans.ts'
import { walkCatalog } from '../discovery/listings/walk-catalog.ts'
import { createJudge } from '../judge.ts'
import { readSession } from '../sessions/file/read-session.ts'
import { harEntrySchema } from '../sessions/har/har-file.ts'
import { createEntryPlayer, importHar } from '../sessions/har/import-har.ts'
import type { MaskText } from '../spans/attributes.ts'
import { createTakeSpans } from '../spans/take-spans.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import { readTraced } from '../traces/trace-batches.ts'
import { createWire } from '../wire/wire.ts'
import { createSlices } from './async.ts'
import { systemClock } from './clock.ts'

const parts = 20_000
/** Parts that may be read without a look at the clock. */
const partsAtATime = 64
const turnMs = 10

let dataDir: string
let record: SessionRecord
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-slices-'))
  record = openRecord({ dataDir })
})
afterAll(() => {
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The time, by the fake clock, at each turn that the work yielded. */
async function turnsOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const turns: number[] = []
  let now = 0
  const next = globalThis.setImmediate
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now)
  const turn = vi.spyOn(globalThis, 'setImmediate').mockImplementation(((then: () => void) => {
    turns.push(now)
    return next(then)
  }) as typeof setImmediate)
  try {
    await work()
  } finally {
    clock.mockRestore()
    turn.mockRestore()
  }
  return turns
}

const never = new AbortController().signal
const mask: MaskText = { text: (text) => text, headers: (headers) => headers, url: (url) => url }
const takeSpans = () => {
  const deps = { record, mask, clock: systemClock }
  return createTakeSpans({ ...deps, recorded: () => undefined, onTaken: () => undefined })
}

async function* inOne(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
const harOf = (entries: readonly string[]) => `{"log":{"creator":{"name":"x"},"entries":[${entries.join()}]}}`
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] }
const streaming = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage' },
  params: { message },
})
const harCall = (more: object, content = {}) => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  request: { method: 'POST', url: 'http://agent.test/', headers: [], postData: { text: streaming } },
  response: { status: 200, headers: [{ name: 'Content-Type', value: 'text/event-stream' }], content },
  ...more,
})
const otherRequest = harCall({ request: { method: 'GET', url: 'http://x.test/', headers: [] } })
const imported = (...entries: readonly unknown[]) => {
  const har = harOf(entries.map((each) => JSON.stringify(each)))
  return () =>
    importHar(
      record,
      () => inOne(har),
      'x',
      never,
      () => undefined,
    )
}
function played(content: Buffer): Promise<void> {
  const encoded = { text: content.toString('base64'), encoding: 'base64' }
  const entry = harEntrySchema.parse(harCall({}, encoded))
  const { sessionId } = record.createSession('played')
  const match = { facts: { purpose: 'operation', label: 'SendStreamingMessage' } } as const
  return createEntryPlayer({ record, sessionId, first: 0, step: createSlices() }).play(entry, match)
}
/** A file that is refused in the end is read before. */
const refused = (work: () => Promise<unknown>) => () => expect(work()).rejects.toThrow(Fault)

function sessionFile(lines: readonly string[], pack: (bytes: Buffer) => Buffer): () => Promise<unknown> {
  const head = { parley: 1, session: { name: 'x', note: '', createdAt: 1, agents: [] }, entries: parts }
  return () => {
    const path = join(dataDir, 'worthless.parley')
    writeFileSync(path, pack(Buffer.from(`${[JSON.stringify(head), ...lines].join('\n')}\n`)))
    const reader = { onHead: () => undefined, onLine: () => undefined, onProgress: () => undefined }
    return readSession(path, reader, never)
  }
}
const noteLine = JSON.stringify({ x: 1, entry: { kind: 'note', at: 1, monoMs: 1, text: '' } })

const catalog = (entries: readonly JsonValue[]) => ({ specVersion: '1.0', entries })
const nested = (data: JsonValue) => ({ type: 'application/ai-catalog+json', displayName: 'x', data })
const walked = (raw: JsonValue) => () => walkCatalog(raw, 'http://agent.test/', async () => ({ why: 'none' }))

async function traced(): Promise<unknown> {
  const { sessionId } = record.createSession('traced')
  const note = { sessionId, exchangeId: 'x', kind: 'note', text: '', at: 1, monoMs: 1 } satisfies NewEntry
  for (let n = 0; n < parts; n += 1) record.append(note)
  record.flush()
  const row = record.exchanges.row('x')
  return row && readTraced(record, { ...row, lastSeq: 0 }, false)
}

/** A real agent responds with it, in one piece. */
function streamed(type: string, content: string): () => Promise<unknown> {
  return async () => {
    const agent = createServer((_request, response) =>
      response.writeHead(200, { 'Content-Type': type }).end(content),
    )
    agent.listen(0, '127.0.0.1')
    await once(agent, 'listening')
    const { port } = agent.address() as AddressInfo
    const wire = createWire({ record, judge: createJudge() })
    const { sessionId } = record.createSession('streamed')
    const url = `http://127.0.0.1:${port}/`
    const outcome = await wire.request({ sessionId, purpose: 'raw', method: 'POST', url, signal: never }).done
    expect(outcome).toMatchObject({ kind: 'stream' })
    wire.close()
    agent.close()
  }
}
const sse = (content: string) => streamed('text/event-stream', content)

test.each<[what: string, work: () => Promise<unknown>]>([
  ['a stream of comments', sse(':\n\n'.repeat(5 * parts))],
  ['a stream of events without anything', sse('data:\n\n'.repeat(5 * parts))],
  ['a stream of empty objects', sse('data: {}\n\n'.repeat(10 * parts))],
  ['a stream of ends of lines', sse('\n'.repeat(10_000_000))],
  ['lines of JSON that are empty', streamed('application/x-ndjson', '\n'.repeat(100 * parts))],
  ...worthlessSpans.map(
    ({ name, request }) =>
      [`spans: ${name}`, () => takeSpans()(request(parts))] as [string, () => Promise<unknown>],
  ),
  ['a HAR of other requests', refused(imported(...Array<unknown>(parts / 10).fill(otherRequest)))],
  ['a HAR whose frames are none', imported(harCall({ _frames: Array<unknown>(parts).fill(0) }))],
  ['a HAR whose stream has nothing but ends of lines', () => played(Buffer.alloc(24_000_000, '\n'))],
  ['a session that says nothing', sessionFile(Array(parts).fill(noteLine), (bytes) => bytes)],
  ['the same, packed', sessionFile(Array(parts).fill(noteLine), gzipSync)],
  [
    'a catalog of catalogs of nothing',
    walked(catalog(Array(20).fill(nested(catalog(Array(parts / 20).fill(1)))))),
  ],
  ['an exchange that goes on', traced],
])('%s: others get their turn', { timeout: 60_000 }, async (_what, work) => {
  expect((await turnsOf(work)).length).toBeGreaterThanOrEqual(parts / partsAtATime / turnMs)
})

test('what rests does so within ten milliseconds, counted from the turn before', async () => {
  const breathe = createSlices()
  const turns = await turnsOf(async () => {
    for (let step = 0; step < 1_000; step += 1) await breathe()
  })
  const before = [0, ...turns]
  expect(Math.max(...turns.map((at, index) => at - (before[index] ?? 0)))).toBeLessThanOrEqual(turnMs)
})
