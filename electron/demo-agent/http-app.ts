// The agent's web side: cards, keys and files, and the JSON-RPC and HTTP+JSON bindings in 1.0 and 0.3. The bindings are
// the SDK's; the handlers before them read bodies, check tokens and refuse foreign host names.

import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { jsonRpcHandler, restHandler } from '@a2a-js/sdk/server/express'
import type { ErrorRequestHandler, Express, Request, RequestHandler } from 'express'
import express from 'express'
import { guardJsonRpc, guardRest, onlyLocalNames, readVersion } from './access.ts'
import { callerOf, DEMO_TOKEN } from './caller.ts'
import {
  type CardRoutesOptions,
  type CardSigner,
  createCardRoutes,
  ICON_PATH,
  JSONRPC_PATH,
  JWKS_PATH,
  REST_PATH,
  STRICT_PATH,
} from './card.ts'
import { iconSvg } from './files/pictures.ts'
import { timetableCsv } from './files/trains.ts'
import { createPermissionPage, PERMISSION_PATH, type Permissions } from './permissions.ts'
import { PROTECTED_PATH } from './protected-path.ts'
import { SCENES, TRAVELLER_SCENES } from './scene-table.ts'
import { createAuthorizationServer, LOGIN_PATH } from './sign-in/authorization-server.ts'
import { createGrants, guardWith } from './sign-in/grants.ts'
import { escapeHtml } from './sign-in/pages.ts'

const MAX_BODY = '16mb'

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

/** `guard` decides about access; without it, the token on the card does. */
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

/** For browsers: the prompts, and what each shows. */
function homePage(): string {
  const rows = [...SCENES, ...TRAVELLER_SCENES].map(
    ({ prompts, description }) =>
      `<tr><td>${escapeHtml(prompts.join(', '))}</td><td>${escapeHtml(description)}</td></tr>`,
  )
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Travel concierge</title>',
    '<style>body{font:15px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}',
    'td{padding:.4rem .8rem .4rem 0;vertical-align:top;border-top:1px solid #8884}td:first-child{font-weight:600}</style></head>',
    '<body><h1>Travel concierge</h1><p>An A2A agent that runs on this machine. Send it any of these:</p>',
    `<table>${rows.join('')}</table>`,
    `<p>Bearer token for the extended card: <code>${DEMO_TOKEN}</code></p>`,
    '</body></html>',
    '',
  ].join('\n')
}

// Reads JSON bodies before the SDK does: its limit is 100 kB, too little for a file part, and express answers a larger body
// with an HTML page. The SDK finds the body already read and goes on.

function readBody(binding: 'JSONRPC' | 'HTTP+JSON'): (RequestHandler | ErrorRequestHandler)[] {
  const parse = express.json({
    limit: MAX_BODY,
    strict: false,
    type: binding === 'JSONRPC' ? 'application/json' : ['application/json', 'application/a2a+json'],
  })
  const refuse: ErrorRequestHandler = (error: { status?: number }, request, response, _next) => {
    const tooLarge = error.status === 413
    const message = tooLarge ? `A request may have at most ${MAX_BODY}.` : 'Invalid JSON payload.'
    if (binding === 'JSONRPC') {
      // JSON-RPC errors travel in a 200, except where HTTP itself is what failed.
      response
        .status(tooLarge ? 413 : 200)
        .json({ jsonrpc: '2.0', id: null, error: { code: tooLarge ? -32600 : -32700, message } })
      return
    }
    const code = tooLarge ? 413 : 400
    if (request.path.startsWith('/v1/')) {
      response.status(code).json({ code: tooLarge ? -32600 : -32700, message })
      return
    }
    response.status(code).json({ error: { code, status: 'INVALID_ARGUMENT', message } })
  }
  return [parse, refuse]
}
