// Lets in who has a token of the demo's authorization server: one scope to talk, another to book and charge (RFC 6750 §3.1).

import type { RequestHandler } from 'express'
import type { Grants } from './grants.ts'

export function guardWith(grants: Grants): RequestHandler {
  return (request, response, next) => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    const scopes = grants.scopesOf(token)
    const scope = isBooking(request.body) ? 'travel:book' : 'travel:read'
    if (scopes?.includes(scope)) return next()
    const [status, error, message] =
      scopes === undefined
        ? [401, token === '' ? undefined : 'invalid_token', 'Authentication required: send a bearer token.']
        : [403, 'insufficient_scope', `This wants the scope ${scope}.`]
    const said = error === undefined ? '' : `, error="${error}"`
    response
      .status(status)
      .set('WWW-Authenticate', `Bearer realm="travel concierge"${said}, scope="${scope}"`)
      .json(
        request.body?.jsonrpc === undefined
          ? {
              error: {
                code: status,
                status: status === 401 ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED',
                message,
              },
            }
          : { jsonrpc: '2.0', id: request.body.id ?? null, error: { code: -32000, message } },
      )
  }
}

/** What costs money begins with such a word in every prompt. */
function isBooking(body: unknown): boolean {
  return /"text":"(?:book|charge)\b/i.test(JSON.stringify(body) ?? '')
}
