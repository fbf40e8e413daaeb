// Access: a wrong token is refused everywhere, and the extended card needs the right one. Refusals are HTTP 401 with
// `WWW-Authenticate` (1.0 §7.4, §13.3) or gRPC UNAUTHENTICATED, in the body shape of the binding.

import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import type { Request, RequestHandler } from 'express'
import { credentialOf, DEMO_TOKEN } from './caller.ts'

// Guards a listener on loopback against web pages: a foreign host name means DNS rebinding. It also honours the version as
// a query parameter (1.0 §3.6.1), which the SDK reads from the header alone, and with a patch number.

const LOCAL_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])

export const onlyLocalNames: RequestHandler = (request, response, next) => {
  if (LOCAL_NAMES.has(URL.parse(`http://${request.headers.host}`)?.hostname ?? '')) return next()
  response.status(421).type('text/plain').send('This agent answers to 127.0.0.1 and localhost only.\n')
}

export const readVersion: RequestHandler = (request, _response, next) => {
  const requested = request.headers['a2a-version'] ?? request.query['A2A-Version']
  if (typeof requested === 'string') request.headers['a2a-version'] = withoutPatch(requested)
  next()
}

/** Patch numbers have no part in choosing a version (1.0 §3.6); the SDK refuses them. */
export function withoutPatch(version: string): string {
  return version.replace(/^(\d+\.\d+)\.\d+$/, '$1')
}

const NEEDS_TOKEN = `The extended card is for callers with the token on the card: Bearer ${DEMO_TOKEN}`
const WRONG_TOKEN = 'That is not the token on the card.'

const EXTENDED_CARD_METHODS = new Set(['GetExtendedAgentCard', 'agent/getAuthenticatedExtendedCard'])
const EXTENDED_CARD_PATHS = new Set(['/extendedAgentCard', '/v1/card'])
const EXTENDED_CARD_CALLS = new Set([
  '/lf.a2a.v1.A2AService/GetExtendedAgentCard',
  '/a2a.v1.A2AService/GetAgentCard',
])

/** `hasExtended`: the agent has an extended card to protect. */
export function guardJsonRpc(hasExtended: boolean): RequestHandler {
  return guardHttp(
    ({ body }) => hasExtended && EXTENDED_CARD_METHODS.has(body?.method),
    ({ body }, message) => ({ jsonrpc: '2.0', id: body?.id ?? null, error: { code: -32000, message } }),
  )
}

export function guardRest(hasExtended: boolean): RequestHandler {
  return guardHttp(
    ({ path }) => hasExtended && EXTENDED_CARD_PATHS.has(path),
    ({ path }, message) =>
      path.startsWith('/v1/')
        ? { code: -32000, message }
        : { error: { code: 401, status: 'UNAUTHENTICATED', message } },
  )
}

function guardHttp(
  needsToken: (request: Request) => boolean,
  bodyOf: (request: Request, refusal: string) => object,
): RequestHandler {
  return (request, response, next) => {
    const refusal = refusalFor(request.headers.authorization, needsToken(request))
    if (!refusal) return next()
    response.status(401).set('WWW-Authenticate', challenge(refusal)).json(bodyOf(request, refusal))
  }
}

export const guardGrpc: ServerInterceptor = (method, call) =>
  new ServerInterceptingCall(call, {
    start(next) {
      next({
        onReceiveMetadata(metadata, proceed) {
          const [authorization] = metadata.get('authorization')
          const refusal = refusalFor(authorization?.toString(), EXTENDED_CARD_CALLS.has(method.path))
          if (refusal) call.sendStatus({ code: status.UNAUTHENTICATED, details: refusal })
          else proceed(metadata)
        },
      })
    },
  })

function refusalFor(authorization: string | undefined, needsToken: boolean): string | undefined {
  switch (credentialOf(authorization)) {
    case 'right':
      return undefined
    case 'wrong':
      return WRONG_TOKEN
    case 'none':
      return needsToken ? NEEDS_TOKEN : undefined
  }
}

function challenge(refusal: string): string {
  const error = refusal === WRONG_TOKEN ? ', error="invalid_token"' : ''
  return `Bearer realm="travel concierge"${error}`
}
