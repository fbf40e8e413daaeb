// Agents that repeat our token in unusual places of an exchange: it is masked everywhere in the record, and nothing else is.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Entry } from '#shared/record/entry.ts'
import { systemClock } from '../platform/clock.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import { Exchange } from './exchange.ts'
import { Secrets } from './secrets.ts'

const token = 'tok-"5f2e" ☂ 9b7143'
const asHeader = Buffer.from(token).toString('base64url')

let dataDir: string
let record: SessionRecord
let exchange: Exchange

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-masking-'))
  record = openRecord({ dataDir })
  const { sessionId } = record.createSession('s')
  const secrets = new Secrets()
  secrets.learn(token)
  exchange = new Exchange({
    ...{ record, secrets, clock: systemClock, sessionId },
    call: { purpose: 'operation', operation: 'stream', label: 'SendStreamingMessage', agentId: 'a' },
    ...{ credentialNames: new Set(), credentialQuery: new Set() },
  })
})
afterEach(() => {
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const spellings = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token), asHeader]

/** The only written entry, which must have a mark and no token, in its bodies, too. */
async function written(kind: Entry['kind'], marks = 1): Promise<Entry> {
  const { entries } = await record.read({ after: 0, waitMs: 5_000 })
  const [entry] = entries
  if (entry?.kind !== kind) throw new Error(`a ${kind} was not written`)
  const bytes = JSON.stringify(entry, (key, value: unknown) =>
    key === 'base64' ? Buffer.from(String(value), 'base64').toString('latin1') : value,
  )
  for (const spelling of spellings) {
    for (const each of [
      spelling,
      JSON.stringify(spelling).slice(1, -1),
      Buffer.from(spelling).toString('latin1'),
    ])
      expect(bytes).not.toContain(each)
  }
  expect(bytes.match(/\[secret:[0-9a-f]{8}\]/g)?.length ?? 0).toBe(marks)
  return entry
}

const ok = { headers: [], timings: {} } as const
const end = { reason: 'complete' } as const

test('the words behind a status', async () => {
  exchange.response({ ...ok, status: 401, statusText: `no ${asHeader} here` })
  expect(await written('response')).toMatchObject({
    statusText: expect.stringMatching(/^no \[secret:\w+\] here$/),
  })
})

test('a header, in its value and in its name', async () => {
  const headers = [
    ['X-Echo', `it is ${asHeader}`],
    [`X-${asHeader}`, 'plain'],
  ] as const
  exchange.response({ ...ok, status: 200, statusText: 'OK', headers })
  expect(await written('response', 2)).toMatchObject({
    headers: [['X-Echo', expect.stringMatching(/^it is /)], expect.arrayContaining(['plain'])],
  })
})

test('trailers, in their values and in their names', async () => {
  const trailers = [
    ['grpc-message', encodeURIComponent(token)],
    [`x-${asHeader}`, 'plain'],
  ] as const
  exchange.end({ ...end, trailers })
  await written('end', 2)
})

test('what a gRPC status says', async () => {
  exchange.end({ ...end, grpcStatus: { code: 16, message: `bad ${token}` } })
  expect(await written('end')).toMatchObject({
    grpcStatus: { code: 16, message: expect.stringMatching(/^bad \[secret/) },
  })
})

test('where a redirect leads, and what it carries', async () => {
  exchange.redirect({
    ...{ status: 307, method: 'POST', from: 'http://a/', to: `http://b/${encodeURIComponent(token)}/x` },
    ...{ headers: [['Location', `http://b/${encodeURIComponent(token)}/x`]], credentialsDropped: false },
  })
  expect(await written('redirect', 2)).toMatchObject({ from: 'http://a/' })
})

test('a body of bytes that are no text', async () => {
  const around = Buffer.from([0xff, 0xfe, 0x00, 0x9d])
  exchange.end({ ...end, body: { bytes: Buffer.concat([around, Buffer.from(token), around]) } })
  const { body } = (await written('end')) as Extract<Entry, { kind: 'end' }>
  const bytes = Buffer.from(body?.base64 ?? '', 'base64')
  expect([bytes.subarray(0, 4), bytes.subarray(-4)]).toEqual([around, around])
})

test('a body that was cut within it', async () => {
  const bytes = Buffer.from(`said ${token}`).subarray(0, -5)
  exchange.end({ ...end, body: { bytes, seenBytes: bytes.length + 5 } })
  expect(await written('end')).toMatchObject({
    body: { text: expect.stringMatching(/^said \[secret:\w+\]$/) },
  })
})

test('the packed form of a body that has it', async () => {
  const packed = Buffer.from('packed, with nothing to see')
  exchange.end({ ...end, body: { bytes: Buffer.from(token) }, encodedBody: { bytes: packed } })
  expect(await written('end')).toMatchObject({ encodedBody: { sizeBytes: packed.length, truncated: true } })
})

test('what came after the last whole frame', async () => {
  exchange.end({ ...end, leftover: Buffer.from(`data: ${token.slice(0, -3)}`) })
  await written('end')
})

test('an event in its data, its name and its id', async () => {
  const data = JSON.stringify({ text: token })
  const text = `event: ${asHeader}\nid: ${asHeader}\ndata: ${data}\n\n`
  exchange.frame({ text }, { framing: 'sse', data, event: asHeader, id: asHeader }, {})
  await written('frame', 6)
})

test('a token that comes in pieces, event by event', async () => {
  const pieces = ['tok-"5f', '2e" ☂ 9', 'b7143']
  for (const piece of pieces) {
    const data = JSON.stringify({ jsonrpc: '2.0', result: { text: piece } })
    exchange.frame({ text: `data: ${data}\n\n` }, { framing: 'sse', data }, {})
  }
  const { entries } = await record.read({ after: 0, waitMs: 5_000 })
  const texts = entries.map((entry) =>
    (entry.kind === 'frame' ? [entry.raw.text, entry.data?.text] : []).join(''),
  )
  expect(texts).toHaveLength(3)
  for (const each of texts) expect(each).toMatch(/\[secret:\w{8}\].*\[secret:\w{8}\]/s)
})

test('a gRPC message whose JSON has it keeps its size alone', async () => {
  const bytes = Buffer.from(token)
  exchange.frame({ bytes }, { framing: 'grpc', data: JSON.stringify({ text: token }) }, {})
  expect(await written('frame')).toMatchObject({ raw: { sizeBytes: bytes.length, truncated: true } })
})

test('a failure, by what it quotes', async () => {
  exchange.fail({ failure: 'other', message: `the server said ${token}` })
  await written('failure')
})

test('what was read in an item: its task, its context, its error, its findings', async () => {
  const finding: Finding = {
    ...{ rule: 'r', pointer: `/${token}`, message: `no ${token}`, hint: `not ${token}` },
    ...{ severity: 'error', spec: { version: '1.0', section: '1' } },
  }
  const reported = { contextId: `c ${token}`, error: { code: 1, message: `e ${token}` } }
  exchange.end(
    { ...end, body: { bytes: Buffer.from(token) } },
    { taskId: `t ${token}`, exchangeFacts: reported, findings: [finding] },
  )
  const entry = await written('end', 4)
  const row = record.exchanges.row(entry.exchangeId)
  expect(row).toMatchObject({
    ...{ taskId: expect.stringMatching(/^t \[secret/), contextId: expect.stringMatching(/^c \[secret/) },
    problem: expect.stringMatching(/^e \[secret/),
  })
})

test('what we said ourselves: in an address, a header and a packed body', async () => {
  exchange.request(
    {
      method: 'POST',
      url: `http://a/?q=${encodeURIComponent(token)}`,
      headers: [],
      body: Buffer.from(token),
    },
    [['X-Any', asHeader]],
    { taskId: token, decoded: JSON.stringify({ token }) },
  )
  const request = await written('request', 3)
  expect(request).toMatchObject({ body: { sizeBytes: Buffer.byteLength(token), truncated: true } })
})
