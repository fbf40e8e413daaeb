// Findings on what only the engine sees of an exchange: bytes, headers, times. Real responses over real HTTP, each with
// one fault, and the findings in the record.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { createJudge } from './judge.ts'
import { systemClock } from './platform/clock.ts'
import { openRecord, type SessionRecord } from './store/record.ts'
import type { ConnectionProfile } from './wire/profile.ts'
import { createWire, type Wire } from './wire/wire.ts'

let dataDir: string
let record: SessionRecord
let wire: Wire
let sessionId: string
let nowMs: number

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-faults-'))
  record = openRecord({ dataDir })
  nowMs = 0
  const clock = { ...systemClock, monoMs: () => nowMs }
  wire = createWire({ record, clock, judge: createJudge(clock) })
  sessionId = record.createSession('faults').sessionId
})
afterEach(() => {
  wire.close()
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Response {
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly operation: Operation
  readonly answer: (response: ServerResponse, requestId: string) => void
  /** Cancels the call after so many updates and this delay. */
  readonly giveUp?: { readonly updates: number; readonly afterMs: number }
  readonly profile?: Partial<ConnectionProfile>
  /** Called after the first update. */
  readonly afterFirst?: (response: ServerResponse) => void
}

/** Findings on one response: each rule with its severity and the kind of its entry. */
async function foundIn({
  dialect = '1.0',
  binding = 'JSONRPC',
  operation,
  answer,
  giveUp,
  profile,
  afterFirst,
}: Response) {
  let answered: ServerResponse | undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      answered = response
      answer(response, binding === 'JSONRPC' ? String(JSON.parse(body).id) : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const url = `http://127.0.0.1:${port}/`
    const stop = new AbortController()
    const call = wire.call({
      sessionId,
      purpose: 'operation',
      url,
      ...encoded(dialect, binding, operation),
      signal: stop.signal,
      ...defined({ profile }),
    })
    let updates = 0
    for await (const _ of call.updates) {
      updates += 1
      if (updates === 1 && answered !== undefined) afterFirst?.(answered)
      if (updates !== giveUp?.updates) continue
      nowMs += giveUp.afterMs
      stop.abort()
    }
    await call.done
    record.flush()
    const { entries } = await record.read({ after: 0, filter: { exchangeId: call.exchangeId } })
    return entries.flatMap(({ kind, findings = [] }) =>
      findings.map(({ rule, severity }) => `${kind} ${severity} ${rule}`),
    )
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } }

const output: Operation = {
  kind: 'stream',
  message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
}
const event = (result: object, id: string) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`

test.each([
  ['text/event-stream', []],
  ['application/json', ['end warning JSONRPC-SSE-001']],
  ['application/json; charset=utf-8', ['end warning JSONRPC-SSE-001']],
])('a stream of events as %s is read, and what it says of itself is judged', async (type, expected) => {
  const matches = await foundIn({
    operation: output,
    answer: (response, id) => {
      response.writeHead(200, { 'content-type': type })
      response.end(event({ task }, id))
    },
  })
  expect(matches).toEqual(expected)
  const { entries } = await record.read({ after: 0 })
  expect(entries.filter(({ kind }) => kind === 'frame').length).toBe(1)
})

test('one JSON body of a streaming call is one body still', async () => {
  const matches = await foundIn({
    operation: output,
    answer: (response, id) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { task } }))
    },
  })
  expect(matches).toEqual(['end warning PARLEY-HTTP-005'])
})

const get: Operation = { kind: 'get', taskId: 't' }
const answering =
  (body: (id: string) => string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse, id: string) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(body(id))
  }
const named = (name: string) =>
  JSON.stringify({
    ...task,
    status: { ...task.status },
    artifacts: [{ artifactId: 'a', name, parts: [{ text: 'x' }] }],
  })

test.each([
  ['sound', (id: string) => `{"jsonrpc":"2.0","id":"${id}","result":${named('é')}}`, []],
  [
    'cut within a character',
    (id: string) => Buffer.from(`{"jsonrpc":"2.0","id":"${id}","result":${named('é')}}`, 'latin1'),
    ['end error PARLEY-HTTP-014'],
  ],
  [
    'with a member twice',
    (id: string) => `{"jsonrpc":"2.0","id":"${id}","result":${JSON.stringify(task)},"id":"${id}"}`,
    ['end warning PARLEY-HTTP-013'],
  ],
])('a body that is %s', async (_what, body, expected) => {
  expect(await foundIn({ operation: get, answer: answering(body) })).toEqual(expected)
})

const status = (state: string) => ({
  statusUpdate: { taskId: 't', contextId: 'c', status: { state: `TASK_STATE_${state}` } },
})

test.each([
  ['that has ended, soon', 'COMPLETED', 1_000, []],
  ['that has ended, after a while', 'COMPLETED', 20_000, ['failure warning PARLEY-SEQ-004']],
  ['that works, after a while', 'WORKING', 20_000, []],
])('the stream of a task %s, is given up', async (_what, state, afterMs, expected) => {
  const matches = await foundIn({
    operation: output,
    answer: (response, id) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ task: { ...task, status: { state: 'TASK_STATE_WORKING' } } }, id))
      response.write(event(status(state), id))
    },
    giveUp: { updates: 2, afterMs },
  })
  expect(matches).toEqual(expected)
})

test.each([
  ['after its first status', 8_000, {}, ['has no `Cache-Control: no-cache` and no `X-Accel-Buffering: no`']],
  ['after it, compressed', 8_000, { 'content-encoding': 'gzip' }, ['is compressed ("gzip")']],
  ['at once, as a replay is', 0, {}, []],
  // The first is the state before the message that resumes the task.
  ['less late than they are apart', 6_700, {}, []],
])('events whose timestamps are 8 s apart arrive together %s', async (_when, waitMs, headers, causes) => {
  await foundIn({
    operation: output,
    answer: (response, id) => {
      nowMs += waitMs
      const at = (seconds: number) => `2026-11-28T04:00:0${seconds}Z`
      const begun = { ...task, status: { state: 'TASK_STATE_WORKING', timestamp: at(1) } }
      const { statusUpdate } = status('COMPLETED')
      const done = { ...statusUpdate, status: { ...statusUpdate.status, timestamp: at(9) } }
      const events = event({ task: begun }, id) + event({ statusUpdate: done }, id)
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
      response.end('content-encoding' in headers ? gzipSync(events) : events)
    },
  })
  const { entries } = await record.read({ after: 0 })
  const messages = entries.flatMap(({ findings = [] }) => findings.map(({ message }) => message))
  expect(messages).toEqual(causes.map((cause) => expect.stringContaining(cause)))
})

test.each([
  ['by a proxy after 30 s', 30_400, {}, ['failure warning PARLEY-SEQ-015']],
  ['at no round number of seconds', 45_000, {}, ['failure warning PARLEY-SEQ-003']],
  ['by our own time limit', 30_400, { streamIdleTimeoutMs: 20 }, []],
])('a quiet stream of a task at work, ended %s', async (_by, silentMs, profile, expected) => {
  const matches = await foundIn({
    operation: output,
    answer: (response, id) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ task: { ...task, status: { state: 'TASK_STATE_WORKING' } } }, id))
    },
    afterFirst: (response) => {
      nowMs += silentMs
      if (!('streamIdleTimeoutMs' in profile)) response.destroy()
    },
    profile,
  })
  expect(matches).toEqual(expected)
})

test.each([
  ['1.0', []],
  ['1.0.1', []],
  ['0.3', ['end warning PARLEY-HTTP-010']],
])('an answer that says it is in %s', async (version, expected) => {
  const headers = { 'a2a-version': version }
  const body = (id: string) => `{"jsonrpc":"2.0","id":"${id}","result":${JSON.stringify(task)}}`
  expect(await foundIn({ operation: get, answer: answering(body, headers) })).toEqual(expected)
  const stream = await foundIn({
    operation: output,
    answer: (response, id) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
      response.end(event({ task }, id))
    },
  })
  expect(stream).toEqual(expected)
})

test.each([
  ['no JSON', 'data: {"jsonrpc":\n\n', ['end error PARLEY-SSE-004']],
  ['no update', event({}, 'request'), ['frame error PARLEY-OBJ-007']],
])('after an event with %s the order of a stream is not judged', async (_what, broken, expected) => {
  const matches = await foundIn({
    operation: output,
    answer: (response, id) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(broken.replace('request', id) + event(status('WORKING'), id))
    },
  })
  expect(matches).toEqual(expected)
})

const toolPart = (kind: string, content: object) => ({
  data: { id: 'adk-1', name: 'ask_weather_agent', ...content },
  metadata: { adk_type: kind },
})
const call = toolPart('function_call', { args: { city: 'Lisbon' } })

test.each([
  ['with its result', [call, toolPart('function_response', { response: 'sunny' })], []],
  ['without it', [call], ['frame info PARLEY-SEQ-017']],
])('a task completes after a tool call %s', async (_what, parts, expected) => {
  const matches = await foundIn({
    operation: output,
    answer: (response, id) => {
      const working = { state: 'TASK_STATE_WORKING' }
      const message = { messageId: 'm1', role: 'ROLE_AGENT', parts }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ task: { ...task, status: working } }, id))
      const { statusUpdate } = status('WORKING')
      response.write(event({ statusUpdate: { ...statusUpdate, status: { ...working, message } } }, id))
      response.end(event(status('COMPLETED'), id))
    },
  })
  expect(matches).toEqual(expected)
})

test.each([
  ['that is new', { connection: 'close' }, 'Bearer a', ['end info PARLEY-SEQ-016']],
  ['that is new, with other credentials', { connection: 'close' }, 'Bearer b', []],
  ['that returned the task', {}, 'Bearer a', []],
])(
  'a task at work is not found a minute later over the connection %s',
  async (_which, headers, token, expected) => {
    let requests = 0
    const server = createServer(async (request, response) => {
      const { id } = JSON.parse(String(Buffer.concat(await Array.fromAsync(request))))
      requests += 1
      const result = { ...task, status: { state: 'TASK_STATE_WORKING' } }
      const error = { code: -32001, message: 'Task not found' }
      const body = requests === 1 ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error }
      response.writeHead(200, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const send = async (value: string) => {
      const url = `http://127.0.0.1:${port}/`
      await wire.call({
        ...{ sessionId, agentId: 'a', purpose: 'operation', url, credentials: [['Authorization', value]] },
        ...encoded('1.0', 'JSONRPC', get),
      }).done
      nowMs += 60_000
    }
    await send('Bearer a')
    await send(token)
    server.closeAllConnections()
    server.close()
    record.flush()
    const { entries } = await record.read({ after: 0 })
    expect(
      entries.flatMap(({ kind, findings = [] }) =>
        findings
          .filter(({ rule }) => rule !== 'JSONRPC-ERR-003')
          .map(({ rule, severity }) => `${kind} ${severity} ${rule}`),
      ),
    ).toEqual(expected)
  },
)
