// Exchanges exported and imported as HAR and as lines: the output is valid HAR 1.2, and an import shows what was exported.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Fault } from '#shared/contract/fault.ts'
import type { ExportStep, FileFormat, ImportStep } from '#shared/contract/session-files.ts'
import { defined } from '#shared/defined.ts'
import { harFormat } from '#testing/engine/har-format.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'
import { readHar } from './har-file.ts'
import { importHar } from './import-har.ts'

const token = 'a-token-nobody-may-see'
let window: TestWindow
let kit: Agent
let sessionId = ''

beforeAll(async () => {
  window = await openWindow()
  kit = await agent({ dialect: ['1.0', '1.0-rest'] })
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  await window.client.access.set({ agentId, credentials: [{ kind: 'bearer', token }] })
  await window.client.conversation.send({ agentId, text: 'many 5', stream: true })
  await window.client.conversation.send({ agentId, text: 'direct ☂', stream: false })
  const { session } = await window.client.sessions.recording()
  sessionId = session?.id ?? ''
})
afterAll(async () => {
  await kit.close()
  await window.close()
})

async function last<T>(steps: AsyncIterable<T>): Promise<T> {
  let step: T | undefined
  for await (const each of steps) step = each
  if (step === undefined) throw new Error('there was no step')
  return step
}

async function exported(format: FileFormat, secrets = false): Promise<string> {
  const { sessionFiles } = window.client
  const step: ExportStep = await last(
    await sessionFiles.exporting({ sessionId, selection: { of: 'session' }, format, secrets }),
  )
  if (step.kind !== 'ready') throw new Error('the export did not end')
  expect(step.fileName).toMatch(new RegExp(`\\.${format}$`))
  const { base64 } = await sessionFiles.readExport({ exportId: step.exportId, offset: 0, length: 1_000_000 })
  await sessionFiles.dropExport({ exportId: step.exportId })
  return Buffer.from(base64, 'base64').toString('utf8')
}

/** Split anywhere, like reads of a file. */
const inChunks = (text: string) =>
  async function* () {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.byteLength; at += 65_537) yield bytes.subarray(at, at + 65_537)
  }

async function imported(text: string | Buffer): Promise<ImportStep> {
  const { sessionFiles } = window.client
  const { uploadId } = await sessionFiles.beginUpload()
  await sessionFiles.upload({ uploadId, base64: Buffer.from(text).toString('base64') })
  return last(await sessionFiles.importing({ uploadId, damaged: 'refuse' }))
}

async function shown(step: ImportStep) {
  if (step.kind !== 'done') throw new Error(`not imported: ${JSON.stringify(step)}`)
  const { rows } = await window.client.console.exchanges({
    filter: '',
    sessionId: step.sessionId,
    offset: 0,
    limit: 50,
  })
  return rows.map(({ label, status, frames, dialect, operation }) => ({
    label,
    status,
    frames,
    ...defined({ dialect, operation }),
  }))
}

const traffic = [
  { label: 'GET /.well-known/agent-card.json', status: 200, frames: 0 },
  {
    label: 'SendStreamingMessage',
    status: 200,
    frames: expect.any(Number),
    dialect: '1.0',
    operation: 'stream',
  },
  { label: 'SendMessage', status: 200, frames: 0, dialect: '1.0', operation: 'send' },
]

describe('HAR', () => {
  test('is what HAR 1.2 says, streams with their frames, secrets left out', async () => {
    const text = await exported('har')
    const har = JSON.parse(text)
    expect(z.fromJSONSchema(harFormat).safeParse(har).error?.issues).toBeUndefined()
    expect(z.fromJSONSchema(harFormat).safeParse({ log: { ...har.log, version: 1 } }).success).toBe(false)
    expect(har.log.entries).toHaveLength(3)
    expect(har.log.entries[1]._frames.length).toBeGreaterThan(5)
    expect(har.log.entries[1].response.content.text).toContain('data: ')
    expect(har.log.entries[2].response.content.text).toContain('direct reply')
    expect(text).not.toContain(token)
    expect(await exported('har', true)).toContain(token)
  })

  test('has the events of a stream as Chrome reads them', async () => {
    const [, { response, startedDateTime, time, _eventSourceMessages }] = JSON.parse(await exported('har'))
      .log.entries
    const startedAt = Date.parse(startedDateTime)
    expect(response.content.mimeType).toBe('text/event-stream')
    for (const { time: at, eventName, eventId, data } of _eventSourceMessages) {
      expect([eventName, eventId, JSON.parse(data).jsonrpc]).toEqual(['message', '', '2.0'])
      expect(at * 1000).toBeGreaterThanOrEqual(startedAt)
      expect(at * 1000).toBeLessThanOrEqual(startedAt + time + 1)
    }
    expect(_eventSourceMessages.length).toBeGreaterThan(5)
  })

  test('comes in as the session it was', async () => {
    const step = await imported(await exported('har'))
    expect(await shown(step)).toEqual(traffic)
  })

  test('of a browser shows its calls of A2A, and says what was left out', async () => {
    const call = (method: string, url: string, text: string, answer: string, mimeType: string) => ({
      startedDateTime: '2026-11-21T10:00:00.000+01:00',
      time: 12,
      request: {
        method,
        url,
        httpVersion: 'http/2.0',
        headers: [{ name: 'authorization', value: `Bearer ${token}` }],
        ...(text !== '' && { postData: { mimeType: 'application/json', text } }),
      },
      response: {
        status: 200,
        statusText: '',
        httpVersion: 'http/2.0',
        headers: [{ name: 'content-type', value: mimeType }],
        content: {
          size: answer.length,
          mimeType,
          text: Buffer.from(answer).toString('base64'),
          encoding: 'base64',
        },
      },
      timings: { blocked: 1, dns: -1, connect: -1, wait: 10, receive: 1 },
    })
    const event = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } }
    const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
    const stream = `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: event })}\n\n: ping\n\n`
    const step = await imported(
      JSON.stringify({
        log: {
          version: '1.2',
          creator: { name: 'WebInspector', version: '537.36' },
          entries: [
            call('GET', 'https://agent.example.com/app.js', '', 'alert(1)', 'text/javascript'),
            call(
              'POST',
              'https://agent.example.com/',
              rpc('SendStreamingMessage', { message }),
              stream,
              'text/event-stream',
            ),
            call('GET', 'https://agent.example.com/v1/tasks/t1', '', '{"id":"t1"}', 'application/json'),
            { nonsense: true },
          ],
        },
      }),
    )
    expect(step).toMatchObject({ kind: 'done', sentence: '2 other requests of the file were left out.' })
    expect(await shown(step)).toMatchObject([
      { label: 'SendStreamingMessage', status: 200, frames: 2, dialect: '1.0' },
      { label: 'GET /v1/tasks/t1', status: 200, operation: 'get' },
    ])
    expect(window.disk().includes(token)).toBe(false)
  })

  test.each([
    ['after its task was seen to have ended', 11, ['CORE-CANCEL-002']],
    ['while the answer that says so was on its way', 5, []],
  ])('holds a cancel %s to the times of the file', async (_when, sentAfterS, expected) => {
    const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } }
    const headers = [{ name: 'content-type', value: 'application/json' }]
    const call = (method: string, afterS: number, time: number) => ({
      startedDateTime: new Date(Date.UTC(2026, 10, 28) + afterS * 1000).toISOString(),
      ...{ time, timings: { wait: time } },
      request: {
        ...{ method: 'POST', url: 'http://a/', headers: [{ name: 'A2A-Version', value: '1.0' }] },
        postData: { text: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { id: 't' } }) },
      },
      response: {
        ...{ status: 200, statusText: '', headers },
        content: { text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: task }) },
      },
    })
    const entries = [call('GetTask', 0, 10_000), call('CancelTask', sentAfterS, 0)]
    const step = await imported(JSON.stringify({ log: { entries } }))
    const sessionId = step.kind === 'done' ? step.sessionId : ''
    const { rows } = await window.client.console.findings({ sessionId, offset: 0, limit: 10 })
    expect(rows.flatMap(({ findings = [] }) => findings.map(({ rule }) => rule))).toEqual(expected)
  })

  test('with more calls than a function takes arguments is read all the same', async () => {
    const request = { method: 'GET', url: 'http://a/.well-known/agent-card.json', headers: [] }
    const response = { status: 200, statusText: '', headers: [], content: {} }
    const entry = { startedDateTime: '2026-11-21T10:00:00Z', time: 1, request, response, timings: {} }
    const har = JSON.stringify({ log: { entries: Array.from({ length: 130_000 }, () => entry) } })
    const importing = importHar(
      window.engine.record,
      inChunks(har),
      '',
      AbortSignal.abort('enough'),
      () => undefined,
    )
    await expect(importing).rejects.toBe('enough')
  })

  test('a long stream is read a slice at a time, and can be stopped in its midst', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
    const params = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } }
    const event = (n: number) =>
      `data: {"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"${n}","role":"ROLE_AGENT","parts":[]}}}\n\n`
    const entry = {
      ...{ startedDateTime: '2026-11-21T10:00:00Z', time: 1, timings: {} },
      request: {
        ...{ method: 'POST', url: 'http://a/', headers: [{ name: 'A2A-Version', value: '1.0' }] },
        postData: { text: JSON.stringify(params) },
      },
      response: {
        ...{ status: 200, statusText: '', headers: [{ name: 'content-type', value: 'text/event-stream' }] },
        content: { text: Array.from({ length: 20_000 }, (_, n) => event(n)).join('') },
      },
    }
    const har = JSON.stringify({ log: { entries: [entry] } })
    const stop = new AbortController()
    const { record } = window.engine
    const before = record.latest()
    const importing = importHar(record, inChunks(har), '', stop.signal, () => undefined)
    await expect.poll(() => record.latest(), { interval: 1, timeout: 10_000 }).toBeGreaterThan(before)
    const sessions = record.sessions().length
    stop.abort('enough')
    await expect(importing).rejects.toBe('enough')
    expect(record.sessions()).toHaveLength(sessions)
    await expect.poll(() => record.discarded(), { timeout: 10_000 }).toEqual([])
  })

  test.each([
    ['{"log": {"entries": []}}', 'None of the 0 requests'],
    ['{"log": 7}', 'neither a Parley recording nor a HAR'],
    [`{"log": {"entries": ${'['.repeat(5_000)}`, 'neither a Parley recording nor a HAR'],
    ['{}}}{{{[', 'neither a Parley recording nor a HAR'],
    ['{"log": {"entries": [{}]}}}{', 'This HAR file is damaged or cut off before its end.'],
    [Buffer.from('{"log": {"entries": []}}', 'utf16le'), 'This file is UTF-16 text. Save it as UTF-8'],
    [Buffer.from('\ufeff{"log": {"entries": []}}', 'utf16le'), 'This file is UTF-16 text. Save it as UTF-8'],
    [
      Buffer.from('\ufeff{"log": {"entries": []}}', 'utf16le').swap16(),
      'This file is UTF-16 text. Save it as UTF-8',
    ],
  ])('that is none is refused', async (text, sentence) => {
    await expect(imported(text)).rejects.toThrow(sentence)
  })

  test('whatever is in a file is read, or refused with a sentence', async () => {
    const token = fc.constantFrom(
      ...'{}[]:,"\\ ',
      '"log"',
      '"entries"',
      '"creator"',
      '{"log":{"entries":[',
      '\ufeff',
    )
    const bytes = fc.oneof(
      fc.array(token, { maxLength: 40 }).map((tokens) => Buffer.from(tokens.join(''))),
      fc.uint8Array({ maxLength: 100 }).map((some) => Buffer.from(some)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(), async (file, cut) => {
        const middle = cut % (file.byteLength + 1)
        const chunks = (async function* () {
          yield file.subarray(0, middle)
          yield file.subarray(middle)
        })()
        const read = readHar(chunks, new AbortController().signal, () => undefined)
        expect(await read.catch((error) => (error instanceof Fault ? undefined : error))).not.toBeInstanceOf(
          Error,
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

test('lines of JSON tell each entry, and come in as the session they were', async () => {
  const text = await exported('ndjson')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toHaveProperty('parley')
  expect(lines.filter((line) => line.entry?.kind === 'request')).toHaveLength(3)
  expect(text).not.toContain(token)
  expect(await exported('ndjson', true)).toContain(token)
  expect(await shown(await imported(text))).toEqual(traffic)
})

test('nothing of ours is put beside the addresses of a file', async () => {
  const text = await exported('har')
  const [id = ''] = [...text.matchAll(/\[secret:(\w{8})\]/g)].map(([, each]) => each)
  expect(await window.client.console.reveal({ secretId: id })).toBe(token)
  const step = await imported(text)
  const session = step.kind === 'done' ? step.sessionId : ''
  const { rows } = await window.client.console.exchanges({
    filter: '',
    sessionId: session,
    offset: 0,
    limit: 50,
  })
  const written = await Promise.all(
    rows.map(({ id: exchangeId }) =>
      window.client.console.snippet({ exchangeId, sessionId: session, form: 'curl', secrets: true }),
    ),
  )
  expect(JSON.stringify(written)).toContain('curl --url')
  expect(JSON.stringify(written)).not.toContain(token)
  expect(await window.client.console.reveal({ secretId: id, sessionId: session })).toBeNull()
  const again = window.client.sessionFiles.exporting({
    sessionId: session,
    selection: { of: 'session' },
    format: 'har',
    secrets: true,
  })
  const ready: ExportStep = await last(await again)
  if (ready.kind !== 'ready') throw new Error('the export did not end')
  const { base64 } = await window.client.sessionFiles.readExport({
    exportId: ready.exportId,
    offset: 0,
    length: 1_000_000,
  })
  expect(Buffer.from(base64, 'base64').toString()).not.toContain(token)
})

test('an address of a file that begins like an option is not copied for another program', async () => {
  const har = JSON.parse(await exported('har'))
  for (const entry of har.log.entries) entry.request.url = '--output=/tmp/x'
  const step = await imported(JSON.stringify(har))
  const session = step.kind === 'done' ? step.sessionId : ''
  const { rows } = await window.client.console.exchanges({
    filter: '',
    sessionId: session,
    offset: 0,
    limit: 50,
  })
  for (const { id: exchangeId } of rows) {
    const copied = window.client.console.snippet({ exchangeId, sessionId: session, form: 'curl' })
    await expect(copied).rejects.toThrow('Only requests to http and https')
  }
})
