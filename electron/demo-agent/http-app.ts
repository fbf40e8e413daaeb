// The agent's web side: cards, keys and files, and the JSON-RPC and HTTP+JSON bindings in 1.0 and 0.3. The bindings are the
// SDK's; what stands before them reads bodies, checks tokens and keeps foreign host names out.

import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { jsonRpcHandler, restHandler } from '@a2a-js/sdk/server/express'
import express, { type Express, type Request, type RequestHandler } from 'express'
import { guardJsonRpc, guardRest } from './access.ts'
import { callerOf } from './caller.ts'
import { ICON_PATH, JSONRPC_PATH, REST_PATH, STRICT_PATH } from './card.ts'
import { type CardRoutesOptions, createCardRoutes } from './card-routes.ts'
import { type CardSigner, JWKS_PATH } from './card-signing.ts'
import { iconSvg } from './files/icon-svg.ts'
import { timetableCsv } from './files/trains.ts'
import { homePage } from './home-page.ts'
import { onlyLocalNames, readVersion } from './local-requests.ts'
import { createPermissionPage, PERMISSION_PATH } from './permission-page.ts'
import type { Permissions } from './permissions.ts'
import { PROTECTED_PATH } from './protected-path.ts'
import { readBody } from './request-body.ts'
import { createAuthorizationServer, LOGIN_PATH } from './sign-in/authorization-server.ts'
import { createGrants } from './sign-in/grants.ts'
import { guardWith } from './sign-in/guard.ts'

interface ServedAgent extends CardRoutesOptions {
  readonly requestHandler: A2ARequestHandler
}

export interface HttpAppOptions {
  readonly main: ServedAgent
  readonly strict: ServedAgent
  readonly behindSignIn: ServedAgent
  readonly origin: string
  readonly jwks: CardSigner['jwks']
  readonly permissions: Permissions
}

export function createHttpApp(options: HttpAppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.use(onlyLocalNames, readVersion)

  app.get('/', (_request, response) => void response.type('html').send(homePage()))
  app.get(JWKS_PATH, (_request, response) => void response.json(options.jwks))
  app.get('/files/timetable.csv', (_request, response) => void response.type('text/csv').send(timetableCsv()))
  app.get(ICON_PATH, (_request, response) => void response.type('svg').send(iconSvg()))
  app.use(PERMISSION_PATH, createPermissionPage(options.permissions))

  app.use(agentRoutes(options.main))
  app.use(STRICT_PATH, agentRoutes(options.strict))
  const grants = createGrants()
  app.use(LOGIN_PATH, createAuthorizationServer(options.origin, grants))
  app.use(PROTECTED_PATH, agentRoutes(options.behindSignIn, guardWith(grants)))
  app.use((_request, response) => void response.status(404).type('text/plain').send('Nothing here.\n'))
  return app
}

/** Who may call is asked of `guard`, or else by the token on the card. */
function agentRoutes(agent: ServedAgent, guard?: RequestHandler): RequestHandler {
  const router = express.Router()
  const hasExtended = agent.signed.capabilities?.extendedAgentCard === true
  const binding = {
    requestHandler: agent.requestHandler,
    userBuilder: async (request: Request) => callerOf(request.headers.authorization, request.res),
    legacyCompat: { enabled: agent.legacy !== undefined },
  }
  router.use(createCardRoutes(agent))
  router.use(JSONRPC_PATH, readBody('JSONRPC'), guard ?? guardJsonRpc(hasExtended), jsonRpcHandler(binding))
  router.all(JSONRPC_PATH, (_request, response) => void response.status(405).set('Allow', 'POST').end())
  router.use(REST_PATH, readBody('HTTP+JSON'), guard ?? guardRest(hasExtended), restHandler(binding))
  return router
}
