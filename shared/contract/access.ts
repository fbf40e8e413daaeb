// Credentials for one agent. Secrets go in and never come out: the answers say only whether one is set and where it lives.
// They are sent to approved origins alone; anybody else is called without them.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars, maxPemChars, maxUrlChars, maxValueChars, maxWordChars } from '../bounded.ts'
import { ofAgent } from './agents.ts'
import type { AllowedRedirect } from './redirects.ts'
import type { SharedClient, SignInWay } from './sign-in.ts'

/** `${env:NAME}` is kept as it stands and looked up when it is used. */
const secretSchema = z
  .string()
  .min(1)
  .max(maxValueChars)
  .regex(/^[^\r\n\0]*$/, 'a credential has no line breaks')
const headerNameSchema = z
  .string()
  .max(maxWordChars)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'not a header name')
const keyNameSchema = z
  .string()
  .min(1)
  .max(maxWordChars)
  .regex(/^[^\s\p{Cc}]+$/u, 'a name has no spaces')

/** Credentials of one agent; one more is refused. */
const maxCredentials = 20

/** Without its secret, a credential keeps the one that is set. */
const credentialSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bearer'), token: secretSchema.optional() }),
  z.object({
    kind: z.literal('basic'),
    username: z.string().max(maxWordChars),
    password: secretSchema.optional(),
  }),
  z.object({
    kind: z.literal('api-key'),
    location: z.enum(['header', 'query', 'cookie']),
    name: keyNameSchema,
    value: secretSchema.optional(),
  }),
  z.object({ kind: z.literal('header'), name: headerNameSchema, value: secretSchema.optional() }),
])
/** All that are set go along together. */
export type Credential = z.infer<typeof credentialSchema>

export type SecretState =
  | { readonly state: 'not-set' }
  | { readonly state: 'set'; readonly where: 'os-vault' | 'memory' }
  | {
      readonly state: 'set'
      readonly where: 'environment'
      readonly variable: string
      /** False while the engine's environment has no such variable: the credential is then not sent. */
      readonly present: boolean
    }

type WithoutSecret<C> = C extends Credential ? Readonly<Omit<C, 'token' | 'password' | 'value'>> : never

/** A credential with what is said of its secret. */
export type CredentialView = WithoutSecret<Credential> & { readonly secret: SecretState }

export interface OriginUse {
  readonly origin: string
  readonly uses: readonly ('address' | 'card' | 'interface' | 'token')[]
  readonly approved: boolean
  /** To ask the user while it is not approved: "Send credentials to ORIGIN too?" */
  readonly question?: string
}

export interface Access {
  readonly credentials: readonly CredentialView[]
  /** Whether TLS has one to show, to the same origins. */
  readonly clientCertificate: boolean
  /** Whether the token of a sign-in goes along, to the same origins. */
  readonly signedIn: boolean
  /** Every origin this agent's card, interfaces and tokens are at, and those approved before. */
  readonly origins: readonly OriginUse[]
  /** Redirects that the user allowed for good. */
  readonly redirects: readonly AllowedRedirect[]
}

/** One field group to fill in; what it makes is a `Credential` of the same kind. */
export type AccessFields =
  | { readonly kind: 'bearer'; readonly format?: string }
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'api-key'
      readonly location: 'header' | 'query' | 'cookie'
      readonly name: string
    }

export interface AccessScheme {
  /** Its name on the card; empty for what a challenge asked. */
  readonly name: string
  readonly scopes: readonly string[]
  readonly sentence: string
  readonly description?: string
  /** Absent when Parley has no form for it; the sentence then reports what can be done. */
  readonly form?: AccessFields
}

export interface AccessDescription {
  /** "Needs an API key in the header X-Key, or OAuth with the scopes read and write." */
  readonly sentence: string
  /** Any one of them will do; within one, all schemes are needed. */
  readonly alternatives: readonly { readonly sentence: string; readonly schemes: readonly AccessScheme[] }[]
  /** Schemes that the card declares but requires nowhere. */
  readonly others: readonly AccessScheme[]
  /** Ways to get a token, in the order of the card. */
  readonly signIns: readonly SignInWay[]
  /** Clients of other agents at their servers. */
  readonly sharedClients: readonly SharedClient[]
  /** Scopes that the refusal names, where one was asked about. */
  readonly missingScopes: readonly string[]
  readonly access: Access
}

const pemSchema = z.string().min(1).max(maxPemChars)
export const clientCertificateSchema = z.object({
  /** It, and what leads from it to an authority. */
  certificatePem: pemSchema,
  keyPem: pemSchema,
  passphrase: z.string().min(1).max(maxWordChars).optional(),
})
export type ClientCertificate = z.infer<typeof clientCertificateSchema>

export type ClientCertificateView =
  | { readonly state: 'not-set' }
  /** The system's vault opens it no longer. */
  | { readonly state: 'lost' }
  | {
      readonly state: 'set'
      readonly where: 'os-vault' | 'memory'
      readonly subject: string
      readonly issuer: string
      /** Milliseconds since 1970. */
      readonly validUntil: number
    }

const originSchema = z.url({ protocol: /^https?$/ }).max(maxUrlChars)

export const access = {
  /** What the card, or the answer that refused it, requests; and what the refusal of one exchange requests besides. */
  describe: oc
    .input(ofAgent.extend({ exchangeId: z.string().max(maxIdChars).optional() }))
    .output(type<AccessDescription>()),
  /** Replaces the credentials. The origin of the agent's address is approved with the first one. */
  set: oc
    .input(ofAgent.extend({ credentials: z.array(credentialSchema).max(maxCredentials) }))
    .output(type<Access>()),
  clientCertificate: oc.input(ofAgent).output(type<ClientCertificateView>()),
  /** What TLS shows to approved origins; the agent's own is approved with the first one. Null takes it away. */
  setClientCertificate: oc
    .input(ofAgent.extend({ certificate: clientCertificateSchema.nullable() }))
    .output(type<ClientCertificateView>()),
  /** Asks again when such a redirect arrives. */
  forgetRedirect: oc.input(ofAgent.extend({ from: originSchema, to: originSchema })).output(type<Access>()),
  approve: oc.input(ofAgent.extend({ origin: originSchema, approved: z.boolean() })).output(type<Access>()),
}
