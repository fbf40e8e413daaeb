// Makes each guarded listener of the engine and of serve throw on its first run, in its real environment. The affected
// operation ends, with a message where something waits for it; the next one works. For listeners of the desktop front see
// specs/guarded.spec.ts.

import { randomBytes } from 'node:crypto'
import { type Channel, channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type IncomingHttpHeaders,
} from 'node:http2'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client, credentials, status } from '@grpc/grpc-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openRedirectServer } from '#engine/access/sign-in/redirect-server.ts'
import { createCodingAgents } from '#engine/coding-agents.ts'
import { createSharedRuns } from '#engine/discovery/discovery.ts'
import { systemClock } from '#engine/platform/clock.ts'
import { type InternalError, onInternalError } from '#engine/platform/guarded.ts'
import { createOwnPorts, listen } from '#engine/platform/net.ts'
import { type HookReply, type HookServer, openHookServer } from '#engine/receiver/hook-server.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { openRecord, type SessionRecord } from '#engine/store/record.ts'
import { Spool } from '#engine/tap/forward/spool.ts'
import { createForwarding } from '#engine/tap/forwarding.ts'
import { defaultProfile } from '#engine/wire/profile.ts'
import { createWire, type RawRequest, type Wire } from '#engine/wire/wire.ts'
import type { TapFault } from '#shared/contract/taps.ts'
import type { Entry } from '#shared/record/entry.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { rawPost, rawRequest } from '#testing/engine/raw-request.ts'
import { testBrowser, tokenOf } from '#testing/serve/browser.ts'
import { openAttachDoor } from '../../electron/serve/attach-door.ts'
import { attachFileIn, attachTo } from '../../electron/serve/attach-proof.ts'
import { launch } from '../../electron/serve/browser.ts'
import { openPairedBrowsers } from '../../electron/serve/paired-browsers.ts'
import { openServeFront, type ServeFront } from '../../electron/serve/server.ts'
import { agent } from '../agents/agent.ts'
import { brokenAgent } from '../agents/broken/broken-agent.ts'
import { testAuthorityPem } from '../agents/broken/certificates.ts'
import { type BrokenGrpcName, brokenGrpcAgent } from '../agents/broken/grpc.ts'
import { redirectToOtherOrigin } from '../agents/broken/heads.ts'
import { encode } from '../agents/protobuf/codec.ts'
import { lfA2aV1 } from '../agents/protobuf/lf-a2a-v1.ts'
import { openProxy } from '../agents/proxy.ts'
import { message10 } from '../agents/wire-client.ts'
import { attack } from './raw-http.ts'

const root = join(import.meta.dirname, '..', '..')
const fault = new Error('planted')
const breakNow = () => {
  throw fault
}
const runs: Channel = channel('parley:listener')
const internalErrors: InternalError[] = []
const toClose: (() => unknown)[] = []
const thrown = new Set<string>()
const stopListening = onInternalError((error) => internalErrors.push(error))

afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
  internalErrors.length = 0
})
afterAll(() => stopListening())

/** Makes the next run of this listener throw; resolves when it did. */
function plant(where: string): Promise<void> {
  const planted = Promise.withResolvers<void>()
  let isDone = false
  const throwOnce = (message: unknown) => {
    const run = message as { where: string; fault?: unknown }
    if (run.where !== where || isDone) return
    isDone = true
    thrown.add(where)
    run.fault = fault
    planted.resolve()
  }
  runs.subscribe(throwOnce)
  toClose.push(() => runs.unsubscribe(throwOnce))
  return planted.promise
}

const wireCases = {
  'HTTP request start': ['plain', 'end'],
  'HTTP request': ['plain', 'failure'],
  'HTTP first byte': ['plain', 'failure'],
  'HTTP response head': ['plain', 'failure'],
  'HTTP response bytes': ['plain', 'failure'],
  'HTTP response body': ['plain', 'failure'],
  'HTTP response over': ['plain', 'failure'],
  'work queue': ['plain', 'end'],
  'HTTP response end': ['plain', 'failure'],
  connection: ['plain', 'failure'],
  'connection given up': ['refused', 'failure'],
  'name lookup': ['by name', 'failure'],
  redirect: ['redirecting', 'failure'],
  'redirect question': ['redirecting elsewhere', 'failure'],
  'unpacked bytes': ['packed', 'failure'],
  'unpacking continues': ['packed', 'failure'],
  'unpacking end': ['packed', 'failure'],
  'unpacking error': ['not-gzip', 'failure'],
  'connection error': ['refused', 'failure'],
  'connect timeout': ['silent-in-handshake', 'failure'],
  'TLS handshake': ['unknown-authority', 'failure'],
  'HTTP error': ['closes-without-answer', 'failure'],
  'HTTP timeout': ['silent-before-head', 'failure'],
  abort: ['aborted', 'failure'],
  'proxy answer': ['proxied', 'failure'],
  'proxy close': ['proxy that hangs up', 'failure'],
} as const satisfies Record<string, readonly [place: string, last: 'end' | 'failure']>

const grpcCases = {
  'gRPC metadata': 'unknown-flag',
  'gRPC message': 'unknown-flag',
  'gRPC status': 'unknown-flag',
  'gRPC error': 'message-not-percent-encoded',
  'gRPC timeout': 'silent',
  'gRPC abort': 'silent',
} as const satisfies Record<string, BrokenGrpcName | 'silent'>

describe('the wire', () => {
  let dataDir: string
  let record: SessionRecord
  let wire: Wire
  let sessionId: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-throws-'))
    record = openRecord({ dataDir })
    wire = createWire({ record })
    sessionId = record.createSession('throws').sessionId
    toClose.push(() => {
      wire.close()
      record.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
  })

  /** Time-outs are short only where they are the subject; elsewhere a busy machine would count as a silent agent. */
  const trusting = { caPem: testAuthorityPem }

  async function visit(url: string, more: Partial<RawRequest> = {}): Promise<readonly Entry[]> {
    const body = '{"jsonrpc":"2.0","id":1,"method":"x"}'
    const call = wire.request({
      sessionId,
      purpose: 'raw',
      method: 'POST',
      url,
      body,
      profile: trusting,
      ...more,
    })
    await call.done
    return recorded(call.exchangeId)
  }
  async function recorded(exchangeId: string): Promise<readonly Entry[]> {
    record.flush()
    return (await record.read({ after: 0, limit: 1_000, filter: { exchangeId } })).entries
  }
  function expectOneEnd(entries: readonly Entry[], last: string): void {
    const ends = entries.filter(({ kind }) => kind === 'end' || kind === 'failure')
    expect(ends.map(({ kind }) => kind)).toEqual([last])
  }

  test.each(Object.entries(wireCases))('%s', async (where, [place, last]) => {
    const [url, more] = await placeNamed(place)
    const planted = plant(where)
    expectOneEnd(await visit(url, more), last)
    await planted
    expect(internalErrors).toContainEqual({ where, error: fault })
    expectOneEnd(await visit(await soundAgent()), 'end')
  })

  test.each(Object.entries(grpcCases))('%s', async (where, name) => {
    const url = name === 'silent' ? await silentServer() : await kept(brokenGrpcAgent(name))
    const planted = plant(where)
    const stop = new AbortController()
    const call = wire.call({
      sessionId,
      purpose: 'operation',
      url,
      ...encoded('1.0', 'GRPC', { kind: 'get', taskId: 't1' }),
      ...(where === 'gRPC timeout' && { profile: { firstByteTimeoutMs: 600 } }),
      signal: stop.signal,
    })
    if (where === 'gRPC abort') stop.abort()
    await call.done
    await planted
    expect(internalErrors).toContainEqual({ where, error: fault })
    expectOneEnd(await recorded(call.exchangeId), where === 'gRPC error' ? 'end' : 'failure')
  })

  describe.each(['JSONRPC', 'GRPC'] as const)(
    'a record that refuses an entry of a call over %s',
    (binding) => {
      test.each([1, 2, 3, 4, 5])(
        'entry %i: the call ends all the same, and the next one works',
        async (nth) => {
          const url = await (binding === 'GRPC' ? kept(brokenGrpcAgent('unknown-flag')) : soundAgent())
          let left = nth
          const append: SessionRecord['append'] = (...entry) => {
            left -= 1
            if (left === 0) throw fault
            return record.append(...entry)
          }
          const refusing = createWire({ record: { ...record, append } })
          const stream = () =>
            refusing.call({
              sessionId,
              purpose: 'operation',
              url,
              ...encoded('1.0', binding, {
                kind: 'stream',
                message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
              }),
            }).done
          const [first] = await Promise.allSettled([stream()])
          expect(first).toBeDefined()
          expect(await stream()).toMatchObject({ kind: 'stream' })
          refusing.close()
        },
      )
    },
  )

  test.each([
    ['a header name that gRPC takes for none', { headers: [['x!key', 'value']] as const }],
    ['a proxy that is no address', { profile: { proxyUrl: 'http://localhost:99999' } }],
  ])('a call over gRPC with %s fails in words', async (_what, more) => {
    const url = await kept(brokenGrpcAgent('unknown-flag'))
    const call = wire.call({
      sessionId,
      purpose: 'operation',
      url,
      ...encoded('1.0', 'GRPC', { kind: 'get', taskId: 't1' }),
      ...more,
    })
    const updates: unknown[] = []
    for await (const update of call.updates) updates.push(update)
    expect(await call.done).toMatchObject({
      kind: 'failure',
      failure: { message: /couldn’t be sent over gRPC/ },
    })
    expectOneEnd(await recorded(call.exchangeId), 'failure')
    expect([updates, internalErrors]).toEqual([[], []])
  })

  test.each(['http://localhost:99999', 'http://u%zz:p@localhost:1'])(
    'a proxy %s fails in words',
    async (proxyUrl) => {
      const entries = await visit(await soundAgent(), { profile: { proxyUrl } })
      expect(entries.map(({ kind }) => kind)).toEqual(['request', 'failure'])
      expect(entries.at(-1)).toMatchObject({ failure: 'address', message: /isn’t a usable address/ })
      expect(internalErrors).toEqual([])
    },
  )

  test.each(['abort', 'HTTP response head', 'HTTP response body'])(
    '%s: nothing of the agent is taken in afterwards',
    async (where) => {
      const closed = Promise.withResolvers<void>()
      const server = createHttpServer((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        const sending = setInterval(() => response.write('data: {}\n\n'), 5)
        response.on('close', () => {
          clearInterval(sending)
          closed.resolve()
        })
      })
      await listen(server, { port: 0, host: '127.0.0.1' })
      toClose.push(() => server.close())
      const url = `http://127.0.0.1:${(server.address() as { readonly port: number }).port}/`
      const stop = new AbortController()
      const planted = plant(where)
      const visiting = visit(url, { signal: stop.signal, profile: trusting })
      if (where === 'abort') setTimeout(() => stop.abort(), 50)
      await planted
      expectOneEnd(await visiting, 'failure')
      await closed.promise
      const exchangeId = (await visiting)[0]?.exchangeId ?? ''
      expect((await recorded(exchangeId)).at(-1)?.kind).toBe('failure')
    },
  )

  test.each([
    ['that cannot be written', { decoded: 1n }],
    ['that is none', undefined],
  ])('an entry %s is counted as dropped, and the others are kept', async (_what, poison) => {
    const note = (text: string) =>
      record.append({ kind: 'note', sessionId, exchangeId: 'x', at: 1, monoMs: 1, text })
    note('one')
    if (poison === undefined) Object.defineProperty(note('poison'), 'kind', { get: () => breakNow() })
    else Object.assign(note('poison'), poison)
    note('two')
    record.flush()
    const { entries } = await record.read({ after: 0, limit: 10 })
    expect(entries.map((entry) => entry.kind === 'note' && entry.text)).toEqual(['one', 'two'])
    expect(record.status()).toMatchObject({ keeping: 'disk', droppedEntries: 1 })
    expect(internalErrors.map(({ where }) => where)).toEqual(['record entry'])
    note('three')
    record.flush()
    expect((await record.read({ after: 0, limit: 10 })).entries).toHaveLength(3)
  })

  test('record flush', async () => {
    const planted = plant('record flush')
    const entry = { kind: 'note', sessionId, exchangeId: 'x', at: 1, monoMs: 1, text: 'kept' } as const
    record.append(entry)
    await planted
    const { entries } = await record.read({ after: 0, limit: 10, waitMs: 5_000 })
    expect(entries).toMatchObject([entry])
  })

  test('record reader woken', async () => {
    const planted = plant('record reader woken')
    const read = record.read({ after: 0, limit: 10, waitMs: 60_000 })
    record.append({ kind: 'note', sessionId, exchangeId: 'x', at: 1, monoMs: 1, text: 'news' })
    await planted
    expect((await read).entries).toHaveLength(1)
  })

  test('record indexing: the next read starts it again', async () => {
    const planted = plant('record indexing')
    record.append({ kind: 'note', sessionId, exchangeId: 'x', at: 1, monoMs: 1, text: 'a needle' })
    await planted
    const again = plant('record indexing')
    await record.read({ after: 0, limit: 1 })
    await again
    expect((await record.search('needle', 0, 1)).total).toBe(1)
    expect(record.status()).toMatchObject({ keeping: 'disk', droppedEntries: 0 })
  })

  async function placeNamed(place: string): Promise<readonly [url: string, more?: Partial<RawRequest>]> {
    switch (place) {
      case 'plain':
        return [await soundAgent()]
      case 'by name':
        return [(await soundAgent()).replace('127.0.0.1', 'localhost')]
      case 'packed':
        return [await packedAgent()]
      case 'redirecting':
        return [await kept(brokenAgent('redirect-loop'))]
      case 'redirecting elsewhere':
        return [await kept(redirectToOtherOrigin())]
      case 'aborted': {
        const stop = new AbortController()
        setTimeout(() => stop.abort(), 50)
        return [await kept(brokenAgent('silent-before-head')), { signal: stop.signal }]
      }
      case 'silent-in-handshake':
        return [await kept(brokenAgent(place)), { profile: { connectTimeoutMs: 300 } }]
      case 'silent-before-head':
        return [await kept(brokenAgent(place)), { profile: { firstByteTimeoutMs: 300 } }]
      case 'proxied': {
        const proxy = await openProxy()
        toClose.push(proxy.close)
        const profile = { ...trusting, proxyUrl: proxy.proxyUrl }
        return [await kept(brokenAgent('unknown-authority')), { profile }]
      }
      case 'proxy that hangs up': {
        const proxy = await kept(brokenAgent('closes-without-answer'))
        return ['https://127.0.0.1:1/', { profile: { ...trusting, proxyUrl: proxy } }]
      }
      default:
        return [await kept(brokenAgent(place as Parameters<typeof brokenAgent>[0]))]
    }
  }
})

describe('the webhook receiver', () => {
  let server: HookServer
  let answer: HookReply
  beforeEach(() => {
    answer = { kind: 'answer', status: 200, headers: [['Content-Length', '0']] }
  })
  const open = async () => {
    server = await openHookServer({
      host: '127.0.0.1',
      port: 0,
      clock: systemClock,
      limits: { headMs: 100 },
      serves: () => true,
      onCall: () => answer,
      onNoise: () => undefined,
    })
    toClose.push(() => server.close())
    return `http://127.0.0.1:${server.port}/`
  }
  const isUp = async () => expect((await rawPost(`http://127.0.0.1:${server.port}/`, '{}')).status).toBe(200)

  test.each([
    ['webhook call', 500],
    ['webhook body', 200],
    ['webhook body end', 200],
  ])('%s', async (where, status) => {
    const url = await open()
    const planted = plant(where)
    expect((await rawPost(url, '{}')).status).toBe(status)
    await planted
    await isUp()
  })

  test.each(['webhook body error', 'webhook body close'])('%s', async (where) => {
    await open()
    const planted = plant(where)
    await rawRequest(server.port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx', {
      hangUp: true,
    })
    await planted
    await isUp()
  })

  test('webhook client error', async () => {
    await open()
    const planted = plant('webhook client error')
    await attack(server.port, 'no HTTP\r\n\r\n', 'politely')
    await planted
    await isUp()
  })

  test.each(['bounded connection', 'bounded request'])('%s', async (where) => {
    const url = await open()
    const planted = plant(where)
    await expect(rawPost(url, '{}')).rejects.toThrow()
    await planted
    await isUp()
  })

  test('slow connections', async () => {
    await open()
    const planted = plant('slow connections')
    // Dropped by the next check, half a second later.
    expect(await rawRequest(server.port, 'POST / HTTP/1.1\r\n')).toMatch(/^HTTP\/1.1 408 /)
    await planted
    await isUp()
  })

  test.each(['webhook delayed answer', 'webhook sender gone'])('%s', async (where) => {
    const url = await open()
    answer = { kind: 'answer', status: 200, headers: [['Content-Length', '0']], delayMs: 20 }
    const planted = plant(where)
    if (where === 'webhook delayed answer') await rawPost(url, '{}').catch(() => undefined)
    else {
      const late = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
      answer = { ...answer, delayMs: 60_000 }
      const socket = connect(server.port, '127.0.0.1', () => socket.write(late))
      socket.on('error', () => undefined)
      setTimeout(() => socket.destroy(), 50)
    }
    await planted
    answer = { kind: 'answer', status: 200, headers: [['Content-Length', '0']] }
    await isUp()
  })
})

describe('taps', () => {
  let window: TestWindow
  let address: string
  let port: number
  let breaksOff: boolean
  beforeEach(async () => {
    breaksOff = false
    const server = createHttpServer((request, response) => {
      request.resume()
      if (request.method === 'GET') response.writeHead(404).end()
      else if (request.url === '/large') response.end(Buffer.alloc(16 * 1024 * 1024))
      else if (request.url === '/reset') response.write('half', () => request.socket.resetAndDestroy())
      else if (!breaksOff) response.end('well')
      else response.writeHead(200).write('half', () => response.destroy())
    })
    await listen(server, { port: 0, host: '127.0.0.1' })
    toClose.push(() => server.closeAllConnections())
    toClose.push(() => server.close())
    // In the same thread, since another one would not receive the plan.
    window = await openWindow()
    toClose.push(() => window.close())
    const agentId = await window.idOf(
      `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`,
    )
    address = (await window.client.taps.start({ agentId })).address
    port = Number(new URL(address).port)
  })
  const isUp = async () => expect(await rawPost(address, '{}')).toEqual({ status: 200, body: 'well' })
  const head = (more: string) => `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n${more}\r\n`

  test.each([
    'tap call',
    'tap caller body',
    'tap caller end',
    'tap agent connected',
    'tap agent bytes',
    'tap order',
    'tap report',
    'tap batch',
    'tap passing',
  ])('%s', async (where) => {
    const planted = plant(where)
    const answer = await rawPost(address, '{}').catch(() => undefined)
    expect([undefined, 502, 200]).toContain(answer?.status)
    await planted
    await isUp()
  })

  test('tap call that waits', async () => {
    const planted = plant('tap call that waits')
    const answer = rawRequest(port, head('Expect: 100-continue\r\nConnection: close\r\n'))
    await planted
    expect(await answer).toMatch(/^$|^HTTP\/1.1 502 /)
    await isUp()
  })

  test('tap agent gone', async () => {
    breaksOff = true
    const planted = plant('tap agent gone')
    await expect(rawPost(address, '{}')).rejects.toThrow()
    await planted
    breaksOff = false
    await isUp()
  })

  test('tap agent error', async () => {
    const planted = plant('tap agent error')
    await expect(rawPost(`${address}/reset`, '{}')).rejects.toThrow()
    await planted
    await isUp()
  })

  test('tap agent idle', async () => {
    const planted = plant('tap agent idle')
    await isUp()
    await planted
    await isUp()
  })

  test('tap caller drained', async () => {
    const planted = plant('tap caller drained')
    const request = 'POST /large HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n'
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('error', () => undefined)
    toClose.push(() => socket.destroy())
    // Slower than the agent sends, so that the tap has to wait for it.
    const reading = setInterval(() => socket.read(16 * 1024), 1)
    toClose.push(() => clearInterval(reading))
    await planted
    await isUp()
  })

  test.each(['tap agent drained', 'tap fault drained'])('%s', async (where) => {
    const [tap] = await window.client.taps.list()
    const faults = [{ route: '*', kind: 'jitter', value: 1 } as const]
    if (where === 'tap fault drained') await window.client.taps.setFaults({ id: tap?.id ?? '', faults })
    const planted = plant(where)
    await rawPost(`${address}/large`, 'x'.repeat(16 * 1024 * 1024)).catch(() => undefined)
    await planted
    await isUp()
  })

  const tunnels = ['tap tunnel', 'tap tunnel open', 'tap tunnel bytes', 'tap tunnel end', 'tap tunnel gone']
  test.each([...tunnels, 'tap tunnel error', 'tap tunnel refused', 'tap tunnel drained'])(
    '%s',
    async (where) => {
      const proxy = await window.client.taps.startProxy({})
      const agent = new URL((await window.client.agents.list())[0]?.address ?? '').host
      const gone = createServer()
      await listen(gone, { port: 0, host: '127.0.0.1' })
      const nobody = `127.0.0.1:${(gone.address() as { readonly port: number }).port}`
      gone.close()
      const tunnel = (to: string, path = '/', body = '{}') =>
        rawRequest(
          proxy.port,
          `CONNECT ${to} HTTP/1.1\r\nHost: x\r\n\r\nPOST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        )
      const planted = plant(where)
      const isLarge = where === 'tap tunnel drained'
      const act = () => {
        if (where === 'tap tunnel refused') return tunnel(nobody)
        if (where === 'tap tunnel error') return tunnel(agent, '/reset')
        return tunnel(agent, isLarge ? '/large' : '/', isLarge ? 'x'.repeat(16 * 1024 * 1024) : '{}')
      }
      await Promise.race([planted, repeatedly(act)])
      expect(await tunnel(agent)).toMatch(/200 Connection Established.*well/s)
      await isUp()
    },
  )

  test('tap spool', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-spool-'))
    toClose.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const ready = Promise.withResolvers<void>()
    const spool = new Spool({ path: join(dataDir, 'spool'), onReady: ready.resolve, memoryBytes: 100 })
    const planted = plant('tap spool')
    for (let pass = 0; pass < 3; pass++) {
      const events = [{ tap: 1, pass, kind: 'note', text: '', atMs: 0 } as const]
      spool.push({ events, bytes: new Uint8Array(1_000) })
    }
    await planted
    await ready.promise
    const observed: unknown[] = []
    await expect
      .poll(() => {
        const events = spool.shift()?.events ?? []
        for (const event of events) observed.push('pass' in event && event.pass)
        return observed
      })
      .toEqual([0, 1, 2])
    await spool.close()
  })

  test.each(['tap thread', 'tap thread gone'])('%s', async (where) => {
    const program = join(window.dataDir, 'no-such-program.js')
    const forwarding = createForwarding({
      clock: systemClock,
      dataDir: window.dataDir,
      program,
      ownPorts: createOwnPorts(),
    })
    const planted = plant(where)
    const taking = { take: () => undefined, onGone: () => undefined }
    const plan = {
      isProxy: false,
      port: 0,
      host: '127.0.0.1',
      profile: defaultProfile,
      cardUrl: '',
      urls: [],
      spoken: [],
      grpc: [],
      faults: [],
      keepsSigned: false,
      replacesWebhooks: false,
      replacedWebhooks: [],
    }
    await expect(forwarding.open(plan, taking)).rejects.toThrow('couldn’t be started')
    await planted
    await forwarding.close()
    await isUp()
  })

  const naming = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'message/send' },
    params: {
      message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
      configuration: { pushNotificationConfig: { url: 'http://127.0.0.1:9/hook' } },
    },
  })
  test.each(['tap held body', 'tap held body end', 'tap webhooks save', 'tap webhook secret'])(
    '%s',
    async (where) => {
      const [{ id = '' } = {}] = await window.client.taps.list()
      await window.client.taps.setWebhooks({ id, webhooks: true })
      const planted = plant(where)
      await rawPost(address, naming).catch(() => undefined)
      await planted
      expect(await rawPost(address, naming)).toEqual({ status: 200, body: 'well' })
    },
  )

  test('tap webhook forgotten', async () => {
    const [{ id = '', agentId = '' } = {}] = await window.client.taps.list()
    await window.client.taps.setWebhooks({ id, webhooks: true })
    await rawPost(address, naming)
    await window.engine.taps.recorded()
    const planted = plant('tap webhook forgotten')
    await window.client.taps.remove({ id })
    await planted
    address = (await window.client.taps.start({ agentId })).address
    await isUp()
  })

  test('tap caller gone', async () => {
    const planted = plant('tap caller gone')
    await rawRequest(port, `${head('')}{`, { hangUp: true })
    await planted
    await isUp()
  })

  test('tap client error', async () => {
    const planted = plant('tap client error')
    await attack(port, 'no HTTP\r\n\r\n', 'politely')
    await planted
    await isUp()
  })
})

describe('the receiver of spans', () => {
  let window: TestWindow
  let url = ''
  let grpcUrl = ''
  beforeAll(async () => {
    window = await openWindow()
    const { listening } = await window.client.spanReceiver.start({ port: 0, grpcPort: 0 })
    url = `${listening?.http}/v1/traces`
    grpcUrl = listening?.grpc.replace('http://', '') ?? ''
  })
  afterAll(() => window.close())

  const send = () =>
    fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
  const isUp = async () => expect((await send()).status).toBe(200)
  const sendGrpc = () =>
    new Promise<number | undefined>((resolve) => {
      const client = new Client(grpcUrl, credentials.createInsecure())
      const same = (bytes: Buffer) => bytes
      const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
      client.makeUnaryRequest(path, same, same, Buffer.alloc(0), (error) => {
        client.close()
        resolve(error?.code)
      })
    })

  test('spans request', async () => {
    const planted = plant('spans request')
    expect((await send()).status).toBe(503)
    await planted
    await isUp()
  })

  test('spans answered', async () => {
    const planted = plant('spans answered')
    const half = `POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf`
    await attack(Number(new URL(url).port), half, 'politely')
    await planted
    await isUp()
  })

  test('spans client error', async () => {
    const planted = plant('spans client error')
    await attack(Number(new URL(url).port), 'no HTTP\r\n\r\n', 'politely')
    await planted
    await isUp()
  })

  test('span counts', async () => {
    const planted = plant('span counts')
    await isUp()
    await planted
    await isUp()
  })

  test('spans gRPC call', async () => {
    const planted = plant('spans gRPC call')
    expect(await sendGrpc()).toBe(status.UNAVAILABLE)
    await planted
    expect(await sendGrpc()).toBeUndefined()
  })
})

describe('taps over gRPC', () => {
  const path = '/lf.a2a.v1.A2AService/SendStreamingMessage'
  const message = encode(lfA2aV1, 'SendMessageRequest', message10('hi'))
  const bytes = Buffer.concat([Buffer.from([0, 0, 0, 0, message.byteLength]), message])
  /** Its answer is more than a connection buffers at once. */
  const longWinded = async () => {
    const server = createHttp2Server()
    server.on('stream', (stream) => {
      stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      const message = Buffer.alloc(4 * 1024 * 1024)
      message.writeUInt32BE(message.byteLength - 5, 1)
      stream.end(message)
    })
    await listen(server, { port: 0, host: '127.0.0.1' })
    toClose.push(() => server.close())
    return `127.0.0.1:${(server.address() as { readonly port: number }).port}`
  }
  const urlOf = (name: BrokenGrpcName | 'sound' | 'long-winded') => {
    if (name === 'sound') return undefined
    return name === 'long-winded' ? longWinded() : kept(brokenGrpcAgent(name))
  }
  const tapOf = async (name: BrokenGrpcName | 'sound' | 'long-winded', faults: TapFault[] = []) => {
    const window = await openWindow()
    toClose.push(() => window.close())
    const url = await urlOf(name)
    const supportedInterfaces = [{ url: url ?? '', protocolBinding: 'GRPC', protocolVersion: '1.0' }]
    const address = await kept(agent({ dialect: '1.0-grpc', ...(url && { card: { supportedInterfaces } }) }))
    const tap = await window.client.taps.start({ agentId: await window.idOf(address) })
    await window.client.taps.setFaults({ id: tap.id, faults })
    return Number(new URL(tap.address).port)
  }
  /** How it ended; a call that does not end times the test out. */
  const call = async (port: number) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => undefined)
    const left = new Promise((resolve) => session.once('close', resolve))
    const head = {
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      'a2a-version': '1.0',
    }
    const stream = session.request(head).on('error', () => undefined)
    const ended = new Promise<string | undefined>((resolve) => {
      let status: string | undefined
      const read = (headers: IncomingHttpHeaders) => {
        status = String(headers['grpc-status'] ?? status)
      }
      stream.on('response', read).on('trailers', read)
      stream.on('close', () => resolve(status))
    })
    stream.resume().end(bytes)
    const status = await ended
    session.destroy()
    await left
    return status
  }

  test.each([
    ...['tap connection', 'tap connection end', 'tap first bytes', 'tap session end'],
    ...['tap stream', 'tap stream body', 'tap stream whole', 'tap stream head', 'tap stream answer'],
    ...['tap stream agent trailers', 'tap stream end', 'tap stream trailers', 'tap stream gone'],
    ...['tap stream closed', 'tap agent session end'],
  ])('%s', async (where) => {
    const port = await tapOf('sound')
    const usual = await call(port)
    expect(usual).toMatch(/^\d+$/)
    const planted = plant(where)
    await call(port)
    await planted
    expect(await call(port)).toBe(usual)
  })

  test.each([
    ['tap stream break', 'reset-before-head'],
    ['tap agent goes away', 'goes-away'],
    ['tap agent session error', 'goes-away'],
  ] as const)('%s', async (where, name) => {
    const port = await tapOf(name)
    const planted = plant(where)
    await call(port)
    await planted
    await call(port)
  })

  test('tap stream drained', async () => {
    const port = await tapOf('long-winded', [{ route: '*', kind: 'delay', value: 200 }])
    const planted = plant('tap stream drained')
    await call(port)
    await planted
    expect(await call(port)).toBe('0')
  })

  test.each(['tap stream cut', 'tap stream error'])('%s', async (where) => {
    const port = await tapOf('sound', [{ route: '*', kind: 'cut', value: 1 }])
    const planted = plant(where)
    await call(port)
    await planted
    await call(port)
  })

  test('tap session error', async () => {
    const port = await tapOf('sound')
    const planted = plant('tap session error')
    await attack(port, `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'x'.repeat(100)}`, 'politely')
    await planted
    expect(await call(port)).toMatch(/^\d+$/)
  })

  test('tap connection error', async () => {
    const port = await tapOf('sound')
    const planted = plant('tap connection error')
    await Promise.race([planted, repeatedly(() => attack(port, 'P', 'with-reset'))])
    expect(await call(port)).toMatch(/^\d+$/)
  })
})

describe('mock agents', () => {
  let window: TestWindow
  let address: string
  beforeAll(async () => {
    window = await openWindow()
    const kit = await agent({ dialect: '1.0-grpc' })
    await window.connect(kit.url)
    const agentId = await window.idOf(kit.url)
    await window.client.conversation.send({ agentId, text: 'hi', stream: true })
    const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
    address = (await window.client.mockAgents.start({ sessionId, agentId, pace: 'at-once' })).address
    await kit.close()
  })
  afterAll(() => window.close())

  const card = () => fetch(new URL('/.well-known/agent-card.json', address))

  test.each(['mock request', 'mock caller gone'])('%s', async (where) => {
    const planted = plant(where)
    await card().catch(() => undefined)
    await planted
    expect((await card()).status).toBe(200)
  })

  const grpcUrl = async (): Promise<string> => {
    const { supportedInterfaces = [] } = (await (await card()).json()) as {
      readonly supportedInterfaces?: readonly { readonly url: string; readonly protocolBinding: string }[]
    }
    return supportedInterfaces.find(({ protocolBinding }) => protocolBinding === 'GRPC')?.url ?? ''
  }

  test('gRPC port connection', async () => {
    const [, port] = /:(\d+)$/.exec(await grpcUrl()) ?? []
    const planted = plant('gRPC port connection')
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    await planted
    await once(socket.resume(), 'close')
    expect((await card()).status).toBe(200)
  })

  test('gRPC port connection end', async () => {
    const [, port] = /:(\d+)$/.exec(await grpcUrl()) ?? []
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'data')
    const planted = plant('gRPC port connection end')
    socket.destroy()
    await planted
    expect((await card()).status).toBe(200)
  })

  test('mock gRPC call', async () => {
    const url = await grpcUrl()
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-throws-'))
    const record = openRecord({ dataDir })
    const wire = createWire({ record })
    toClose.push(() => {
      wire.close()
      record.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const planted = plant('mock gRPC call')
    const { sessionId } = record.createSession('caller')
    const call = wire.call({
      sessionId,
      purpose: 'operation',
      url,
      ...encoded('1.0', 'GRPC', { kind: 'get', taskId: 't1' }),
    })
    expect(await call.done).toMatchObject({
      decoded: { kind: 'error', error: { message: 'Internal error in the mock agent.' } },
    })
    await planted
    expect((await card()).status).toBe(200)
  })
})

test('webhook answered', async () => {
  const server = await openHookServer({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    serves: () => false,
    onCall: () => ({ kind: 'drop' }),
    onNoise: () => undefined,
  })
  toClose.push(() => server.close())
  const planted = plant('webhook answered')
  expect((await rawPost(`http://127.0.0.1:${server.port}/`, '{}')).status).toBe(404)
  await planted
  expect((await rawPost(`http://127.0.0.1:${server.port}/`, '{}')).status).toBe(404)
})

describe('serve', () => {
  let front: ServeFront
  beforeEach(async () => {
    const files = new Map([
      ['/index.html', { bytes: Buffer.from('page'), type: 'text/html', immutable: false }],
    ])
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-throws-'))
    toClose.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const knownBrowsers = await openPairedBrowsers(dataDir)
    const rpc = { attachPort: () => undefined, attachSocket: () => undefined }
    front = await openServeFront({ rpc, files, pairedBrowsers: knownBrowsers, port: 0, host: '127.0.0.1' })
    toClose.push(() => front.close())
  })
  const get = () => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${front.port}\r\nConnection: close\r\n\r\n`
  const upgrade = () => get().replace('close', 'Upgrade\r\nUpgrade: websocket')

  test('serve request', async () => {
    const planted = plant('serve request')
    expect(await attack(front.port, get(), 'politely')).toMatch(/^HTTP\/1\.1 500 /)
    await planted
    expect(await attack(front.port, get(), 'politely')).toMatch(/^HTTP\/1\.1 [24]\d\d /)
  })

  test('serve upgrade', async () => {
    const planted = plant('serve upgrade')
    expect(await attack(front.port, upgrade(), 'politely')).toBe('')
    await planted
    expect(await attack(front.port, upgrade(), 'politely')).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('serve refused upgrade', async () => {
    const planted = plant('serve refused upgrade')
    expect(await attack(front.port, upgrade(), 'politely')).toMatch(/^HTTP\/1\.1 403 /)
    await planted
    expect(await attack(front.port, upgrade(), 'politely')).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('a refused upgrade is not kept for a caller that keeps its half open', async () => {
    const socket = connect({ port: front.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write(upgrade())
    socket.resume()
    // Keeps its half open: only a write detects that the other side is gone.
    await new Promise((ended) => socket.once('end', ended))
    const gone = new Promise((failed) => socket.once('error', failed))
    const writing = setInterval(() => socket.write('x'), 5)
    await gone
    clearInterval(writing)
  })

  test('serve upgraded socket', async () => {
    const planted = plant('serve upgraded socket')
    const resets = () =>
      Promise.all(Array.from({ length: 20 }, () => attack(front.port, upgrade(), 'with-reset')))
    await Promise.race([planted, repeatedly(resets)])
    expect(await attack(front.port, upgrade(), 'politely')).toMatch(/^HTTP\/1\.1 403 /)
  })

  test.each(['serve socket', 'serve socket error', 'serve socket close'])('%s', async (where) => {
    const planted = plant(where)
    const browser = testBrowser(front.port)
    const socket = await browser.open(tokenOf(front.address()))
    // An unmasked frame from a client violates the protocol.
    if (where === 'serve socket error')
      (socket as unknown as Raw)._socket.write(Buffer.from([0x81, 0x01, 0x61]))
    if (where === 'serve socket close') socket.terminate()
    await planted
    if (where !== 'serve socket close') await new Promise((closed) => socket.once('close', closed))
    const next = await browser.open()
    next.close()
  })
})

describe('the door for coding agents', () => {
  let dataDir: string
  let isSpeaking: boolean
  beforeEach(async () => {
    isSpeaking = false
    dataDir = mkdtempSync(join(tmpdir(), 'parley-throws-'))
    toClose.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const codingAgents = createCodingAgents()
    const speak = async () => {
      isSpeaking = true
    }
    const door = await openAttachDoor({ dataDir, codingAgents, speak, runVerb: async () => undefined })
    toClose.push(door.close)
  })
  const end = (socket: WebSocket | undefined) => socket?.terminate()
  const sayNonsense = (socket: WebSocket | undefined) =>
    (socket as unknown as Raw)._socket.write(Buffer.from([0x81, 0x01, 0x61]))

  test.each([
    ['attach upgrade', undefined],
    ['attach socket', undefined],
    ['attach proof bytes', undefined],
    ['attached socket close', end],
    ['attached stream', sayNonsense],
    ['attach socket error', sayNonsense],
  ])('%s', async (where, act) => {
    const planted = plant(where)
    const socket = await attachTo(dataDir, 'mcp')
    expect(socket === undefined).toBe(act === undefined)
    socket?.on('error', () => undefined)
    act?.(socket)
    await planted
    const next = await attachTo(dataDir, 'mcp')
    expect(next).toBeDefined()
    expect(isSpeaking).toBe(true)
    next?.close()
  })

  const doorAt = () => String(JSON.parse(readFileSync(attachFileIn(dataDir), 'utf8')).authority)

  test('attach request', async () => {
    const planted = plant('attach request')
    await expect(fetch(`http://${doorAt()}`)).rejects.toThrow()
    await planted
    expect((await fetch(`http://${doorAt()}`)).status).toBe(404)
  })

  test('attach upgraded socket', async () => {
    const authority = doorAt()
    const { port } = new URL(`http://${authority}`)
    const upgrade = `GET / HTTP/1.1\r\nHost: ${authority}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    const planted = plant('attach upgraded socket')
    const resets = () =>
      Promise.all(Array.from({ length: 20 }, () => attack(Number(port), upgrade, 'with-reset')))
    await Promise.race([planted, repeatedly(resets)])
    expect(await attack(Number(port), upgrade, 'politely')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

interface Raw {
  readonly _socket: { write(bytes: Buffer): void }
}

describe('the rest', () => {
  test('sign-in answer', async () => {
    const redirect = await openRedirectServer({ clock: systemClock, state: 's', onRefused: () => undefined })
    toClose.push(() => redirect.close())
    const planted = plant('sign-in answer')
    const arrive = () => fetch(`${redirect.redirectUri}?state=s&code=c`)
    await expect(arrive()).rejects.toThrow()
    await planted
    expect((await arrive()).status).toBe(200)
  })

  test('window socket', async () => {
    const { engine, close } = await openWindow()
    toClose.push(close)
    const rpc = createRpc(createRouter(engine), () => undefined)
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    toClose.push(() => server.close())
    server.on('connection', rpc.attachSocket)
    await new Promise((listening) => server.once('listening', listening))
    const planted = plant('window socket')
    const { port } = server.address() as { readonly port: number }
    const socket = new WebSocket(`ws://127.0.0.1:${port}`)
    socket.once('open', () => socket.send('{}'))
    await planted
    await new Promise((closed) => socket.once('close', closed))
    expect(internalErrors).toEqual([{ where: 'window socket', error: fault }])
  })

  test('server listening', async () => {
    const server = createServer()
    toClose.push(() => server.close())
    const planted = plant('server listening')
    await expect(listen(server, { port: 0, host: '127.0.0.1' })).rejects.toBe(fault)
    await planted
  })

  test('server error', async () => {
    const server = createServer()
    await listen(server, { port: 0, host: '127.0.0.1' })
    toClose.push(() => server.close())
    const planted = plant('server error')
    server.emit('error', new Error('accept EMFILE'))
    await planted
    expect(internalErrors).toEqual([{ where: 'server error', error: fault }])
  })

  test('browser start', async () => {
    const planted = plant('browser start')
    launch({ program: join(tmpdir(), 'no-such-browser'), args: [] })
    await planted
    expect(internalErrors).toEqual([{ where: 'browser start', error: fault }])
  })

  test('shared run left', async () => {
    const planted = plant('shared run left')
    const join = createSharedRuns(async () => 'done')
    const stop = new AbortController()
    const joined = join('key', stop.signal)
    stop.abort()
    await planted
    expect(await joined).toBe('done')
  })
})

test('every guarded listener of the engine and of serve was made to throw above, or it is said why not', () => {
  const reasoned = new Set([...thrown, ...Object.keys(notReached)])
  expect(guardedNames().filter((name) => !reasoned.has(name))).toEqual([])
  expect(
    Object.keys(notReached).filter((name) => thrown.has(name) || !guardedNames().includes(name)),
  ).toEqual([])
})

/** Listeners that only restart a wait, or that no program on this machine can trigger. */
const notReached = {
  'HTTP call': 'Its own cases: the record that refuses an entry, and a proxy that is none.',
  'sign-in wait': 'Runs after five minutes, and only ends a wait.',
  'sleep watch': 'Runs every five seconds, and looks at a clock.',
  'files retry': 'Runs five seconds after a disk refused a file.',
  'deleting a session': 'Runs again seconds after a disk refused to delete.',
  'pending removal': 'Runs ten seconds after a removal, which the end of Parley carries out all the same.',
  'record retry': 'Runs two seconds after a disk refused the record.',
  'push configurations save': 'Its failure is that of the file, which has tests of its own.',
  'session file error': 'A file that vanishes between being opened and being read.',
  'HTTP refusal': 'undici reports what it refuses to its handler since version 7.',
  'mock answer': 'Node keeps the errors of an answer whose caller has gone to itself.',
  'tap thread error': 'In a thread of its own, which only reports there.',
  'tap thread order': 'In a thread of its own; “tap order” is the same without one.',
  'agent of a proxy': 'Writes down an agent that was found, which is in the list all the same.',
  'server awaited': 'Only ends a wait, and ends it all the same.',
  'tap rest': 'Only ends a wait, and ends it all the same.',
  'tap caller error': 'Node keeps the errors of an answer whose caller has gone to itself.',
  'spans answer': 'Node keeps the errors of an answer whose caller has gone to itself.',
  'spans gRPC arrival': 'Runs ten seconds after a request began that did not come, and ends it.',
  'trace continuation': 'Runs seconds after spans came, and says what it finds or nothing.',
  'webhook answer': 'Node keeps the errors of an answer whose caller has gone to itself.',
  'mock caller drained': 'A caller that reads slowly; it only ends a wait.',
  stop: 'The end of the process, by a signal.',
  signal: 'The end of the process, by a signal.',
  'broken output': 'Runs once the output of a command can’t be written, and only ends a run.',
  'end of time': 'Runs once the time of a command is over, and only ends a wait.',
  'end of MCP': 'The end of the process, by a signal or a closed input.',
  'end of the attachment': 'The end of the process, by a signal or a broken output.',
  'attach door': 'The end of the process.',
  'process out of work': 'The end of the process.',
  'last entries': 'The end of the process.',
  'old sessions': 'Runs once a day, and keeps its failures to itself.',
  'verb socket': 'In the process of a verb, which it ends.',
  'verb output': 'In the process of a verb, which it ends.',
  'verb signal': 'Only ends a verb, as Ctrl+C does.',
  'verb process left': 'Only ends a verb, as Ctrl+C does.',
  'stop of checks': 'Only ends a run, as a click does.',
  'MCP request': 'Ends one answer; electron/cli/mcp/http.test.ts has what is refused.',
  'MCP caller gone': 'Only ends a call.',
  'MCP call canceled': 'Only ends a call.',
  'end of checks': 'Only ends a run, as a click does.',
  'traces stopped': 'Only ends a request to an endpoint for traces, which is then sent again or not at all.',
} as const

function guardedNames(): readonly string[] {
  const sources = [
    'electron/*.ts',
    'electron/cli/**/*.ts',
    'electron/engine/**/*.ts',
    'electron/serve/**/*.ts',
  ]
  const files = globSync(sources, { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const names = files.flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(
        /\b(?:guarded\(\s*|ignoreErrors\([\w.]+, )'([^']+)'/g,
      ),
    ].map(([, name = '']) => name),
  )
  return [...new Set(names)]
}

async function kept(opening: Promise<{ readonly url: string; close(): Promise<void> }>): Promise<string> {
  const opened = await opening
  toClose.push(() => opened.close())
  return opened.url
}

async function soundAgent(): Promise<string> {
  return kept(agent({ dialect: '1.0' }))
}

/** Sends more compressed bytes than the decoder accepts at once. */
async function packedAgent(): Promise<string> {
  const body = gzipSync(randomBytes(4 * 1024 * 1024))
  const server = createHttpServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(body)
  })
  await listen(server, { port: 0, host: '127.0.0.1' })
  toClose.push(() => server.closeAllConnections())
  toClose.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}/`
}

/** Accepts connections and never responds. */
async function silentServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    toClose.push(() => socket.destroy())
  })
  await listen(server, { port: 0, host: '127.0.0.1' })
  toClose.push(() => server.close())
  return `127.0.0.1:${(server.address() as { readonly port: number }).port}`
}

async function repeatedly(act: () => Promise<unknown>): Promise<never> {
  for (let times = 0; times < 50; times++) await act()
  throw new Error('It did not come about in fifty tries.')
}
