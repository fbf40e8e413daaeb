// Signing in with what the engine has: the card it is about, the access that a token becomes part of.

import type { Agents } from '../../agents.ts'
import type { DiscoveryService } from '../../discovery/discovery.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { Wire } from '../../wire/wire.ts'
import type { AccessService } from '../access.ts'
import { ownOrigin } from '../own-origin.ts'
import type { SecretStore } from '../secret-store.ts'
import { createKeptSignIns } from './kept-sign-ins.ts'
import { refusalOf } from './refusal.ts'
import { createSignIns, type SignIns } from './sign-in.ts'
import { trySignIn } from './try-sign-in.ts'

interface WiringDeps {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly secrets: SecretStore
  readonly agents: Agents
  readonly currentSession: () => string
  /** Made later, for they use tokens. */
  readonly later: () => { readonly access: AccessService; readonly discovery: DiscoveryService }
}

export function wireSignIns({ wire, record, secrets, agents, currentSession, later }: WiringDeps): SignIns {
  return createSignIns({
    wire,
    kept: createKeptSignIns(secrets),
    currentSession,
    cardOf(agentId) {
      const card = later().discovery.current(agentId)
      const own = ownOrigin(agents.get(agentId).address) ?? ''
      return { discovery: card, named: card?.found && card.cardUrl !== '' ? card.cardUrl : own }
    },
    refusalOf: (agentId, exchangeId) => refusalOf(record, agentId, exchangeId),
    sentTo: (agentId) => [ownOrigin(agents.get(agentId).address), ...later().access.approvedOrigins(agentId)],
    async keep(agentId, signIn) {
      await agents.keep(agentId)
      await later().access.setSignIn(agentId, signIn, ownOrigin(agents.get(agentId).address))
    },
    tryToken: (agentId) => trySignIn(later().discovery, agentId),
  })
}
