// The agent's web side: cards, the JSON-RPC and HTTP+JSON bindings in 1.0 and 0.3. The bindings are the SDK's.

import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { jsonRpcHandler, restHandler } from '@a2a-js/sdk/server/express'
import express, { type Express, type RequestHandler } from 'express'
import { callerOf } from './caller.ts'
import { JSONRPC_PATH, REST_PATH } from './card.ts'

export function createHttpApp(options: {
  requestHandler: A2ARequestHandler
  cards: RequestHandler
}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.use(options.cards)
  const binding = {
    requestHandler: options.requestHandler,
    userBuilder: async (request: express.Request) => callerOf(request.headers.authorization, request.res),
    legacyCompat: { enabled: true },
  }
  app.use(JSONRPC_PATH, jsonRpcHandler(binding))
  app.use(REST_PATH, restHandler(binding))
  return app
}
