// The store on a real engine, over a real port.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Engine, openEngine } from '#engine/engine.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { at, emptyList } from '#shared/record/list.ts'
import { serveHost } from '../../electron/serve/host.ts'
import { createRecordStore, openingEntries, type RecordStore } from './record-store.ts'

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

test('a short record is read whole', async () => {
  appendNotes(3)
  openStore()
  await vi.waitFor(() => expect(store.version()).toBe(3))
  expect(store.notice()).toBeUndefined()
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
