// The contract over both transports, with a real engine.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { implement } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { CommandId } from '#shared/commands.ts'
import { contract, type EngineClient } from '#shared/contract/contract.ts'
import { memorySecretStore } from './access/secret-store.ts'
import { ownDataFolder } from './data-folder/data-folder.ts'
import { type Engine, openEngine } from './engine.ts'
import type { Host } from './host.ts'
import { createRouter } from './router.ts'
import { createOpenCalls, createRpc, type Rpc } from './rpc.ts'

interface Window {
  readonly client: EngineClient
  /** The window disappears without closing. */
  vanish(): void
  /** It stops reading; resolves when the engine has closed it. */
  pause(): Promise<unknown>
}

let dataDir: string
let engine: Engine
let rpc: Rpc
let logged: string[]
let menu: { listening: number; left: () => void }

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-rpc-'))
  logged = []
  menu = { listening: 0, left: () => undefined }
  const log = (line: string) => void logged.push(line)
  const folder = ownDataFolder(dataDir)
  if (!folder) throw new Error('Another engine has this data directory.')
  engine = await openEngine({ host: testHost(), folder, log })
  rpc = createRpc(createRouter(engine), log)
})
afterEach(async () => {
  await engine.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.each([
  ['a MessagePort', overPort],
  ['a WebSocket', overSocket],
])('over %s', (_name, open) => {
  let window: Window
  beforeEach(async () => {
    window = await open(rpc)
  })
  afterEach(() => window.vanish())

  test('calls reach the engine and answers come back', async () => {
    const { client } = window
    expect(await client.host.capabilities()).toEqual(engine.host.capabilities)
    const agent = await client.agents.add({ address: ' http://127.0.0.1:1 ' })
    expect(agent).toMatchObject({ address: 'http://127.0.0.1:1', name: '127.0.0.1:1' })
    expect(await client.agents.add({ address: 'http://127.0.0.1:1' })).toEqual(agent)
    expect(await client.agents.list()).toEqual([agent])
    expect(await client.agents.remove({ agentId: agent.id })).toEqual({ removed: true })
    expect(await client.agents.list()).toEqual([])
  })

  test.each([
    ['a missing member', { offset: 0, limit: 10 }, /filter/],
    ['a wrong type', { offset: '0', limit: 10, filter: '' }, /offset/],
    ['a number out of bounds', { offset: 0, limit: 1_000_000, filter: '' }, /limit/],
  ])('input with %s is refused with what is wrong in it', async (_what, input, message) => {
    const fault = await faultOf(
      window.client.console.exchanges(input as { offset: number; limit: number; filter: string }),
    )
    expect(fault).toEqual({ code: 'FAULT', kind: 'bad-input', message: expect.stringMatching(message) })
    expect(logged).toEqual([])
  })

  test('a link that is no http link never reaches the host', async () => {
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'parley://x']) {
      expect(await faultOf(window.client.host.openLink({ url }))).toMatchObject({ kind: 'bad-input' })
    }
  })

  test('a fault crosses with its sentence', async () => {
    expect(await faultOf(window.client.card.discover({ agentId: 'gone' }))).toEqual({
      code: 'FAULT',
      kind: 'not-found',
      message: 'This agent is no longer in the list. Add its address again.',
    })
  })

  test('anything else crosses as internal, with an id that finds its text in the log', async () => {
    const fault = await faultOf(window.client.host.openLink({ url: 'https://breaks.example/' }))
    expect(fault).toMatchObject({
      code: 'FAULT',
      kind: 'internal',
      message: expect.not.stringContaining('a detail'),
    })
    expect(logged).toEqual([expect.stringContaining('a detail of the host')])
    expect(logged[0]).toContain(String(/under (\w+)\.$/.exec(fault.message)?.[1]))
  })

  test('a cancelled call is stopped in the engine', async () => {
    const stop = new AbortController()
    const left = new Promise<void>((resolve) => {
      menu.left = resolve
    })
    const commands = await window.client.host.menuCommands(undefined, { signal: stop.signal })
    expect((await commands.next()).value).toBe('palette.open')
    stop.abort()
    await left
    expect(menu.listening).toBe(0)
  })

  test('a vanished window leaves nothing running, the call to its agent included', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const agent = await window.client.agents.add({ address })
    window.client.card.discover({ agentId: agent.id }).catch(() => undefined)
    const request = await engine.record.read({ after: 0, waitMs: 5_000 })
    expect(request.entries.map(({ kind }) => kind)).toEqual(['request'])

    window.vanish()
    const ended = await engine.record.read({ after: request.next, waitMs: 5_000 })
    expect(ended.entries).toMatchObject([{ kind: 'failure', failure: 'aborted' }])
    silent.close()
    silent.closeAllConnections()
  })
})

describe('what one window may have open', () => {
  const room = { maxOpenCalls: 3, maxOpenBytes: 20_000, maxUnreadBytes: 100_000 }
  let window: Window
  beforeEach(async () => {
    window = await overSocket(createRpc(createRouter(engine), (line) => void logged.push(line), room))
  })
  afterEach(() => window.vanish())

  test('calls: one more is refused with a sentence, and answered once one of them has ended', async () => {
    const stops = Array.from({ length: 3 }, () => new AbortController())
    const { version } = await window.client.console.counts({})
    const calls = stops.map(({ signal }) =>
      window.client.console.counts({ seen: version, waitMs: 20_000 }, { signal }).catch(() => 'ended'),
    )
    const refused = () => faultOf(window.client.agents.list())
    await expect.poll(refused).toEqual({
      code: 'FAULT',
      kind: 'unavailable',
      message: 'More than 3 calls are open on this connection. Try again when some have ended.',
    })
    stops[0]?.abort()
    await calls[0]
    await expect.poll(() => window.client.agents.list().catch(() => 'refused')).toEqual([])
    for (const stop of stops) stop.abort()
    await Promise.all(calls)
  })

  test('streams count until they end, are cancelled, or are cancelled before they begin', async () => {
    for (let round = 0; round < 10; round++) {
      const stop = new AbortController()
      const stream = window.client.host.menuCommands(undefined, { signal: stop.signal })
      if (round % 2 === 0) await (await stream).next()
      stop.abort()
      await stream.catch(() => undefined)
    }
    const { session } = await window.client.sessions.recording()
    const request = { sessionId: session?.id ?? '', selection: { of: 'session' }, format: 'har' } as const
    for (let round = 0; round < 5; round++) {
      const steps = []
      for await (const step of await window.client.sessionFiles.exporting(request)) steps.push(step)
      expect(steps.at(-1)).toMatchObject({ kind: 'ready' })
    }
    await expect.poll(() => window.client.agents.list().catch(() => 'refused')).toEqual([])
  })

  test('a call that was cancelled makes room, also where it never says that it has ended', () => {
    const calls = createOpenCalls({ ...room, maxOpenCalls: 1 })
    const stop = new AbortController()
    calls.enter(0, stop.signal)
    expect(() => calls.enter(0, undefined)).toThrow('Try again when some have ended.')
    stop.abort()
    expect(calls.enter(0, undefined)).toBeTypeOf('function')
  })

  test('what the open calls carry: a message beyond it is refused with a sentence', async () => {
    const report = (length: number) =>
      window.client.host.reportProblem({ what: 'x', message: 'y', stack: 'z'.repeat(length) })
    expect(await faultOf(report(20_000))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('carry more than'),
    })
    expect((await report(10_000)).report).toContain('zzz')
    expect((await report(10_000)).report).toContain('zzz')
  })

  test('what was answered and not read: the connection is closed, and the log says why', async () => {
    const closed = window.pause()
    const disconnected = 'A window was disconnected because it stopped reading responses.'
    while (!logged.includes(disconnected)) {
      const reports = Array.from({ length: 3 }, () =>
        window.client.host.reportProblem({ what: 'x', message: 'y', stack: 'z'.repeat(5_000) }),
      )
      for (const report of reports) report.catch(() => undefined)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await closed
  })
})

test('a router that leaves out an entry of the contract does not compile', () => {
  // @ts-expect-error: every entry is missing
  expect(() => implement(contract).router({})).toBeTypeOf('function')
})

/** Menu: one command, then nothing until the listener leaves. Links: opened, except for one that throws. */
function testHost(): Host {
  return {
    secrets: memorySecretStore(),
    capabilities: {
      productVersion: '1.2.3',
      platform: 'other',
      secretStore: 'memory',
      opensLinks: true,
      nativeMenu: true,
      dataDir,
      logFile: '',
    },
    async openLink(url) {
      if (url.includes('breaks')) throw new Error('a detail of the host')
      return { opened: true }
    },
    offerCommands: () => undefined,
    async *menuCommands(signal): AsyncGenerator<CommandId> {
      menu.listening++
      yield 'palette.open'
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      menu.listening--
      menu.left()
    },
  }
}

async function overPort({ attachPort }: Rpc): Promise<Window> {
  const { port1, port2 } = new MessageChannel()
  attachPort(port1)
  port1.start()
  const client: EngineClient = createORPCClient(new PortLink({ port: port2 }))
  port2.start()
  return { client, vanish: () => port2.close(), pause: () => Promise.resolve() }
}

async function overSocket({ attachSocket }: Rpc): Promise<Window> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  let attached: WebSocket | undefined
  server.on('connection', (socket) => {
    attached = socket
    attachSocket(socket)
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const websocket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await new Promise((resolve) => websocket.once('open', resolve))
  const client: EngineClient = createORPCClient(
    new SocketLink({ websocket: websocket as unknown as globalThis.WebSocket }),
  )
  return {
    client,
    pause() {
      websocket.pause()
      return new Promise((closed) => attached?.once('close', closed))
    },
    vanish() {
      websocket.terminate()
      server.close()
    },
  }
}

async function faultOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ORPCError)) throw new Error('The call should have ended in a fault.')
  return { code: error.code, kind: error.data.kind, message: error.message }
}
