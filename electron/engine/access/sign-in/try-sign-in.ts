import { defined } from '#shared/defined.ts'
import type { DiscoveryService } from '../../discovery/discovery.ts'

/** Reads the card with the token, which tells where the token goes. */
export async function trySignIn(
  discovery: Pick<DiscoveryService, 'discover'>,
  agentId: string,
): Promise<{ readonly sentence: string; readonly exchangeId?: string }> {
  const card = await discovery.discover(agentId, { bypassCache: true })
  const attempt = card.attempts.at(-1)
  const sentence =
    card.found && card.connection?.credentials === 'withheld'
      ? `Approve ${new URL(card.connection.interface.url).host} under “Sent to”: the agent is called there.`
      : 'The token goes along with every request to the agent.'
  return { sentence, ...defined({ exchangeId: attempt?.exchangeId }) }
}
