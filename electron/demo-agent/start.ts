// Starts the demo agent: a real A2A agent on the official SDK, in 1.0 and 0.3, over JSON-RPC, HTTP+JSON and gRPC. It needs
// no network and no model, listens on the literal 127.0.0.1 only, and leaves nothing behind when closed.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AgentCard } from '@a2a-js/sdk'
import { publicCard } from './card.ts'
import { createCardRoutes } from './card-routes.ts'
import { createSceneExecutor } from './executor.ts'
import { bindGrpcServer } from './grpc-server.ts'
import { createHttpApp } from './http-app.ts'
import { StreamAwareRequestHandler } from './streaming-calls.ts'
import { createTaskStore } from './task-store.ts'
import { createTurnBuses } from './turn-buses.ts'

const HOST = '127.0.0.1'

export interface DemoAgentOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** The pace: how long one word takes. 0 is as fast as the reader. */
  readonly stepMs?: number
}

export interface DemoAgent {
  readonly url: string
  readonly grpcTarget: string
  close(): Promise<void>
}

export async function startDemoAgent(options: DemoAgentOptions = {}): Promise<DemoAgent> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`
  const grpc = await bindGrpcServer(HOST)
  const grpcTarget = grpc.target

  const card = publicCard({ origin, grpcTarget })
  const executor = createSceneExecutor({ origin, stepMs: options.stepMs ?? 60 })
  const requestHandler = new StreamAwareRequestHandler(card, createTaskStore(), executor, createTurnBuses())
  const cards = createCardRoutes({
    unsigned: card,
    signedJson: JSON.stringify(AgentCard.toJSON(card)),
  })
  grpc.serve(requestHandler)
  server.on('request', createHttpApp({ requestHandler, cards }))

  return {
    url: origin,
    grpcTarget,
    async close() {
      await executor.close()
      const closed = new Promise((resolve) => server.close(resolve))
      grpc.close()
      server.closeAllConnections()
      await closed
    },
  }
}
