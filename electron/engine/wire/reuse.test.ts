import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { Entry } from '#shared/record/entry.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { type BrokenAgent, openSocketServer } from '../../../e2e/agents/broken/raw-server.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import { maxIdleMs } from './http.ts'
import { createWire, type Outcome, type RawOutcome, type Wire } from './wire.ts'

let dataDir: string
let record: SessionRecord
let wire: Wire
let sessionId: string
let agent: BrokenAgent | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-reuse-'))
  record = openRecord({ dataDir })
  wire = createWire({ record })
  sessionId = record.createSession('reuse').sessionId
})
afterEach(async () => {
  wire.close()
  record.close()
  await agent?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Received {
  readonly connection: number
  readonly body: string
}

/** Responds to the first request of a connection and passes later ones to `again`; reports requests by connection. */
async function servedOnce(again: (socket: Socket, connection: number) => void) {
  const received: Received[] = []
  let connections = 0
  agent = await openSocketServer((socket) => {
    const connection = ++connections
    let answered = false
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('utf8')
      const body = text.slice(text.indexOf('\r\n\r\n') + 4)
      received.push({ connection, body })
      if (answered) return again(socket, connection)
      answered = true
      const id = body === '' ? null : JSON.parse(body).id
      const reply = JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: { id: 't1', status: { state: 'TASK_STATE_WORKING' } },
      })
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${reply.length}\r\n\r\n${reply}`,
      )
    })
  })
  return { url: agent.url, received }
}

const closesAtOnce = (socket: Socket) => socket.destroy()

async function call(url: string, operation: Operation) {
  const { exchangeId, done } = wire.call({
    sessionId,
    purpose: 'operation',
    url,
    ...encoded('1.0', 'JSONRPC', operation),
  })
  return { outcome: await done, entries: await recorded(exchangeId) }
}

async function recorded(exchangeId: string): Promise<readonly Entry[]> {
  record.flush()
  return (await record.read({ after: 0, limit: 100, filter: { exchangeId } })).entries
}

const get: Operation = { kind: 'get', taskId: 't1' }
const message: Message = { messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'hello' }] }
const send: Operation = { kind: 'send', message }
const kindsOf = (entries: readonly Entry[]) => entries.map(({ kind }) => kind)
const isAnswered = (outcome: Outcome | RawOutcome) => outcome.kind === 'reply' || outcome.kind === 'body'

describe('where the server has closed an idle connection', () => {
  test.each<readonly [string, Operation]>([
    ['a task is fetched', get],
    ['a task is canceled', { kind: 'cancel', taskId: 't1' }],
    ['tasks are listed', { kind: 'list' }],
    ['a message is sent', send],
  ])('%s over a new one, in the same words, and the wire says so', async (_, operation) => {
    const { url, received } = await servedOnce(closesAtOnce)
    await call(url, get)
    const { outcome, entries } = await call(url, operation)
    expect(isAnswered(outcome)).toBe(true)
    expect(kindsOf(entries)).toEqual(['request', 'note', 'response', 'end'])
    expect(entries[1]).toMatchObject({ text: expect.stringContaining('had closed the idle connection') })
    expect(received.map(({ connection }) => connection)).toEqual([1, 1, 2])
    expect(received[2]?.body).toBe(received[1]?.body)
  })

  test('a request without content is made again as well, whatever it is for', async () => {
    const { url, received } = await servedOnce(closesAtOnce)
    const card = () => wire.request({ sessionId, purpose: 'card', method: 'GET', url }).done
    await card()
    expect(isAnswered(await card())).toBe(true)
    expect(received).toHaveLength(3)
  })

  test('a message that may have arrived is not sent twice', async () => {
    const { url, received } = await servedOnce((socket) => setTimeout(() => socket.destroy(), 300))
    await call(url, get)
    const { outcome, entries } = await call(url, send)
    expect(outcome).toMatchObject({
      kind: 'failure',
      failure: {
        failure: 'idle-closed',
        message: expect.stringContaining('idle connection had been closed'),
      },
    })
    expect(kindsOf(entries)).toEqual(['request', 'failure'])
    expect(received).toHaveLength(2)
    const fetched = await call(url, get)
    expect(isAnswered(fetched.outcome)).toBe(true)
  })

  test('it is tried once, and the failure of the second time is the agent’s', async () => {
    let isDown = false
    agent = await openSocketServer((socket) => {
      let answered = false
      socket.on('data', () => {
        if (answered || isDown) socket.destroy()
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
        answered = true
      })
    })
    await call(agent.url, get)
    isDown = true
    const { outcome, entries } = await call(agent.url, get)
    expect(outcome).toMatchObject({ failure: { message: expect.stringContaining('without answering') } })
    expect(kindsOf(entries)).toEqual(['request', 'note', 'failure'])
  })
})

test('an idle connection is kept for less than the 5 s that servers keep it without saying so', async () => {
  let closed: Promise<unknown> | undefined
  agent = await openSocketServer((socket) => {
    closed = once(socket, 'close')
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'))
  })
  await call(agent.url, get)
  await closed
  expect(maxIdleMs).toBeLessThan(5_000)
})

test('a request right after a server error goes over a new connection', async () => {
  // As ASGI servers do when their application throws: the response promises keep-alive, then the connection closes.
  agent = await openSocketServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 5\r\n\r\nError')
      setTimeout(() => socket.destroy(), 20)
    })
  })
  const statuses: unknown[] = []
  for (let count = 0; count < 3; count++) {
    const { url } = agent
    const outcome = await wire.request({ sessionId, purpose: 'raw', method: 'POST', url, body: '{}' }).done
    statuses.push(outcome.kind === 'body' ? outcome.status : outcome)
  }
  expect(statuses).toEqual([500, 500, 500])
})
