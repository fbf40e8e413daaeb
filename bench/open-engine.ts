// A real engine on a temporary folder, served over a WebSocket as by `parley serve`, and one window that follows it.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'
import { createJudge } from '#engine/judge.ts'
import { createRouter } from '#engine/router.ts'
import { createRpc } from '#engine/rpc.ts'
import type { SessionRecord } from '#engine/store/record.ts'
import { createWire, type Wire } from '#engine/wire/wire.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import type { Viewed } from './viewer.ts'

export interface BenchEngine {
  readonly record: SessionRecord
  readonly wire: Wire
  /** Resolves once the window shows the end of the exchange. */
  viewed(exchangeId: string): Promise<Viewed>
  close(): Promise<void>
}

/** The agent whose conversation the window shows. */
export const benchAgent = 'bench'

export async function openEngine(): Promise<BenchEngine> {
  const { engine, close } = await openWindow()
  const { record } = engine
  const wire = createWire({ record, judge: createJudge() })
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const rpc = createRpc(createRouter(engine), console.error)
  server.on('connection', (socket) => rpc.attachSocket(socket))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const viewer = await openViewer(`ws://127.0.0.1:${port}/`)
  const waiting = new Map<string, PromiseWithResolvers<Viewed>>()
  const waitingFor = (exchangeId: string): PromiseWithResolvers<Viewed> => {
    const deferred = waiting.get(exchangeId) ?? Promise.withResolvers<Viewed>()
    waiting.set(exchangeId, deferred)
    return deferred
  }
  viewer.on('message', (viewed: Viewed) => waitingFor(viewed.exchangeId).resolve(viewed))
  return {
    record,
    wire,
    viewed: (exchangeId) => waitingFor(exchangeId).promise,
    async close() {
      viewer.disconnect()
      await once(viewer, 'exit')
      server.close()
      wire.close()
      await close()
    },
  }
}

async function openViewer(address: string): Promise<ChildProcess> {
  const viewer = fork(fileURLToPath(new URL('./viewer.ts', import.meta.url)), [address, benchAgent])
  await once(viewer, 'message')
  return viewer
}
