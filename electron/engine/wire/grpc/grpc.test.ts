import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBinary, fromJson, type JsonValue, toBinary, toJson } from '@bufbuild/protobuf'
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceDefinition,
} from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Message } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { Entry } from '#shared/record/entry.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { createTestClock } from '#testing/engine/test-clock.ts'
import {
  clientCertificate,
  serverCertificate,
  testAuthorityPem,
} from '../../../../e2e/agents/broken/certificates.ts'
import { openProxy } from '../../../../e2e/agents/proxy.ts'
import { openRecord, type SessionRecord } from '../../store/record.ts'
import { type Call, type CallRequest, createWire, type Wire } from '../wire.ts'
import { createGrpcMessages } from './messages.ts'
import { grpcTarget } from './target.ts'

let dataDir: string
let record: SessionRecord
let wire: Wire
let sessionId: string
const clock = createTestClock()
const toClose: (() => void)[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-grpc-'))
  record = openRecord({ dataDir })
  wire = createWire({ record, clock })
  sessionId = record.createSession('grpc').sessionId
})
afterEach(() => {
  wire.close()
  record.close()
  for (const close of toClose.splice(0)) close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Stream = ServerWritableStream<Buffer, Buffer>
interface Visit {
  readonly stream: Stream
  readonly request: JsonValue
  readonly reply: (json: JsonValue) => void
}

/** An agent with one method, unary or streaming: both are alike on the wire. */
function serve(
  service: string,
  method: string,
  answer: (visit: Visit) => void,
  secure: boolean | 'asking' = false,
): Promise<string> {
  const match = createGrpcMessages().method(service, method)
  if (match === undefined) throw new Error(`no ${service}/${method}`)
  const asIs = (bytes: Buffer) => bytes
  const definition: ServiceDefinition = {
    [method]: {
      path: match.path,
      requestStream: false,
      responseStream: true,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  }
  const server = new Server()
  server.addService(definition, {
    [method]: (stream: Stream) =>
      answer({
        stream,
        request: toJson(match.input, fromBinary(match.input, stream.request)),
        reply: (json) => stream.write(Buffer.from(toBinary(match.output, fromJson(match.output, json)))),
      }),
  })
  toClose.push(() => server.forceShutdown())
  const credentials = secure
    ? ServerCredentials.createSsl(
        secure === 'asking' ? Buffer.from(testAuthorityPem) : null,
        [
          {
            cert_chain: Buffer.from(serverCertificate.certificatePem),
            private_key: Buffer.from(serverCertificate.keyPem),
          },
        ],
        secure === 'asking',
      )
    : ServerCredentials.createInsecure()
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, port) =>
      error === null ? resolve(`127.0.0.1:${port}`) : reject(error),
    )
  })
}

const message: Message = { messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'hello' }] }
const service = 'lf.a2a.v1.A2AService'

function call(
  url: string,
  operation: Operation,
  more: Partial<CallRequest> = {},
  dialect: DialectId = '1.0',
): Call {
  return wire.call({ sessionId, purpose: 'operation', url, ...encoded(dialect, 'GRPC', operation), ...more })
}

async function recorded(exchangeId: string): Promise<readonly Entry[]> {
  record.flush()
  return (await record.read({ after: 0, filter: { exchangeId } })).entries
}

test('a unary call is recorded with its bytes, its JSON, its metadata and its status', async () => {
  let received: unknown
  const url = await serve(service, 'SendMessage', ({ stream, request, reply }) => {
    received = { request, version: stream.metadata.get('a2a-version') }
    stream.sendMetadata(Metadata.fromHttp2Headers({ 'x-agent': 'yes' }))
    reply({ task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } } })
    stream.end(Metadata.fromHttp2Headers({ 'x-trailer': 'bye' }))
  })
  const { done, exchangeId } = call(url, { kind: 'send', message })
  expect(await done).toMatchObject({
    kind: 'reply',
    decoded: { kind: 'result', result: { kind: 'update', update: { kind: 'task', task: { id: 't1' } } } },
  })
  expect(received).toEqual({
    request: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hello' }] } },
    version: ['1.0'],
  })
  const [request, response, frame, end] = await recorded(exchangeId)
  expect(request).toMatchObject({
    kind: 'request',
    method: 'POST',
    url: `http://${url}/${service}/SendMessage`,
    call: { binding: 'GRPC', label: 'SendMessage', dialect: '1.0' },
    decoded: { text: expect.stringContaining('"messageId":"m1"') },
  })
  expect(response).toMatchObject({
    kind: 'response',
    connection: { remoteAddress: '127.0.0.1', httpVersion: '2' },
  })
  expect(response?.kind === 'response' && response.headers).toContainEqual(['x-agent', 'yes'])
  expect(frame).toMatchObject({
    kind: 'frame',
    framing: 'grpc',
    raw: { sizeBytes: 14 },
    data: { text: expect.stringContaining('"t1"') },
  })
  expect(end).toMatchObject({
    kind: 'end',
    grpcStatus: { code: 0 },
    trailers: expect.arrayContaining([['x-trailer', 'bye']]),
  })
  expect(await record.count({ taskId: 't1' })).toBe(4)
})

test('a stream of the older package is delivered while it runs, and can be aborted', async () => {
  const gone = Promise.withResolvers<void>()
  const url = await serve('a2a.v1.A2AService', 'SendStreamingMessage', ({ stream, reply }) => {
    reply({ task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } })
    stream.on('cancelled', () => gone.resolve())
  })
  const stop = new AbortController()
  const { updates, done, exchangeId } = call(
    url,
    { kind: 'stream', message },
    { signal: stop.signal },
    '0.3-proto',
  )
  for await (const update of updates) {
    expect(update).toMatchObject({
      decoded: { kind: 'result', result: { kind: 'task', task: { id: 't1', status: { state: 'working' } } } },
    })
    stop.abort()
  }
  expect(await done).toMatchObject({ kind: 'failure', failure: { failure: 'aborted' }, items: 1 })
  await gone.promise
  expect((await recorded(exchangeId)).map((entry) => entry.kind)).toEqual([
    'request',
    'response',
    'frame',
    'failure',
  ])
})

test('a status with details is an error with its reason', async () => {
  const info = Buffer.concat([
    field(1, Buffer.from('TASK_NOT_FOUND')),
    field(2, Buffer.from('a2a-protocol.org')),
  ])
  const any = Buffer.concat([
    field(1, Buffer.from('type.googleapis.com/google.rpc.ErrorInfo')),
    field(2, info),
  ])
  const details = Buffer.concat([Buffer.from([8, 5]), field(2, Buffer.from('no such task')), field(3, any)])
  const url = await serve(service, 'GetTask', ({ stream }) => {
    const metadata = new Metadata()
    metadata.set('grpc-status-details-bin', details)
    stream.emit('error', { code: 5, details: 'no such task', metadata })
  })
  const { done, exchangeId } = call(url, { kind: 'get', taskId: 't' })
  expect(await done).toMatchObject({
    kind: 'reply',
    decoded: { kind: 'error', error: { code: -32001, message: 'no such task', reason: 'TASK_NOT_FOUND' } },
  })
  expect((await recorded(exchangeId)).at(-1)).toMatchObject({
    kind: 'end',
    grpcStatus: { code: 5, message: 'no such task' },
    trailers: expect.arrayContaining([['grpc-status-details-bin', details.toString('base64')]]),
  })
})

function field(number: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, value.length]), value])
}

test('TLS is spoken with a private authority, and refused without', async () => {
  const url = await serve(
    service,
    'GetTask',
    ({ stream, reply }) => {
      reply({ id: 't', status: { state: 'TASK_STATE_WORKING' } })
      stream.end()
    },
    true,
  )
  const get = { kind: 'get', taskId: 't' } as const
  const trusted = call(`https://${url}`, get, { profile: { caPem: testAuthorityPem } })
  expect(await trusted.done).toMatchObject({ kind: 'reply', decoded: { kind: 'result' } })
  expect((await recorded(trusted.exchangeId))[1]).toMatchObject({
    connection: { tls: { certificate: { subject: 'CN=server' } } },
  })
  expect(await call(`https://${url}`, get).done).toMatchObject({
    failure: { failure: 'tls', message: expect.stringMatching(/not signed by an authority/) },
  })
  expect(
    await call(`https://${url}`, get, { profile: { acceptInvalidCertificate: true } }).done,
  ).toMatchObject({ kind: 'reply' })
})

describe('what ends badly', () => {
  const get = { kind: 'get', taskId: 't' } as const

  test('nobody there', async () => {
    expect(await call('127.0.0.1:1', get).done).toMatchObject({
      failure: { failure: 'refused', message: expect.stringMatching(/refused the connection/) },
    })
  })

  test('a name nobody knows', async () => {
    expect(await call('http://agent.invalid:50051', get).done).toMatchObject({ failure: { failure: 'dns' } })
  })

  test('no address, no method, no sense', async () => {
    expect(await call('not an address', get).done).toMatchObject({ failure: { failure: 'address' } })
    const nonsense = {
      ...message,
      metadata: { x: 1 },
      parts: [{ kind: 'file-bytes' as const, base64: '***' }],
    }
    expect(await call('127.0.0.1:1', { kind: 'send', message: nonsense }).done).toMatchObject({
      failure: { failure: 'other', message: expect.stringMatching(/does not fit its protobuf message/) },
    })
  })

  test('silence', async () => {
    const called = Promise.withResolvers<void>()
    const url = await serve(service, 'GetTask', () => called.resolve())
    const { done } = call(url, get, { profile: { connectTimeoutMs: 1_000, firstByteTimeoutMs: 3_000 } })
    await called.promise
    clock.advance(1_000)
    await clock.untilTimer(2_000)
    clock.advance(2_000)
    expect(await done).toMatchObject({ failure: { failure: 'first-byte-timeout' } })
  })

  test('silence for less than a connection may take', async () => {
    const called = Promise.withResolvers<void>()
    const url = await serve(service, 'GetTask', () => called.resolve())
    const { done } = call(url, get, { profile: { firstByteTimeoutMs: 2_000 } })
    await called.promise
    clock.advance(2_000)
    expect(await done).toMatchObject({ failure: { failure: 'first-byte-timeout' } })
  })

  test('a server that never speaks HTTP/2', async () => {
    const mute = createServer()
    const port = await new Promise<number>((resolve) =>
      mute.listen(0, '127.0.0.1', () => resolve((mute.address() as { port: number }).port)),
    )
    toClose.push(() => mute.close())
    const { done } = call(`https://127.0.0.1:${port}`, get, { profile: { connectTimeoutMs: 1_000 } })
    await clock.untilTimer(1_000)
    clock.advance(1_000)
    expect(await done).toMatchObject({ failure: { failure: 'connect-timeout' } })
  })

  test('a message beyond the bound', async () => {
    const url = await serve(service, 'GetTask', ({ stream, reply }) => {
      reply({ id: 'x'.repeat(50_000), status: { state: 'TASK_STATE_WORKING' } })
      stream.end()
    })
    expect(await call(url, get, { profile: { maxFrameBytes: 10_000 } }).done).toMatchObject({
      failure: { failure: 'too-large' },
    })
  })

  test('bytes that are not the message', async () => {
    const url = await serve(service, 'GetTask', ({ stream }) => {
      stream.write(Buffer.from([0xff, 0xff, 0xff]))
      stream.end()
    })
    const { done, exchangeId } = call(url, get)
    expect(await done).toMatchObject({ kind: 'reply', decoded: { kind: 'unreadable' } })
    const entries = await recorded(exchangeId)
    expect(entries.map((entry) => entry.kind)).toEqual(['request', 'response', 'frame', 'note', 'end'])
    expect(entries[2]).toMatchObject({ raw: { base64: '////' } })
  })
})

test('secrets reach the file neither as text nor inside a message', async () => {
  const url = await serve(service, 'CreateTaskPushNotificationConfig', ({ stream, reply, request }) => {
    reply({ ...(request as object), token: 'their-planted-token' } as JsonValue)
    stream.end()
  })
  const config = { url: 'http://hook/', token: 'our-planted-token' }
  const { done } = call(
    url,
    { kind: 'push-create', taskId: 't', config },
    { credentials: [['Authorization', 'Bearer planted-bearer']] },
  )
  expect(await done).toMatchObject({ decoded: { result: { config: { token: 'their-planted-token' } } } })
  record.flush()
  const onDisk = readdirSync(dataDir)
    .map((name) => readFileSync(join(dataDir, name)).toString('latin1'))
    .join('')
  expect(onDisk).toContain('[secret:')
  expect(onDisk).not.toContain('planted')
})

test.each([
  ['localhost:50051', { authority: 'localhost:50051', secure: false }],
  ['agent.example:443', { authority: 'agent.example:443', secure: true }],
  ['agent.example', { authority: 'agent.example:443', secure: true }],
  ['http://agent.example:80/', { authority: 'agent.example:80', secure: false }],
  ['https://agent.example/path', { authority: 'agent.example:443', secure: true }],
  ['grpc://agent.example:9000', { authority: 'agent.example:9000', secure: false }],
  ['grpcs://agent.example:9000', { authority: 'agent.example:9000', secure: true }],
  ['dns:///agent.example:9000', { authority: 'agent.example:9000', secure: true }],
  ['http://[::1]:9000', { authority: '[::1]:9000', secure: false }],
  ['dns:agent.example:9000', { authority: 'agent.example:9000', secure: true }],
  ['ipv4:10.0.0.1:9000', { authority: '10.0.0.1:9000', secure: true }],
  ['ipv4:127.0.0.1', { authority: '127.0.0.1:80', secure: false }],
  ['ipv6:[::1]:9000', { authority: '[::1]:9000', secure: false }],
  ['https://unix:443', { authority: 'unix:443', secure: true }],
])('the target of %j', (url, target) => {
  expect(grpcTarget(url)).toEqual(target)
})

test.each([
  'unix:443',
  'unix:/run/agent.sock',
  'unix:///run/agent.sock',
  'unix:agent.sock',
  'unix-abstract:agent',
  'vsock:1:2',
  'vsock:80',
  'xds:///agent.example',
  'passthrough:///127.0.0.1:80',
  'dns://8.8.8.8/agent.example:443',
  'ipv4:agent.example:80',
  'ipv4:10.0.0.1:80,10.0.0.2:80',
  'ipv6:::1',
  'agent.example:99999',
  'agent.example:',
  'http://',
  'ftp://agent.example',
  '',
  'two words',
])('%j is no target', (url) => {
  expect(grpcTarget(url)).toBeUndefined()
})

test.skipIf(process.platform === 'win32')(
  'a socket of this machine is not connected to by an agent’s word',
  async () => {
    const path = join(dataDir, 'service.sock')
    let connections = 0
    const local = createServer(() => {
      connections += 1
    })
    await new Promise<void>((resolve) => local.listen(path, resolve))
    toClose.push(() => local.close())
    // grpc-js takes `unix:443` for a path relative to the working directory.
    const relative = createServer(() => {
      connections += 1
    })
    const before = process.cwd()
    process.chdir(dataDir)
    toClose.push(() => process.chdir(before))
    await new Promise<void>((resolve) => relative.listen('443', resolve))
    toClose.push(() => relative.close())
    for (const url of [`unix:${path}`, `unix://${path}`, 'unix:443', 'unix-abstract:x', 'vsock:1:2']) {
      expect(await call(url, { kind: 'get', taskId: 't' }).done, url).toMatchObject({
        kind: 'failure',
        failure: { failure: 'address', message: expect.stringContaining('names a socket of this machine') },
      })
    }
    expect(await call('http://unix:443', { kind: 'get', taskId: 't' }).done).toMatchObject({
      kind: 'failure',
    })
    expect(connections).toBe(0)
  },
)

test('a client certificate is shown to those alone who may see it', async () => {
  const answer = ({ stream, reply }: Visit) => {
    reply({ task: { id: 't1', status: { state: 'TASK_STATE_COMPLETED' } } })
    stream.end()
  }
  const url = `https://${await serve(service, 'SendMessage', answer, 'asking')}`
  const kindFor = async (origin: string) => {
    const certificate = { ...clientCertificate, origins: [origin] }
    const profile = { caPem: testAuthorityPem, clientCertificate: certificate }
    return (await call(url, { kind: 'send', message }, { profile }).done).kind
  }
  expect([await kindFor(url), await kindFor('https://elsewhere.example')]).toEqual(['reply', 'failure'])
})

describe('a proxy', () => {
  const finished = { task: { id: 't1', status: { state: 'TASK_STATE_COMPLETED' } } }

  test.each([
    ['a plain agent', false],
    ['a secured agent', true],
  ])('tunnels to %s, and its password stays out of the record', async (_name, secure) => {
    const proxy = await openProxy()
    toClose.push(() => void proxy.close())
    const host = await serve(
      service,
      'SendMessage',
      ({ stream, reply }) => {
        reply(finished)
        stream.end()
      },
      secure,
    )
    const { proxyUrl, authorization } = proxy
    const url = secure ? `https://${host}` : host
    const profile = { proxyUrl, ...(secure && { caPem: testAuthorityPem }) }
    const { done, exchangeId } = call(url, { kind: 'send', message }, { profile })
    expect(await done).toMatchObject({ kind: 'reply', decoded: { kind: 'result' } })
    expect(proxy.seen).toEqual([`CONNECT ${host} ${authorization}`])
    expect(JSON.stringify(await recorded(exchangeId))).not.toMatch(/proxy-password|dXNlcjpw/)
  })

  test.each([
    ['refuses the tunnel', async () => openProxy({ refuses: true })],
    ['wants TLS for itself', async () => ({ proxyUrl: 'https://127.0.0.1:9', close: async () => undefined })],
    ['is not there', async () => ({ proxyUrl: 'http://127.0.0.1:9', close: async () => undefined })],
  ])('that %s is a failure with a sentence', async (_name, open) => {
    const proxy = await open()
    toClose.push(() => void proxy.close())
    const { done } = call('127.0.0.1:9', { kind: 'send', message }, { profile: { proxyUrl: proxy.proxyUrl } })
    expect(await done).toMatchObject({
      kind: 'failure',
      failure: {
        failure: 'address',
        message: expect.stringContaining(`proxy ${new URL(proxy.proxyUrl).host}`),
      },
    })
  })
})
