// Serves the public card. Not the SDK's handler: that one prints its own in-memory form of security schemes (`$case`) and
// explicit empty defaults. A caller who names no version, or 0.3, gets the SDK's 0.3 view; that view carries no signature,
// because the signature covers the 1.0 card and would look broken there.

import { createHash } from 'node:crypto'
import type { AgentCard } from '@a2a-js/sdk'
import { legacyAgentCardRouter } from '@a2a-js/sdk/compat/v0_3/server/express'
import express, { type RequestHandler } from 'express'

export const CARD_PATH = '/.well-known/agent-card.json'
const MAX_AGE_S = 60

export function createCardRoutes(options: { unsigned: AgentCard; signedJson: string }): RequestHandler {
  const router = express.Router()
  const etag = `"${createHash('sha256').update(options.signedJson).digest('base64url')}"`
  const lastModified = new Date().toUTCString()

  const legacy = legacyAgentCardRouter({
    agentCardProvider: async () => options.unsigned,
    cache: { maxAge: MAX_AGE_S },
  })
  router.use(CARD_PATH, legacy)

  router.get(CARD_PATH, (request, response) => {
    response.set({
      'Cache-Control': `public, max-age=${MAX_AGE_S}`,
      ETag: etag,
      'Last-Modified': lastModified,
      Vary: 'A2A-Version',
    })
    if (request.fresh) {
      response.status(304).end()
      return
    }
    response.type('application/json').send(options.signedJson)
  })
  return router
}
