// The token that goes along with a request now, and another in its place.

import { type KeptSignIns, renews } from './kept-sign-ins.ts'
import type { Renewals } from './renewal.ts'

export function createTokens(kept: KeptSignIns, renew: Renewals['renew']) {
  return {
    /** The token to send now, refreshed where it is about to expire. */
    async token(agentId: string): Promise<string | undefined> {
      const now = await kept.get(agentId)
      if (now === undefined) return undefined
      const isEnding = now.renewAt !== undefined && now.renewAt < Date.now()
      const after = isEnding && renews(now) ? await renew(agentId) : undefined
      return (after ?? (await kept.get(agentId)))?.accessToken
    },
    /** Another one in place of a token that was refused; undefined where there is none. */
    async renewed(agentId: string, refused: string): Promise<string | undefined> {
      const now = await kept.get(agentId)
      if (now !== undefined && now.accessToken !== refused) return now.accessToken
      return (await renew(agentId))?.accessToken
    },
    /** Where it comes from, as a sentence for who is shown a request without it. */
    async tokenSource(agentId: string): Promise<string | undefined> {
      const { way, server } = (await kept.get(agentId)) ?? {}
      const url = URL.parse(server?.metadata.token_endpoint ?? '')
      return way && url ? `The access token is issued by ${url.href} (${way.grant}).` : undefined
    },
  }
}
