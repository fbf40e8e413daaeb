// What an agent's sign-in brought: one secret, kept where secrets are kept. What else is to be known of it lies with it.

import { z } from 'zod'
import type { SecretStore } from '../secret-store.ts'
import { clientSchema } from './client.ts'
import { serverSchema } from './discover.ts'

const keptSchema = z.object({
  /** As a window has it. */
  way: z.object({
    id: z.string(),
    grant: z.enum(['authorization-code', 'device-code', 'client-credentials']),
    scheme: z.string(),
    server: z.string(),
    scopes: z.array(z.string()),
    offeredScopes: z.array(z.string()),
  }),
  server: z.object({
    metadata: serverSchema,
    hasIssuer: z.boolean(),
    resource: z.string().exactOptional(),
    refreshUrl: z.string().exactOptional(),
  }),
  client: clientSchema,
  scopes: z.array(z.string()),
  accessToken: z.string(),
  refreshToken: z.string().exactOptional(),
  idClaims: z.record(z.string(), z.unknown()).exactOptional(),
  expiresAt: z.number().exactOptional(),
  refreshProblem: z.string().exactOptional(),
})
export type KeptSignIn = z.infer<typeof keptSchema>

export interface KeptSignIns {
  readonly where: SecretStore['where']
  /** Whether there is one, without opening it. */
  isSet(agentId: string): boolean
  get(agentId: string): Promise<KeptSignIn | undefined>
  set(agentId: string, kept: KeptSignIn): Promise<void>
  forget(agentId: string): Promise<void>
}

export function createKeptSignIns(secrets: SecretStore): KeptSignIns {
  const opened = new Map<string, KeptSignIn>()
  const keyOf = (agentId: string) => `${agentId} sign-in`
  return {
    where: secrets.where,
    isSet: (agentId) => secrets.has(keyOf(agentId)),
    async get(agentId) {
      const known = opened.get(agentId)
      if (known !== undefined || !secrets.has(keyOf(agentId))) return known
      const kept = keptSchema.safeParse(jsonOf((await secrets.get(keyOf(agentId))) ?? '')).data
      if (kept !== undefined) opened.set(agentId, kept)
      return kept
    },
    async set(agentId, kept) {
      opened.set(agentId, kept)
      await secrets.set(keyOf(agentId), JSON.stringify(kept))
    },
    async forget(agentId) {
      opened.delete(agentId)
      await secrets.forget([keyOf(agentId)])
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
