// Connects signing in with the engine: the agent's card, and the access that gets the token.

import { defined } from '#shared/defined.ts'
import type { Agents } from '../../agents.ts'
import type { DiscoveryService } from '../../discovery/discovery.ts'
import type { Host } from '../../host.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { Wire } from '../../wire/wire.ts'
import type { AccessService } from '../access.ts'
import type { ClientCertificates } from '../client-certificates.ts'
import { originOf, ownOrigin } from '../origins.ts'
import { createKeptSignIns } from './kept-sign-ins.ts'
import { refusalOf } from './problem.ts'
import { createSignIns, type SignIns } from './sign-in.ts'

interface WiringDeps {
  readonly wire: Wire
  readonly clock: Clock
  readonly record: SessionRecord
  readonly host: Pick<Host, 'secrets'>
  readonly agents: Agents
  readonly certificates: ClientCertificates
  readonly currentSession: () => string
  /** Created later, as these use tokens. */
  readonly later: () => { readonly access: AccessService; readonly discovery: DiscoveryService }
}

export function wireSignIns(deps: WiringDeps): SignIns {
  const { wire, clock, record, host, agents, certificates, currentSession, later } = deps
  return createSignIns({
    ...{ wire, clock },
    keptSignIns: createKeptSignIns(host.secrets),
    currentSession,
    cardOf(agentId) {
      const card = later().discovery.current(agentId)
      const own = ownOrigin(agents.get(agentId).address) ?? ''
      return { discovery: card, named: card?.found && card.cardUrl !== '' ? card.cardUrl : own }
    },
    refusalOf: (agentId, exchangeId) => refusalOf(record, agentId, exchangeId),
    sentTo: (agentId) => [ownOrigin(agents.get(agentId).address), ...later().access.approvedOrigins(agentId)],
    async certificateFor(agentId, { metadata }) {
      await certificates.open(agentId)
      const approved = later().access.approvedOrigins(agentId)
      const aliases = Object.values(metadata.mtls_endpoint_aliases ?? {})
      const [issuer, ...others] = [metadata.issuer, metadata.token_endpoint, ...aliases].map((url) =>
        originOf(url),
      )
      // Approval of a server includes its endpoints for certificates.
      const isApproved = [issuer, others[0]].some((origin) => approved.includes(origin ?? ''))
      const origins = others.filter((origin) => origin !== undefined)
      return isApproved ? certificates.shown(agentId, [...approved, ...origins]) : {}
    },
    async keep(agentId, signIn) {
      await agents.keep(agentId)
      await later().access.setSignIn(agentId, signIn, ownOrigin(agents.get(agentId).address))
    },
    tryToken: (agentId) => trySignIn(later().discovery, agentId),
  })
}

/** Reads the card with the token, to show where the token is sent. */
async function trySignIn(
  discovery: Pick<DiscoveryService, 'discover'>,
  agentId: string,
): Promise<{ readonly sentence: string; readonly exchangeId?: string }> {
  const card = await discovery.discover(agentId, { bypassCache: true })
  const attempt = card.attempts.at(-1)
  const sentence =
    card.found && card.connection?.credentials === 'withheld'
      ? `Approve ${new URL(card.connection.interface.url).host} under “Sent to”: the agent is called there.`
      : 'The token is sent with every request to the agent.'
  return { sentence, ...defined({ exchangeId: attempt?.exchangeId }) }
}
