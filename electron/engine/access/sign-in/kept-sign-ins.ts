// The result of an agent's sign-in, stored as one secret with everything that belongs to it.

import { z } from 'zod'
import type { Agent } from '#shared/contract/agents.ts'
import { type SharedClient, type SignInOption, signInWaySchema } from '#shared/contract/sign-in.ts'
import { createStoredJson, type StoredJson } from '../client-certificates.ts'
import type { SecretStore } from '../secret-store.ts'
import { type Client, clientSchema } from './client.ts'
import { type DiscoveredServer, discoveredServerSchema, isSameServer } from './discover.ts'
import { SignInProblem } from './problem.ts'

/** Clients of other agents that a sign-in offers. */
const maxSharedClients = 5

const keptSchema = z.object({
  way: signInWaySchema,
  server: discoveredServerSchema,
  client: clientSchema,
  scopes: z.array(z.string()),
  accessToken: z.string(),
  refreshToken: z.string().exactOptional(),
  idClaims: z.record(z.string(), z.unknown()).exactOptional(),
  signedInAt: z.number().exactOptional(),
  expiresAt: z.number().exactOptional(),
  renewAt: z.number().exactOptional(),
  refreshProblem: z.string().exactOptional(),
  /** The server refused another token: it is not requested again before the next sign-in. */
  isRefused: z.literal(true).exactOptional(),
})
export type KeptSignIn = z.infer<typeof keptSchema>

/** The origin that issues tokens, which may differ from the metadata's. */
export function tokenOrigin({ metadata }: Pick<KeptSignIn['server'], 'metadata'>): string {
  return URL.parse(metadata.token_endpoint)?.origin ?? metadata.token_endpoint
}

/** Whether another token can be requested without the user. */
export function renews({
  refreshToken,
  way,
  isRefused,
}: Pick<KeptSignIn, 'refreshToken' | 'way' | 'isRefused'>): boolean {
  return !isRefused && (refreshToken !== undefined || way.grant === 'client-credentials')
}

export type KeptSignIns = StoredJson<KeptSignIn>

export function createKeptSignIns(secrets: SecretStore): KeptSignIns {
  return createStoredJson(secrets, 'sign-in', keptSchema)
}

// The client of another agent: agents of one server may share it with the user's consent. The token is never shared.

/** Clients of signed-in agents to which one of these ways leads, without duplicates. */
export async function sharedClients(
  stored: Pick<KeptSignIns, 'isSet' | 'get'>,
  agents: readonly Pick<Agent, 'id' | 'name'>[],
  options: readonly SignInOption[],
): Promise<readonly SharedClient[]> {
  const matches = new Map<string, SharedClient>()
  for (const { id, name } of agents.filter((agent) => options.length > 0 && stored.isSet(agent.id))) {
    if (matches.size === maxSharedClients) break
    const signIn = await stored.get(id)
    if (signIn === undefined) continue
    const { client, server } = signIn
    const key = `${tokenOrigin(server)} ${client.id}`
    const wayIds = options.filter((option) => leadsTo(option, signIn)).map((option) => option.id)
    if (wayIds.length > 0 && !matches.has(key))
      matches.set(key, { agentId: id, name, clientId: client.id, wayIds })
  }
  return [...matches.values()]
}

/** A preliminary check: the servers are compared when the client is used. */
function leadsTo(option: SignInOption, { way: taken, server, client }: KeptSignIn): boolean {
  if (client.registered && option.grant !== taken.grant) return false
  const issuer = URL.parse(server.metadata.issuer)?.origin
  return [taken.server, issuer, tokenOrigin(server)].includes(option.server)
}

/** A client may have a secret, so it is used at exactly its own server. */
export async function clientOfAgent(
  stored: Pick<KeptSignIns, 'get'>,
  agentId: string,
  discoveredServer: DiscoveredServer,
): Promise<Client> {
  const { client, server } = (await stored.get(agentId)) ?? {}
  if (client === undefined || server === undefined) {
    throw new SignInProblem('The agent whose client was chosen is no longer signed in.')
  }
  if (isSameServer(server, discoveredServer)) return client
  throw new SignInProblem(
    'The agent whose client was chosen is signed in at another server. The client was not used.',
  )
}
