// Access as a window sees it: what is asked for, what is set, and which origins may get it.

import type { Access, OriginUse } from '#shared/contract/access.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { Agents } from '../agents.ts'
import type { Answers } from '../answers.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { AccessService } from './access.ts'
import type { ClientCertificates } from './client-certificates.ts'
import { describeAccess } from './describe.ts'
import { originOf, ownOrigin } from './origins.ts'
import type { RedirectQuestions } from './redirect-questions.ts'
import { sharedClients } from './sign-in/shared-clients.ts'
import type { SignIns } from './sign-in/sign-in.ts'
import { challengedScopes, shownWay, waysFor } from './sign-in/ways.ts'

interface DeskDeps {
  readonly agents: Agents
  readonly access: AccessService
  readonly discovery: DiscoveryService
  readonly certificates: ClientCertificates
  readonly redirects: RedirectQuestions
  readonly signIns: Pick<SignIns, 'kept' | 'refusalOf' | 'servers'>
}

export function createAccessDesk({
  agents,
  access,
  discovery,
  certificates,
  redirects,
  signIns,
}: DeskDeps): Answers<'access'> {
  async function view(agentId: string): Promise<Access> {
    const signIn = await signIns.kept.get(agentId)
    const named = waysFor(discovery.current(agentId)).map(({ server }) => server)
    const tokenServers = [...named, ...(await signIns.servers(agentId))]
    return {
      credentials: access.credentials(agentId),
      clientCertificate: certificates.isSet(agentId),
      signedIn: signIn !== undefined,
      origins: originUses(
        agents.get(agentId).address,
        discovery.current(agentId),
        access.approvedOrigins(agentId),
        // Whom a certificate may be shown to.
        certificates.isSet(agentId) ? tokenServers : [],
      ),
      redirects: redirects.allowed(agentId),
    }
  }

  return {
    async describe({ agentId, exchangeId }) {
      const card = discovery.current(agentId)
      const refusal = exchangeId === undefined ? undefined : await signIns.refusalOf(agentId, exchangeId)
      const ways = waysFor(card, refusal)
      return {
        ...describeAccess(card),
        signIns: ways.map(shownWay),
        sharedClients: await sharedClients(
          signIns.kept,
          agents.list().filter(({ id }) => id !== agentId),
          ways,
        ),
        missingScopes: challengedScopes(refusal),
        access: await view(agentId),
      }
    },
    async set({ agentId, credentials }) {
      await agents.keep(agentId)
      await access.set(agentId, credentials, ownOrigin(agents.get(agentId).address))
      return view(agentId)
    },
    async approve({ agentId, origin, approved }) {
      agents.get(agentId)
      await access.approve(agentId, origin, approved)
      return view(agentId)
    },
    async forgetRedirect({ agentId, ...redirect }) {
      agents.get(agentId)
      await redirects.forget(agentId, redirect)
      return view(agentId)
    },
    clientCertificate: ({ agentId }) => certificates.view(agentId),
    async setClientCertificate({ agentId, certificate }) {
      await agents.keep(agentId)
      const { address } = agents.get(agentId)
      await access.setCertificate(agentId, certificate, ownOrigin(address))
      return certificates.view(agentId)
    },
  }
}

/** Origins that "Access" lists for one agent; the card's own JSON has the others. */
const maxOrigins = 100

function originUses(
  address: string,
  discovery: Discovery | null,
  approved: readonly string[],
  tokenServers: readonly string[],
): readonly OriginUse[] {
  const uses = new Map<string, Set<OriginUse['uses'][number]>>()
  const add = (origin: string | undefined, use: OriginUse['uses'][number]) => {
    if (origin === undefined) return
    const known = uses.get(origin) ?? new Set()
    uses.set(origin, known.add(use))
  }
  add(ownOrigin(address), 'address')
  for (const hop of discovery?.attempts.flatMap(({ hops }) => hops) ?? []) add(originOf(hop.to), 'card')
  if (discovery?.found) {
    add(originOf(discovery.cardUrl), 'card')
    const { connection } = discovery
    if (connection) add(originOf(connection.interface.url, connection.binding), 'interface')
    for (const { interface: entry, binding } of discovery.interfaces.slice(0, maxOrigins)) {
      if (binding) add(originOf(entry.url, binding), 'interface')
    }
  }
  for (const server of tokenServers) add(originOf(server), 'token')
  for (const origin of approved) if (!uses.has(origin)) uses.set(origin, new Set())
  return [...uses].slice(0, maxOrigins).map(([origin, used]) => {
    const isApproved = approved.includes(origin)
    return {
      origin,
      uses: [...used],
      approved: isApproved,
      ...(!isApproved && { question: `Send credentials to ${origin} too?` }),
    }
  })
}
