// Credentials for one agent. Secrets are write-only: answers report only whether one is set and where it is stored. Credentials
// are sent to approved origins only; requests to other origins go without them.

import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars, maxPemChars, maxUrlChars, maxValueChars, maxWordChars } from '../bounded.ts'
import { ofAgent } from './agents.ts'
import type { AllowedRedirect } from './redirects.ts'
import type { SharedClient, SignInOption } from './sign-in.ts'

/** `${env:NAME}` is stored as it is and resolved on use. */
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

/** A credential without a secret keeps the one that is set. */
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
/** All credentials that are set are sent together. */
export type Credential = z.infer<typeof credentialSchema>

export type SecretState =
  | { readonly state: 'not-set' }
  | { readonly state: 'set'; readonly where: 'os-vault' | 'memory' }
  | {
      readonly state: 'set'
      readonly where: 'environment'
      readonly variable: string
      /** False while the engine's environment has no such variable: the credential is not sent then. */
      readonly present: boolean
    }

type WithoutSecret<C> = C extends Credential ? Readonly<Omit<C, 'token' | 'password' | 'value'>> : never

/** A credential with the state of its secret. */
export type CredentialView = WithoutSecret<Credential> & { readonly secret: SecretState }

export interface OriginUse {
  readonly origin: string
  readonly uses: readonly ('address' | 'card' | 'interface' | 'token')[]
  readonly approved: boolean
  /** The question to the user while it is not approved: "Send credentials to ORIGIN too?" */
  readonly question?: string
}

export interface Access {
  readonly credentials: readonly CredentialView[]
  /** Whether TLS has a client certificate for the same origins. */
  readonly clientCertificate: boolean
  /** Whether the token of a sign-in is sent to the same origins. */
  readonly signedIn: boolean
  /** Every origin of this agent's card, interfaces and tokens, and those approved before. */
  readonly origins: readonly OriginUse[]
  /** Redirects that the user allowed permanently. */
  readonly redirects: readonly AllowedRedirect[]
}

/** One group of fields to fill in, for a `Credential` of the same kind. */
export type AccessFields =
  | { readonly kind: 'bearer'; readonly format?: string }
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'api-key'
      readonly location: 'header' | 'query' | 'cookie'
      readonly name: string
    }

export interface AccessScheme {
  /** Its name on the card; empty for one from a challenge. */
  readonly name: string
  readonly scopes: readonly string[]
  readonly sentence: string
  readonly description?: string
  /** Absent when Parley has no form for it; the sentence then states what can be done. */
  readonly form?: AccessFields
}

export interface AccessDescription {
  /** "Needs an API key in the header X-Key, or OAuth with the scopes read and write." */
  readonly sentence: string
  /** One of them suffices; within one, all schemes are needed. */
  readonly alternatives: readonly { readonly sentence: string; readonly schemes: readonly AccessScheme[] }[]
  /** Schemes that the card declares but does not require. */
  readonly others: readonly AccessScheme[]
  /** The available sign-ins, in the order of the card. */
  readonly signIns: readonly SignInOption[]
  /** Clients that other agents use at their servers. */
  readonly sharedClients: readonly SharedClient[]
  /** Scopes that the refusal of the given exchange names. */
  readonly missingScopes: readonly string[]
  readonly access: Access
}

const pemSchema = z.string().min(1).max(maxPemChars)
export const clientCertificateSchema = z.object({
  /** The certificate, followed by its chain to an authority. */
  certificatePem: pemSchema,
  keyPem: pemSchema,
  passphrase: z.string().min(1).max(maxWordChars).optional(),
})
export type ClientCertificate = z.infer<typeof clientCertificateSchema>

export type ClientCertificateView =
  | { readonly state: 'not-set' }
  /** The system's vault no longer opens it. */
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
  /** What the card, or the response that refused it, requires; with an exchange, what its refusal requires as well. */
  describe: oc
    .input(ofAgent.extend({ exchangeId: z.string().max(maxIdChars).optional() }))
    .output(type<AccessDescription>()),
  /** Replaces the credentials. The first one approves the origin of the agent's address. */
  set: oc
    .input(ofAgent.extend({ credentials: z.array(credentialSchema).max(maxCredentials) }))
    .output(type<Access>()),
  clientCertificate: oc.input(ofAgent).output(type<ClientCertificateView>()),
  /** The client certificate for approved origins; the first one approves the agent's own. Null removes it. */
  setClientCertificate: oc
    .input(ofAgent.extend({ certificate: clientCertificateSchema.nullable() }))
    .output(type<ClientCertificateView>()),
  /** Such a redirect is a question again. */
  forgetRedirect: oc.input(ofAgent.extend({ from: originSchema, to: originSchema })).output(type<Access>()),
  approve: oc.input(ofAgent.extend({ origin: originSchema, approved: z.boolean() })).output(type<Access>()),
}
