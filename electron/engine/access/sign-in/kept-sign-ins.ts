// What an agent's sign-in brought: one secret, kept where secrets are kept. What else is to be known of it lies with it.

import { z } from 'zod'
import { grants } from '#shared/contract/sign-in.ts'
import { createKeptJson, type KeptJson } from '../kept-json.ts'
import type { SecretStore } from '../secret-store.ts'
import { clientSchema } from './client.ts'
import { serverSchema } from './discover.ts'

const keptSchema = z.object({
  /** As a window has it. */
  way: z.object({
    id: z.string(),
    grant: z.enum(grants),
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
  signedInAt: z.number().exactOptional(),
  expiresAt: z.number().exactOptional(),
  renewAt: z.number().exactOptional(),
  refreshProblem: z.string().exactOptional(),
  /** The server refused another token: it isn’t asked again before the next sign-in. */
  isRefused: z.literal(true).exactOptional(),
})
export type KeptSignIn = z.infer<typeof keptSchema>

/** Where tokens are issued: the metadata may be elsewhere. */
export function tokenOrigin({ metadata }: Pick<KeptSignIn['server'], 'metadata'>): string {
  return URL.parse(metadata.token_endpoint)?.origin ?? metadata.token_endpoint
}

/** Whether another token can be asked for without the user. */
export function renews({
  refreshToken,
  way,
  isRefused,
}: Pick<KeptSignIn, 'refreshToken' | 'way' | 'isRefused'>): boolean {
  return !isRefused && (refreshToken !== undefined || way.grant === 'client-credentials')
}

export type KeptSignIns = KeptJson<KeptSignIn>

export function createKeptSignIns(secrets: SecretStore): KeptSignIns {
  return createKeptJson(secrets, 'sign-in', keptSchema)
}
