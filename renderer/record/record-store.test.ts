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
