// Starts the demo agent: a real A2A agent on the official SDK, in 1.0 and 0.3, over JSON-RPC, HTTP+JSON and gRPC. It
// needs no network and no model, listens on the literal 127.0.0.1 only, and leaves nothing behind when closed.

import { createServer } from 'node:http'
import type { Server } from 'node:net'
import { createCardSigner, extendedCard, protectedCard, publicCard, strictCard } from './card.ts'
import { createSceneExecutor } from './executor.ts'
import { bindGrpcServer, listen } from './grpc-server.ts'
import { createHttpApp } from './http-app.ts'
import { createPermissions } from './permissions.ts'
import { createPushSender, createWebhooks } from './push-sender.ts'
import { createTurnBuses, SceneRequestHandler } from './request-handler.ts'
import { createTaskStore } from './task-store.ts'

const HOST = '127.0.0.1'
const usualStepMs = 60

export interface DemoAgentOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** The time of one word. 0 is as fast as the reader. */
  readonly stepMs?: number
  /** Called with the servers of both ports before they listen, so that the caller can limit their connections. */
  readonly onServer?: (server: Server) => void
}

export interface DemoAgent {
  readonly url: string
  readonly grpcTarget: string
  close(): Promise<void>
}

export async function startDemoAgent(options: DemoAgentOptions = {}): Promise<DemoAgent> {
  const server = createServer()
  options.onServer?.(server)
  const origin = `http://${HOST}:${await listen(server, HOST, options.port ?? 0)}`
  const grpc = await bindGrpcServer(HOST, options.onServer).catch((error: unknown) => {
    server.close()
    throw error
  })
  const addresses = { origin, grpcTarget: grpc.target }

  const signer = createCardSigner(origin)
  const card = publicCard(addresses)
  const strict = await signer.sign(strictCard(addresses))
  const behindSignIn = protectedCard(addresses)
  const extended = extendedCard(addresses)
  const signedExtended = await signer.sign(extended)

  const webhooks = createWebhooks()
  const sender = createPushSender(webhooks)
  const permissions = createPermissions()
  const executor = createSceneExecutor({
    origin,
    stepMs: options.stepMs ?? usualStepMs,
    permissions,
    webhooks,
  })
  const tasks = createTaskStore(undefined, webhooks.forget)
  const buses = createTurnBuses()
  const handlerFor = (shown: typeof card) =>
    new SceneRequestHandler({
      card: shown,
      ...{ tasks, executor, buses, webhooks, sender },
      // A 0.3 view of the card cannot carry a signature of the 1.0 card.
      extendedCard: async (context) => (context?.requestedVersion === '0.3' ? extended : signedExtended),
    })

  const requestHandler = handlerFor(card)
  grpc.serve(requestHandler)
  server.on(
    'request',
    createHttpApp({
      main: { requestHandler, signed: await signer.sign(card), legacy: card },
      strict: { requestHandler: handlerFor(strict), signed: strict },
      behindSignIn: {
        requestHandler: handlerFor(behindSignIn),
        signed: await signer.sign(behindSignIn),
        legacy: behindSignIn,
      },
      origin,
      jwks: signer.jwks,
      permissions,
    }),
  )

  return {
    url: origin,
    grpcTarget: grpc.target,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all([executor.close(), sender.close()])
      grpc.close()
      server.closeAllConnections()
      await closed
    },
  }
}
