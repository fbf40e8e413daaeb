import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Binding, Message } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { EndEntry, Entry } from '#shared/record/entry.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { serverCertificate, testAuthorityPem } from '../../../e2e/agents/broken/certificates.ts'
import { openProxy, type TestProxy } from '../../../e2e/agents/proxy.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import {
  type Call,
  type CallRequest,
  type CallUpdate,
  createWire,
  type JudgedItem,
  type Wire,
} from './wire.ts'

let dataDir: string
let record: SessionRecord
let wire: Wire
let sessionId: string
let judgedItems: JudgedItem[]
const toClose: (() => void)[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-wire-'))
  record = openRecord({ dataDir })
  judgedItems = []
  wire = createWire({
    record,
    judge: {
      ...{ begin: () => undefined, findInPush: () => [] },
      pieces: (_, __, texts) => texts.length,
      withoutEchoes: (_, findings) => findings,
      find: (_, item) => {
        judgedItems.push(item)
        return []
      },
    },
  })
  sessionId = record.createSession('wire').sessionId
})
afterEach(() => {
  wire.close()
  record.close()
  for (const close of toClose.splice(0)) close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Handler = (request: IncomingMessage & { text: string }, response: ServerResponse) => void

function listen(server: Server): Promise<string> {
  toClose.push(() => server.close())
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
}

async function serve(handler: Handler): Promise<string> {
  const server = createHttpServer(readWhole(handler))
  toClose.push(() => server.closeAllConnections())
  return `http://${await listen(server)}`
}

function readWhole(handler: Handler) {
  return (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    request.on('end', () => handler(Object.assign(request, { text }), response))
  }
}

async function recorded(exchangeId: string): Promise<readonly Entry[]> {
  record.flush()
  return (await record.read({ after: 0, limit: 5_000, filter: { exchangeId } })).entries
}

const message: Message = { messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'hello' }] }

type More = Partial<CallRequest> & { readonly binding?: Binding }

function call(url: string, operation: Operation, { binding = 'JSONRPC', ...more }: More = {}): Call {
  return wire.call({ sessionId, purpose: 'operation', url, ...encoded('1.0', binding, operation), ...more })
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const kindsOf = (entries: readonly Entry[]) => entries.map((entry) => entry.kind)
const reply = (id: unknown, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })
const agentMessage = { message: { messageId: 'a1', role: 'ROLE_AGENT', parts: [{ text: 'hi' }] } }
const idOf = (text: string): unknown => JSON.parse(text).id

test('a call records what crossed: heads in order and case, bodies, connection, timings', async () => {
  let received: readonly string[] = []
  const url = await serve((request, response) => {
    received = request.rawHeaders
    response.writeHead(
      200,
      'Fine',
      [
        ['X-ODD-case', '1'],
        ['content-TYPE', 'application/json'],
        ['x-odd-case', '2'],
      ].flat(),
    )
    response.end(reply(idOf(request.text), agentMessage))
  })
  const { exchangeId, done } = call(`${url}/rpc`, { kind: 'send', message }, { agentId: 'agent-1' })
  const outcome = await done
  expect(outcome).toMatchObject({
    kind: 'reply',
    httpStatus: 200,
    decoded: { kind: 'result', result: { kind: 'update' } },
  })
  const [request, response, end] = await recorded(exchangeId)
  if (request?.kind !== 'request' || response?.kind !== 'response' || end?.kind !== 'end')
    throw new Error('not a whole exchange')
  expect(request.headers.flat()).toEqual(received)
  expect(request).toMatchObject({
    method: 'POST',
    url: `${url}/rpc`,
    call: {
      agentId: 'agent-1',
      purpose: 'operation',
      operation: 'send',
      dialect: '1.0',
      binding: 'JSONRPC',
      label: 'SendMessage',
    },
  })
  expect(response).toMatchObject({
    status: 200,
    statusText: 'Fine',
    connection: { remoteAddress: '127.0.0.1', reused: false, httpVersion: '1.1' },
  })
  expect(response.headers.slice(0, 3)).toEqual([
    ['X-ODD-case', '1'],
    ['content-TYPE', 'application/json'],
    ['x-odd-case', '2'],
  ])
  expect(end).toMatchObject({
    reason: 'complete',
    body: { text: reply(idOf(request.body?.text ?? ''), agentMessage) },
  })
  expect(end.receivedBytes).toBe(end.body?.sizeBytes)
  const { connectMs = Number.NaN, firstByteMs = Number.NaN } = response.timings ?? {}
  expect(connectMs).toBeGreaterThan(0)
  expect(firstByteMs).toBeGreaterThanOrEqual(connectMs)
  expect(request.monoMs + firstByteMs).toBeLessThanOrEqual(response.monoMs)
})

test('a second call tells that its connection was used before', async () => {
  const url = await serve((request, response) => response.end(reply(idOf(request.text), agentMessage)))
  await call(url, { kind: 'send', message }).done
  const second = call(url, { kind: 'send', message })
  await second.done
  const response = (await recorded(second.exchangeId))[1]
  expect(response).toMatchObject({ connection: { reused: true } })
  expect(response).not.toHaveProperty('timings.connectMs')
})

describe('streams', () => {
  const task = { task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } }
  const done = { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } } }
  const sse = (request: { text: string }, results: readonly unknown[]) =>
    results.map((result) => `data: ${reply(idOf(request.text), result)}\n\n`)

  test('are delivered and recorded while they arrive, with task and judgement', async () => {
    let finish: (() => void) | undefined
    const url = await serve((request, response) => {
      const [first = '', second = ''] = sse(request, [task, done])
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(`: hello\n\n${first}`)
      finish = () => response.end(second)
    })
    const { exchangeId, updates, done: ended } = call(url, { kind: 'stream', message })
    const callUpdates: CallUpdate[] = []
    for await (const update of updates) {
      callUpdates.push(update)
      if (callUpdates.length === 1) {
        const filter = { exchangeId, taskId: 't1', kinds: ['frame' as const] }
        expect((await record.read({ after: 0, waitMs: 5_000, filter })).entries).toHaveLength(1)
        finish?.()
      }
    }
    expect(await ended).toEqual({ kind: 'stream', httpStatus: 200, items: 2, unfinished: false })
    expect(callUpdates.map(({ decoded }) => decoded.kind === 'result' && decoded.result.kind)).toEqual([
      'task',
      'status',
    ])
    expect(kindsOf(await recorded(exchangeId))).toEqual([
      'request',
      'response',
      'frame',
      'frame',
      'frame',
      'end',
    ])
    expect(await record.count({ taskId: 't1' })).toBe(6 - 1)
    expect(judgedItems.map((item) => item.at)).toEqual(['head', 'item', 'item', 'end'])
  })

  const odd: readonly [
    name: string,
    type: string,
    body: (request: { text: string }) => string | Buffer,
    headers?: Record<string, string>,
  ][] = [
    ['no content type', '', (request) => sse(request, [task, done]).join('')],
    [
      'NDJSON',
      'application/x-ndjson',
      (request) => [task, done].map((result) => `${reply(idOf(request.text), result)}\n`).join(''),
    ],
    [
      'gzip',
      'text/event-stream',
      (request) => gzipSync(sse(request, [task, done]).join('')),
      { 'Content-Encoding': 'gzip' },
    ],
    [
      'CRLF and a byte order mark',
      'text/event-stream; charset=utf-8',
      (request) => `\uFEFF${sse(request, [task, done]).join('').replaceAll('\n', '\r\n')}`,
    ],
  ]
  test.each(odd)('are read with %s', async (_, type, body, headers = {}) => {
    const url = await serve((request, response) => {
      response.writeHead(200, { ...(type === '' ? {} : { 'Content-Type': type }), ...headers })
      response.end(body(request))
    })
    const { done: ended, updates } = call(url, { kind: 'stream', message })
    expect(await ended).toMatchObject({ kind: 'stream', items: 2 })
    const kinds = (await collect(updates)).map(
      ({ decoded }) => decoded.kind === 'result' && decoded.result.kind,
    )
    expect(kinds).toEqual(['task', 'status'])
  })

  test('that turn out to be one JSON body are one update and a reply', async () => {
    const url = await serve((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(reply(idOf(request.text), task))
    })
    const { done: ended, updates, exchangeId } = call(url, { kind: 'stream', message })
    expect(await ended).toMatchObject({
      kind: 'reply',
      decoded: { kind: 'result', result: { kind: 'update' } },
    })
    expect(await collect(updates)).toHaveLength(1)
    expect(kindsOf(await recorded(exchangeId))).toEqual(['request', 'response', 'end'])
  })

  test('that are refused with a JSON-RPC error are an error reply', async () => {
    const url = await serve((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: idOf(request.text),
          error: { code: -32001, message: 'Task not found' },
        }),
      )
    })
    const { done: ended } = call(url, { kind: 'subscribe', taskId: 't1' })
    expect(await ended).toMatchObject({ kind: 'reply', decoded: { kind: 'error', error: { code: -32001 } } })
  })

  test('come where one reply was expected', async () => {
    const url = await serve((request, response) => {
      response.setHeader('Content-Type', 'text/event-stream')
      response.end(sse(request, [agentMessage]).join(''))
    })
    const { done: ended, exchangeId } = call(url, { kind: 'send', message })
    expect(await ended).toMatchObject({
      kind: 'reply',
      decoded: { kind: 'result', result: { kind: 'update', update: { kind: 'message' } } },
    })
    expect(kindsOf(await recorded(exchangeId))).toEqual(['request', 'response', 'frame', 'end'])
  })

  test('are recorded even where reading them fails', async () => {
    const clumsy = createWire({
      record,
      judge: {
        ...{ begin: () => undefined, findInPush: () => [] },
        pieces: () => 0,
        withoutEchoes: (_, findings) => findings,
        find: () => {
          throw new Error('oops')
        },
      },
    })
    const url = await serve((request, response) => {
      response.setHeader('Content-Type', 'text/event-stream')
      response.end(sse(request, [task, done]).join(''))
    })
    const { done: ended, exchangeId } = clumsy.request({
      sessionId,
      purpose: 'raw',
      method: 'POST',
      url,
      body: '{}',
    })
    expect(await ended).toMatchObject({ kind: 'stream', items: 2 })
    clumsy.close()
    const entries = await recorded(exchangeId)
    expect(kindsOf(entries)).toEqual(['request', 'response', 'frame', 'frame', 'end'])
    expect(entries[2]).toMatchObject({ findings: [{ rule: 'parley-fault', severity: 'info' }] })
  })

  test('keep running when nobody reads the updates', async () => {
    const url = await serve((request, response) => {
      response.setHeader('Content-Type', 'text/event-stream')
      response.end((sse(request, [done])[0] ?? '').repeat(25_000))
    })
    const { done: ended, exchangeId } = call(url, { kind: 'stream', message })
    expect(await ended).toMatchObject({ items: 25_000 })
    expect(await record.count({ exchangeId, kinds: ['frame'] })).toBe(25_000)
  })
})

describe('aborting', () => {
  test.each([
    ['before the head', 0],
    ['within a stream', 1],
  ])('%s is an end of its own', async (_, frames) => {
    const closed = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const url = await serve((request, response) => {
      request.socket.once('close', () => closed.resolve())
      if (frames > 0) response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: {}\n\n')
      reached.resolve()
    })
    const stop = new AbortController()
    const { exchangeId, done } = call(url, { kind: 'stream', message }, { signal: stop.signal })
    await reached.promise
    await record.read({
      after: 0,
      waitMs: 2_000,
      filter: { exchangeId, kinds: frames > 0 ? ['frame'] : ['request'] },
    })
    stop.abort()
    expect(await done).toMatchObject({ kind: 'failure', failure: { failure: 'aborted' } })
    expect(kindsOf(await recorded(exchangeId)).at(-1)).toBe('failure')
    await closed.promise
  })

  test('an exchange that never began is recorded all the same', async () => {
    const { exchangeId, done } = call(
      'http://127.0.0.1:9/',
      { kind: 'send', message },
      { signal: AbortSignal.abort() },
    )
    expect(await done).toMatchObject({ failure: { failure: 'aborted' } })
    expect(kindsOf(await recorded(exchangeId))).toEqual(['request', 'failure'])
  })
})

test('REST calls go to their own address and read bare JSON', async () => {
  const requests: string[] = []
  const url = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('Content-Type', 'application/a2a+json')
    if (request.method === 'POST') response.end(JSON.stringify(agentMessage))
    else if (request.method === 'DELETE') response.writeHead(204).end()
    else response.end(JSON.stringify({ id: 't/1', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } }))
  })
  const rest = { binding: 'HTTP+JSON' as const }
  const outcomes = [
    await call(`${url}/base/`, { kind: 'send', message }, rest).done,
    await call(`${url}/base`, { kind: 'get', taskId: 't/1', historyLength: 2 }, rest).done,
    await call(`${url}/base?key=1`, { kind: 'push-delete', taskId: 't', configId: 'c' }, rest).done,
  ]
  expect(requests).toEqual([
    'POST /base/message:send',
    'GET /base/tasks/t%2F1?historyLength=2',
    'DELETE /base/tasks/t/pushNotificationConfigs/c?key=1',
  ])
  expect(outcomes).toMatchObject([
    { decoded: { kind: 'result', result: { kind: 'update' } } },
    { decoded: { kind: 'result', result: { kind: 'task' } } },
    { httpStatus: 204, decoded: { kind: 'result', result: { kind: 'nothing' } } },
  ])
})

test('a body with more members than are parsed is kept, and called what it is', async () => {
  const some = `{${Array.from({ length: 120_000 }, (_, each) => `"k${each}":1`).join(',')}}`
  const body = `{"jsonrpc":"2.0","id":1,"result":{"a":${some},"b":${some}}}`
  const url = await serve((_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
  )
  const { done, exchangeId } = call(url, { kind: 'send', message })
  expect(await done).toMatchObject({
    kind: 'reply',
    decoded: { kind: 'unreadable', reason: 'Too complex to parse: more than 200000 members.' },
  })
  expect((await recorded(exchangeId)).at(-1)).toMatchObject({ kind: 'end', body: { sizeBytes: body.length } })
})

test('the raw door sends any request as it is and hands out the answer as it came', async () => {
  const url = await serve((request, response) => {
    response.writeHead(418, 'Teapot', { 'X-Heard': `${request.method} ${request.headers['x-mine']}` })
    response.end(Buffer.from([0xff, 0x00]))
  })
  const { done, exchangeId } = wire.request({
    sessionId,
    purpose: 'raw',
    method: 'PATCH',
    url,
    headers: [['X-Mine', 'yes']],
    body: 'any',
  })
  expect(await done).toMatchObject({ kind: 'body', status: 418, body: Buffer.from([0xff, 0x00]), url })
  expect((await recorded(exchangeId)).at(-1)).toMatchObject({ kind: 'end', body: { base64: '/wA=' } })
})

test('a compressed body is kept both ways', async () => {
  const packed = gzipSync('{"a":1}')
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(packed)
  })
  const { done, exchangeId } = wire.request({ sessionId, purpose: 'raw', method: 'GET', url })
  expect(await done).toMatchObject({ body: Buffer.from('{"a":1}') })
  expect((await recorded(exchangeId)).at(-1)).toMatchObject({
    receivedBytes: packed.length,
    body: { text: '{"a":1}' },
    encodedBody: { sizeBytes: packed.length, base64: packed.toString('base64') },
  })
})

test.each([
  ['is kept as it came, beside its frames', '"said"', undefined],
  ['is only counted where its frames held a secret', '"planted-bearer-Ab3"', true],
])('a compressed stream %s', async (_name, output, withheld) => {
  const packed = gzipSync(`data: ${output}\n\n`)
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' }).end(packed)
  })
  const credentials = [['Authorization', 'Bearer planted-bearer-Ab3']] as const
  const { done, exchangeId } = wire.request({ sessionId, purpose: 'raw', method: 'GET', url, credentials })
  expect(await done).toMatchObject({ kind: 'stream', items: 1 })
  const { receivedBytes, encodedBody } = ((await recorded(exchangeId)).at(-1) ?? {}) as Partial<EndEntry>
  expect({ receivedBytes, encodedBody }).toEqual({
    receivedBytes: packed.length,
    encodedBody: {
      sizeBytes: packed.length,
      ...(withheld ? { truncated: true } : { base64: packed.toString('base64') }),
    },
  })
})

test('HTTP/2 is spoken where it is offered', async () => {
  const server = createSecureServer({ cert: serverCertificate.certificatePem, key: serverCertificate.keyPem })
  server.on('request', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{}')
  })
  const url = `https://${await listen(server)}/`
  const versions = []
  for (const http2 of [true, false]) {
    const { done, exchangeId } = wire.request({
      sessionId,
      purpose: 'raw',
      method: 'GET',
      url,
      profile: { caPem: testAuthorityPem, http2 },
    })
    const outcome = await done
    const response = (await recorded(exchangeId))[1]
    versions.push(outcome.kind, response?.kind === 'response' && response.connection?.httpVersion)
  }
  // Without it this server, which has nothing else, must refuse.
  expect(versions).toEqual(['body', '2', 'failure', false])
})

describe('a proxy', () => {
  let proxy: TestProxy
  beforeEach(async () => {
    proxy = await openProxy()
  })
  afterEach(() => proxy.close())

  test('gets plain requests in absolute form, and its password stays out of the record', async () => {
    const { proxyUrl, seen, authorization } = proxy
    const { done, exchangeId } = wire.request({
      sessionId,
      purpose: 'raw',
      method: 'GET',
      url: 'http://agent.invalid/x',
      profile: { proxyUrl },
    })
    expect(await done).toMatchObject({ kind: 'body', body: Buffer.from('{"via":"proxy"}') })
    expect(seen).toEqual([`GET http://agent.invalid/x ${authorization}`])
    expect(JSON.stringify(await recorded(exchangeId))).not.toContain(authorization.slice(6))
  })

  test('tunnels secured ones', async () => {
    const server = createSecureServer({
      cert: serverCertificate.certificatePem,
      key: serverCertificate.keyPem,
      allowHTTP1: true,
    })
    server.on('request', (_, response) => response.end('{}'))
    const target = await listen(server)
    const { proxyUrl, seen, authorization } = proxy
    const { done } = wire.request({
      sessionId,
      purpose: 'raw',
      method: 'GET',
      url: `https://${target}/`,
      profile: { proxyUrl, caPem: testAuthorityPem, http2: false },
    })
    expect(await done).toMatchObject({ kind: 'body', status: 200 })
    expect(seen).toEqual([`CONNECT ${target} ${authorization}`])
  })
})

describe('secrets', () => {
  const planted = {
    bearer: 'planted-bearer-Ab3',
    basic: Buffer.from('user:planted-password').toString('base64'),
    key: 'planted-query-key',
    cookie: 'planted-cookie',
    own: 'planted-own-header',
    push: 'planted-push-token "quoted"',
    credentials: 'planted-push-credentials',
    theirCookie: 'planted-set-cookie',
    theirToken: 'planted-config-of-another',
    unicode: 'planted-gehe\u00efm',
  }
  const { bearer, key, cookie, own, push: pushToken, credentials: pushCredentials, unicode } = planted
  const ours = [bearer, key, cookie, own, pushToken, pushCredentials, unicode]

  test('never reach the file, wherever an agent repeats them, and are known to memory alone', async () => {
    const url = await serve((request, response) => {
      const { authorization } = request.headers
      const config = {
        id: 'c',
        taskId: 't',
        url: 'http://hook/',
        token: planted.theirToken,
        authentication: { scheme: 'Bearer', credentials: planted.credentials },
      }
      response.setHeader('Set-Cookie', `session=${planted.theirCookie}; Path=/`)
      response.setHeader('X-Echo', `${authorization}`)
      if (request.url?.startsWith('/gzip')) {
        response.setHeader('Content-Encoding', 'gzip')
        return response.end(gzipSync(JSON.stringify({ echo: authorization, pad: 'x'.repeat(9_000) })))
      }
      if (request.url?.startsWith('/stream')) {
        response.setHeader('Content-Type', 'text/event-stream')
        return response.end(
          `: ${authorization}\n\ndata: ${JSON.stringify({ echo: ours })}\n\ndata: half ${authorization}`,
        )
      }
      return response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          result: { configs: [config] },
          echo: request.rawHeaders,
          body: request.text,
          url: request.url,
        }),
      )
    })
    const credentials = [
      ['Authorization', `Bearer ${planted.bearer}`],
      ['Cookie', `a=${planted.cookie}; b=2`],
      ['X-Mine', planted.own],
      ['X-Unicode', Buffer.from(planted.unicode).toString('latin1')],
    ] as const
    const push = {
      url: 'http://hook/',
      token: planted.push,
      authentication: { scheme: 'Bearer', credentials: planted.credentials },
    }
    const full = { credentials, binding: 'HTTP+JSON' as const }
    wire.mask.learn(planted.unicode)
    for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
      await call(
        `${url}/?api_key=${planted.key}`,
        { kind: 'push-create', taskId: 't', config: push },
        { credentials, binding },
      ).done
      await call(url, { kind: 'send', message, options: { push } }, { credentials, binding }).done
    }
    await call(url, { kind: 'push-list', taskId: 't' }, full).done
    for (const path of ['/gzip', '/stream']) {
      await wire.request({
        sessionId,
        purpose: 'raw',
        method: 'POST',
        url: `${url}${path}?token=${encodeURIComponent(planted.push)}`,
        credentials,
        body: planted.own,
      }).done
    }
    await wire.request({
      sessionId,
      purpose: 'raw',
      method: 'GET',
      url,
      headers: [
        ['Authorization', `Basic ${planted.basic}`],
        ['X-Api-Key', planted.key],
      ],
    }).done
    await wire.request({
      sessionId,
      purpose: 'raw',
      method: 'GET',
      url: `http://user:${planted.key}@127.0.0.1:1/`,
    }).done

    record.flush()
    const onDisk = () =>
      readdirSync(dataDir)
        .map((name) => readFileSync(join(dataDir, name)).toString('latin1'))
        .join('')
    const match = () =>
      Object.entries(planted).filter(([, value]) =>
        [
          value,
          JSON.stringify(value).slice(1, -1),
          encodeURIComponent(value),
          Buffer.from(value).toString('latin1'),
        ].some((spelling) => onDisk().includes(spelling)),
      )
    expect(readdirSync(dataDir)).toContain('record.sqlite-wal')
    expect(onDisk()).toContain('[secret:')
    expect(match()).toEqual([])

    const { entries } = await record.read({ after: 0, limit: 1 })
    const mark = /Bearer \[secret:([0-9a-f]{8})\]/.exec(JSON.stringify(entries))?.[1] ?? ''
    expect(wire.reveal(mark)).toBe(planted.bearer)
    wire.forgetSecrets()
    expect(wire.reveal(mark)).toBeUndefined()
    await record.search('planted', 0, 1)
    await record.compact(() => undefined)
    expect(match()).toEqual([])
  })

  test('leave everything else as it was', async () => {
    const body = Buffer.concat([
      Buffer.from('{"token":"an innocent word","x":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ])
    const url = await serve((_, response) => response.end(body))
    const { done, exchangeId } = wire.request({
      sessionId,
      purpose: 'raw',
      method: 'GET',
      url,
      credentials: [['Authorization', 'Bearer abcdef123456']],
    })
    await done
    expect((await recorded(exchangeId)).at(-1)).toMatchObject({ body: { base64: body.toString('base64') } })
  })
})
