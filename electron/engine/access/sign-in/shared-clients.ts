// The client of another agent: agents of one server may share it where the user says so. The token is never shared.

import type { Agent } from '#shared/contract/agents.ts'
import type { SharedClient, SignInWay } from '#shared/contract/sign-in.ts'
import type { Client } from './client.ts'
import { type DiscoveredServer, isSameServer } from './discover.ts'
import { type KeptSignIn, type KeptSignIns, tokenOrigin } from './kept-sign-ins.ts'
import { SignInProblem } from './problem.ts'

/** Clients of other agents that are offered for a sign-in. */
const maxSharedClients = 5

/** Those of agents that are signed in where one of these ways leads, each client once. */
export async function sharedClients(
  kept: Pick<KeptSignIns, 'isSet' | 'get'>,
  agents: readonly Pick<Agent, 'id' | 'name'>[],
  ways: readonly SignInWay[],
): Promise<readonly SharedClient[]> {
  const found = new Map<string, SharedClient>()
  for (const { id, name } of agents.filter((agent) => ways.length > 0 && kept.isSet(agent.id))) {
    if (found.size === maxSharedClients) break
    const signIn = await kept.get(id)
    if (signIn === undefined) continue
    const { client, server } = signIn
    const key = `${tokenOrigin(server)} ${client.id}`
    const wayIds = ways.filter((way) => leadsTo(way, signIn)).map((way) => way.id)
    if (wayIds.length > 0 && !found.has(key))
      found.set(key, { agentId: id, name, clientId: client.id, wayIds })
  }
  return [...found.values()]
}

/** As far as is known before it is taken: the server itself is compared when its client is used. */
function leadsTo(way: SignInWay, { way: taken, server, client }: KeptSignIn): boolean {
  if (client.registered && way.grant !== taken.grant) return false
  const issuer = URL.parse(server.metadata.issuer)?.origin
  return [taken.server, issuer, tokenOrigin(server)].includes(way.server)
}

/** A client may have a secret, so it goes to the very server it is of. */
export async function clientOfAgent(
  kept: Pick<KeptSignIns, 'get'>,
  agentId: string,
  wanted: DiscoveredServer,
): Promise<Client> {
  const { client, server } = (await kept.get(agentId)) ?? {}
  if (client === undefined || server === undefined) {
    throw new SignInProblem('The agent whose client was chosen is no longer signed in.')
  }
  if (isSameServer(server, wanted)) return client
  throw new SignInProblem(
    'The agent whose client was chosen is signed in at another server. The client was not used.',
  )
}
