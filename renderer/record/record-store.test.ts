// The store on a real engine, over a real port.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Engine, openEngine } from '#engine/engine.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import { at, emptyList, slice } from '#shared/collections/list.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { TaskView } from '#shared/story/task-view.ts'
import { serveHost } from '../../electron/serve/host.ts'
import { openingEntries, restMs } from './follow-record.ts'
import { createRecordStore, type RecordStore } from './record-store.ts'

let dataDir: string
let engine: Engine
let store: RecordStore
let disconnect: () => void

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-store-'))
  engine = await openEngine({
    host: serveHost({ productVersion: '0.0.0', dataDir }),
    dataDir,
    log: () => undefined,
  })
})
afterEach(async () => {
  store.close()
  disconnect()
  await engine.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a window that opens on a long record begins near its end, and follows from there', async () => {
  appendNotes(openingEntries + 5_000)
  openStore()
  await vi.waitFor(() => expect(store.version()).toBe(openingEntries), { timeout: 10_000 })
  appendNotes(1)
  await vi.waitFor(() => expect(store.version()).toBe(openingEntries + 1))
})

test('a task longer than what a window reads is there with what began it, and says what is not read', async () => {
  const stream = appendStream(openingEntries + 5_000)
  openStore()
  const artifactShown = () => at(taskShown()?.artifacts ?? emptyList, 0)
  const piecesShown = () => slice(artifactShown()?.chunks ?? emptyList).map(({ parts }) => parts[0])
  const last = { kind: 'text', text: `piece ${openingEntries + 4_999} ` }
  // A busy machine shows what it has folded so far.
  await vi.waitFor(() => expect(piecesShown().at(-1)).toEqual(last), { timeout: 10_000 })
  const artifact = artifactShown()
  const pieces = piecesShown()
  const unread = taskShown()?.unread ?? 0
  expect({
    said: itemsShown(),
    phase: taskShown()?.phase,
    state: taskShown()?.status?.state,
    first: pieces[0],
    last: pieces.at(-1),
    marks: Object.entries(artifact?.marks ?? {}).filter(([, count]) => count > 0),
    readAndUnread: pieces.length + unread,
  }).toEqual({
    said: ['sent', 'task'],
    phase: 'live',
    state: 'working',
    first: { kind: 'text', text: 'piece 0 ' },
    last,
    marks: [['after-gap', 1]],
    readAndUnread: openingEntries + 5_000,
  })
  expect(unread).toBeGreaterThan(4_000)
  stream.complete()
  await vi.waitFor(() => expect(taskShown()?.status?.state).toBe('completed'))
  expect(taskShown()?.lastStream?.outcome).toBe('settled')
})

test('so is a conversation that ended before a long task of another', async () => {
  appendStream(300).complete()
  appendStream(openingEntries + 5_000, 'other')
  openStore()
  await vi.waitFor(() => expect(store.conversations().length).toBe(2), { timeout: 10_000 })
  expect(itemsShown()).toEqual(['sent', 'task'])
  expect(taskShown()?.status?.state).toBe('completed')
  expect(taskShown()?.unread).toBe(105)
})

test('a short record is read whole', async () => {
  appendNotes(3)
  openStore()
  await vi.waitFor(() => expect(store.version()).toBe(3))
  expect(store.notice()).toBeUndefined()
})

test('what comes bit by bit is told no oftener than can be seen, and to the last bit', async () => {
  openStore()
  let told = 0
  store.subscribe(() => {
    told += 1
  })
  const began = performance.now()
  for (let bit = 0; bit < 200; bit++) {
    appendNotes(1)
    await setImmediate()
  }
  await vi.waitFor(() => expect(store.version()).toBe(200))
  expect(told).toBeLessThanOrEqual((performance.now() - began) / restMs + 2)
})

test.each([
  ['20 MB of text', { text: 'fox '.repeat(5_000_000) }, 20_000_000],
  ['a file of 30 MB, which stays in the record', { raw: 'QUJD'.repeat(10_000_000) }, 40_000_000],
])('an answer with %s is read', async (_name, part, length) => {
  openStore()
  const message = { messageId: 'm', contextId: 'c', role: 'ROLE_AGENT', parts: [part] }
  appendAnswer(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { message } }))
  await vi.waitFor(() => expect(store.exchange('x')?.state).toBe('done'), { timeout: 10_000 })
  const item = at(at(store.conversations(), 0)?.items ?? emptyList, 0)
  const [read] = item?.kind === 'message' ? item.message.message.parts : []
  const seen = read?.kind === 'text' ? read.text.length : undefined
  const far = read?.kind === 'file-bytes' ? store.far(read.base64)?.length : undefined
  expect(seen ?? far).toBe(length)
})

function appendAnswer(text: string): void {
  const { sessionId } = engine.record.createSession('answer')
  const base = { sessionId, exchangeId: 'x', at: 1, monoMs: 1 }
  const call = {
    agentId: 'a',
    purpose: 'operation',
    operation: 'send',
    dialect: '1.0',
    binding: 'JSONRPC',
    label: 'SendMessage',
  } as const
  engine.record.append({ ...base, kind: 'request', call, method: 'POST', url: 'http://a/', headers: [] })
  const body = engine.record.keep(Buffer.from(text))
  const receivedBytes = text.length
  engine.record.append({ ...base, kind: 'end', reason: 'complete', receivedBytes, body })
  engine.record.flush()
}

/** A stream of one artifact, so many pieces long. */
function appendStream(pieces: number, name = 'long'): { complete(): void } {
  const { sessionId } = engine.record.createSession(name)
  const [taskId, contextId] = [`task-${name}`, `context-${name}`]
  const base = { sessionId, exchangeId: name, at: 1, monoMs: 1 }
  const call = {
    agentId: 'a',
    purpose: 'operation',
    operation: 'stream',
    dialect: '1.0',
    binding: 'JSONRPC',
    label: 'SendStreamingMessage',
  } as const
  const message = { messageId: `m-${name}`, role: 'ROLE_USER', parts: [{ text: 'go' }] }
  const asked = textBody({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } })
  engine.record.append({
    ...base,
    kind: 'request',
    call,
    method: 'POST',
    url: 'http://a/',
    headers: [],
    body: asked,
  })
  let index = 0
  const frame = (result: object): void => {
    const data = textBody({ jsonrpc: '2.0', id: 1, result })
    const text = `data: ${data.text}\n\n`
    const raw = { sizeBytes: text.length, text }
    engine.record.append({ ...base, kind: 'frame', index: index++, framing: 'sse', raw, data }, { taskId })
  }
  const status = (state: string) =>
    frame({ statusUpdate: { taskId, contextId, status: { state: `TASK_STATE_${state}` } } })

  frame({ task: { id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' } } })
  status('WORKING')
  for (let piece = 0; piece < pieces; piece++) {
    const artifact = { artifactId: 'answer', parts: [{ text: `piece ${piece} ` }] }
    frame({ artifactUpdate: { taskId, contextId, artifact, append: piece > 0 } })
  }
  engine.record.flush()
  return {
    complete() {
      status('COMPLETED')
      engine.record.append({ ...base, kind: 'end', reason: 'closed-by-agent', receivedBytes: 0 })
      engine.record.flush()
    },
  }
}

function textBody(value: object): { readonly sizeBytes: number; readonly text: string } {
  const text = JSON.stringify(value)
  return { sizeBytes: text.length, text }
}

function itemsShown(): readonly string[] {
  const conversation = at(store.conversations(), 0)
  return slice(conversation?.items ?? emptyList).map((item) =>
    item.kind === 'task' ? 'task' : item.message.origin,
  )
}

function taskShown(): TaskView | undefined {
  const key = at(at(store.conversations(), 0)?.tasks ?? emptyList, 0)
  return key === undefined ? undefined : store.task(key)
}

function appendNotes(count: number): void {
  const { sessionId } = engine.record.createSession('notes')
  for (let index = 0; index < count; index++) {
    engine.record.append({ kind: 'note', sessionId, exchangeId: 'x', at: index, monoMs: index, text: 'n' })
  }
  engine.record.flush()
}

function openStore(): void {
  const { port1, port2 } = new MessageChannel()
  createRpc(createRouter(engine), () => undefined).attachPort(port1)
  port1.start()
  const client: EngineClient = createORPCClient(new RPCLink({ port: port2 }))
  port2.start()
  store = createRecordStore(client)
  disconnect = () => port2.close()
}
