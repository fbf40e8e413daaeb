// Signing in: gets a token the way the card declares. Secrets are write-only; of a token a window gets its owner, its scopes
// and its expiry. Each step names its exchanges on the wire.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars, maxListed, maxPemChars, maxUrlChars, maxValueChars, maxWordChars } from '../bounded.ts'
import { agentIdSchema, ofAgent } from './agents.ts'

export const grants = ['authorization-code', 'device-code', 'client-credentials'] as const
export type Grant = (typeof grants)[number]

/** One grant that the card, or the response that refused it, names. */
export const signInWaySchema = z.object({
  id: z.string(),
  grant: z.enum(grants),
  /** The scheme on the card; empty for one from a challenge. */
  scheme: z.string(),
  /** The origin that is called first. */
  server: z.string(),
  /** Requested by default. */
  scopes: z.array(z.string()).readonly(),
  /** Further ones that the card describes. */
  offeredScopes: z.array(z.string()).readonly(),
})
export type SignInOption = Readonly<z.infer<typeof signInWaySchema>>

/** A client with which another agent is signed in at the same server. */
export interface SharedClient {
  readonly agentId: string
  readonly name: string
  readonly clientId: string
  /** Those that lead to its server; for a client that the server registered, those of its grant only. */
  readonly wayIds: readonly string[]
}

export const stepNames = ['discover', 'register', 'authorize', 'exchange', 'use', 'refresh'] as const
export type StepName = (typeof stepNames)[number]

export interface SignInStep {
  readonly name: StepName
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'skipped'
  /** What happens, happened or went wrong. */
  readonly sentence: string
  /** The latest. */
  readonly exchangeIds: readonly string[]
}

export interface SignInRun {
  readonly way: SignInOption
  /**
   * `needs-client`: the server does not register clients, so the user has to enter one. `done` as soon as there is a token,
   * which is then used.
   */
  readonly state: 'running' | 'needs-client' | 'done' | 'failed' | 'canceled'
  readonly steps: readonly SignInStep[]
  /** To open in a browser, which then leads to `redirectUri` with the answer. */
  readonly browser?: { readonly url: string; readonly redirectUri: string }
  readonly device?: {
    readonly userCode: string
    readonly url: string
    /** Includes the code. */
    readonly completeUrl?: string
    /** Milliseconds since 1970. */
    readonly expiresAt: number
  }
  /** Requests to the redirect address that were refused. */
  readonly refused: readonly string[]
}

export interface SignedIn {
  readonly way: SignInOption
  /** The origin that issued the token. */
  readonly server: string
  readonly clientId: string
  /** From the ID token; absent without one. */
  readonly account?: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; unchanged by a refresh. Absent where an earlier version of Parley stored it. */
  readonly signedInAt?: number
  /** Milliseconds since 1970; absent where the server doesn’t state it. */
  readonly expiresAt?: number
  readonly refreshes: boolean
  /** Why the last refresh failed. */
  readonly refreshProblem?: string
  readonly claims: readonly TokenClaim[]
}

export interface TokenClaim {
  readonly token: 'ID token' | 'Access token'
  readonly name: string
  readonly value: string
}

export interface SignInState {
  readonly run?: SignInRun
  readonly signedIn?: SignedIn
  /** There was a sign-in, but the system’s vault no longer opens it. */
  readonly isLost?: true
}

const scope = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'not a scope')
  .max(maxWordChars)

/** With the last two, the agent’s client certificate identifies the client. */
export const clientMethods = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
] as const

/** Parley's client at a server; by default it registers. */
const clientSchema = z.object({
  id: z.string().trim().min(1).max(maxWordChars),
  secret: z.string().min(1).max(maxValueChars).optional(),
  /** PEM or a JWK, for `private_key_jwt`. */
  privateKey: z.string().min(1).max(maxPemChars).optional(),
  /** By default as the server’s metadata states. */
  method: z.enum(clientMethods).optional(),
  /** The registered one, unless any address of this machine is allowed. */
  redirectUri: z
    .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })
    .regex(/^[^?#]*$/, 'The redirect URI can’t have a query or a fragment.')
    .max(maxUrlChars)
    .optional(),
})
export type SignInClient = z.infer<typeof clientSchema>

const startSchema = ofAgent.extend({
  wayId: z.string().max(maxWordChars),
  /** Only these; by default the previous ones or those of the grant, and those of the challenge. */
  scopes: z.array(scope).max(maxListed).optional(),
  client: clientSchema.optional(),
  /** Uses the client of this other agent, which is signed in at the same server; not its token. */
  clientOf: agentIdSchema.optional(),
  /** The exchange whose refusal requires it: its challenge may lead to a server, and name scopes. */
  exchangeId: z.string().max(maxIdChars).optional(),
  /** Requests the choice of an account at the server. */
  otherAccount: z.boolean().optional(),
})
export type SignInRequest = z.infer<typeof startSchema>

export const signIn = {
  /** The current state and each change, for as long as the window listens. */
  follow: oc.input(ofAgent).output(eventIterator(type<SignInState>())),
  /** Replaces a running one. Returns once it has begun; `follow` reports the rest. */
  start: oc.input(startSchema).output(type<SignInState>()),
  cancel: oc.input(ofAgent).output(type<SignInState>()),
  /** The address where the browser ended, if it can’t reach this machine. */
  finish: oc
    .input(ofAgent.extend({ address: z.string().trim().max(maxUrlChars) }))
    .output(type<SignInState>()),
  refresh: oc.input(ofAgent).output(type<SignInState>()),
  /** Deletes the tokens, and revokes them at the server where that is possible. */
  signOut: oc.input(ofAgent).output(type<SignInState>()),
}
