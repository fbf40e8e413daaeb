// Signing in: getting a token the way the card says. Secrets go in and never come out; of a token a window learns whose it is, what
// it allows and until when. Each step names its exchanges on the wire.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars, maxListed, maxPemChars, maxUrlChars, maxValueChars, maxWordChars } from '../bounded.ts'
import { agentIdSchema, ofAgent } from './agents.ts'

export const grants = ['authorization-code', 'device-code', 'client-credentials'] as const
export type Grant = (typeof grants)[number]

/** One way to a token that the card, or the answer that refused it, names. */
export const signInWaySchema = z.object({
  id: z.string(),
  grant: z.enum(grants),
  /** The scheme on the card; empty for what a challenge asked. */
  scheme: z.string(),
  /** The origin that is called first. */
  server: z.string(),
  /** Requested unless the user reports otherwise. */
  scopes: z.array(z.string()).readonly(),
  /** Those the card describes besides. */
  offeredScopes: z.array(z.string()).readonly(),
})
export type SignInWay = Readonly<z.infer<typeof signInWaySchema>>

/** A client that another agent is signed in with at the same server. */
export interface SharedClient {
  readonly agentId: string
  readonly name: string
  readonly clientId: string
  /** Those that lead to its server; of one that the server registered, by its grant alone. */
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
  readonly way: SignInWay
  /**
   * `needs-client`: the server registers nobody, so the user has to report which client Parley is. `done` as soon as there is a token, which
   * is then used.
   */
  readonly state: 'running' | 'needs-client' | 'done' | 'failed' | 'canceled'
  readonly steps: readonly SignInStep[]
  /** To open in a browser, which then leads to `redirectUri` with the answer. */
  readonly browser?: { readonly url: string; readonly redirectUri: string }
  readonly device?: {
    readonly userCode: string
    readonly url: string
    /** With the code in it. */
    readonly completeUrl?: string
    /** Milliseconds since 1970. */
    readonly expiresAt: number
  }
  /** What came to the redirect address and was refused. */
  readonly refused: readonly string[]
}

export interface SignedIn {
  readonly way: SignInWay
  /** The origin that issued the token. */
  readonly server: string
  readonly clientId: string
  /** Of the ID token; absent where there is none. */
  readonly account?: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; a refreshed token leaves it. Absent where an earlier version of Parley stored it. */
  readonly signedInAt?: number
  /** Milliseconds since 1970; absent where the server doesn’t say. */
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
  /** There was a sign-in, and the system’s vault opens it no longer. */
  readonly isLost?: true
}

const scope = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'not a scope')
  .max(maxWordChars)

/** With the last two, the client is identified by the agent’s client certificate. */
export const clientMethods = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
] as const

/** Which client Parley is at a server; without it, it registers. */
const clientSchema = z.object({
  id: z.string().trim().min(1).max(maxWordChars),
  secret: z.string().min(1).max(maxValueChars).optional(),
  /** PEM or a JWK, for `private_key_jwt`. */
  privateKey: z.string().min(1).max(maxPemChars).optional(),
  /** Without it, what the server’s metadata says. */
  method: z.enum(clientMethods).optional(),
  /** As it is registered, where that is not any address of this machine. */
  redirectUri: z
    .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })
    .regex(/^[^?#]*$/, 'The redirect URI can’t have a query or a fragment.')
    .max(maxUrlChars)
    .optional(),
})
export type SignInClient = z.infer<typeof clientSchema>

const startSchema = ofAgent.extend({
  wayId: z.string().max(maxWordChars),
  /** Just these; without them those of before or of the way, and what the challenge names. */
  scopes: z.array(scope).max(maxListed).optional(),
  client: clientSchema.optional(),
  /** Takes the client of this other agent, which is signed in at the same server; not its token. */
  clientOf: agentIdSchema.optional(),
  /** The refusal that requests it: its challenge may lead to a server, and name scopes. */
  exchangeId: z.string().max(maxIdChars).optional(),
  /** Asks the server for the choice of an account. */
  otherAccount: z.boolean().optional(),
})
export type SignInRequest = z.infer<typeof startSchema>

export const signIn = {
  /** As it is and becomes, for as long as the window listens. */
  follow: oc.input(ofAgent).output(eventIterator(type<SignInState>())),
  /** Takes the place of one that runs. Ends when it has begun; `follow` tells the rest. */
  start: oc.input(startSchema).output(type<SignInState>()),
  cancel: oc.input(ofAgent).output(type<SignInState>()),
  /** The address that the browser ended at, where it can’t reach this machine. */
  finish: oc
    .input(ofAgent.extend({ address: z.string().trim().max(maxUrlChars) }))
    .output(type<SignInState>()),
  refresh: oc.input(ofAgent).output(type<SignInState>()),
  /** Forgets the tokens, and tells the server where it can be told. */
  signOut: oc.input(ofAgent).output(type<SignInState>()),
}
