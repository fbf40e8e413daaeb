// Serves a public card. Not the SDK's handler: that one prints its own in-memory form of security schemes (`$case`) and
// explicit empty defaults. A caller who names no version, or 0.3, gets the SDK's 0.3 view; that view carries no signature,
// because the signature covers the 1.0 card and would look broken there.

import { createHash } from 'node:crypto'
import { AgentCard } from '@a2a-js/sdk'
import { legacyAgentCardRouter } from '@a2a-js/sdk/compat/v0_3/server/express'
import express, { type RequestHandler } from 'express'

export const CARD_PATH = '/.well-known/agent-card.json'
const MAX_AGE_S = 60

export interface CardRoutesOptions {
  readonly signed: AgentCard
  /** Absent when the card offers nothing to 0.3: everybody then gets the 1.0 card. */
  readonly legacy?: AgentCard
}

export function createCardRoutes({ signed, legacy }: CardRoutesOptions): RequestHandler {
  const router = express.Router()
  const body = JSON.stringify(AgentCard.toJSON(signed))
  const headers = {
    'Cache-Control': `public, max-age=${MAX_AGE_S}`,
    ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    'Last-Modified': new Date().toUTCString(),
    Vary: 'A2A-Version',
  }

  if (legacy) {
    router.use(
      CARD_PATH,
      legacyAgentCardRouter({ agentCardProvider: async () => legacy, cache: { maxAge: MAX_AGE_S } }),
    )
  }
  router.get(CARD_PATH, (request, response) => {
    response.set(headers)
    if (hasCurrent(request.headers['if-none-match'], headers.ETag) || request.fresh) {
      response.status(304).end()
      return
    }
    response.type('application/json').send(body)
  })
  return router
}

/** `request.fresh` alone gives in to `Cache-Control: no-cache`, which speaks to caches, not to the origin (RFC 9110 §13). */
function hasCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
