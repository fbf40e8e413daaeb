// From an address to a card, and calls about a card. Everything here that crossed the network names its exchange.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { InterfaceChoice } from '../a2a/choose-interface.ts'
import type { DialectId } from '../a2a/dialect.ts'
import type { Finding } from '../a2a/finding.ts'
import type { AgentCard, AgentInterface, Binding, JsonValue } from '../a2a/model.ts'
import { maxUrlChars } from '../bounded.ts'
import { addressSchema, cardTextSchema, ofAgent } from './agents.ts'
import type { CardIcon, CardViews, CredentialUse, ExtendedCardResult, ProbeAnswer } from './card-questions.ts'
import { keySourceSchema, type SignatureFacts, type SignatureVerdict } from './signature.ts'

/** One redirect that was followed. */
export interface RedirectHop {
  readonly from: string
  readonly to: string
  readonly status: number
  readonly credentialsDropped: boolean
}

/** One address tried on the way to the card, with its exchange. */
export interface DiscoveryAttempt {
  readonly url: string
  readonly exchangeId: string
  readonly outcome: string
  /** Of the last response; absent if none arrived. */
  readonly status?: number
  readonly hops: readonly RedirectHop[]
  readonly credentials: CredentialUse
  readonly problem?: CardProblem
}

export type CardProblemKind =
  | 'address'
  | 'several-agents'
  | 'mcp-server'
  | 'openapi'
  | 'login'
  | 'unreachable'
  | 'timeout'
  | 'stopped'
  | 'redirect'
  | 'not-found'
  | 'needs-credentials'
  | 'forbidden'
  | 'refused'
  | 'server-error'
  | 'not-modified'
  | 'empty'
  | 'html'
  | 'truncated'
  | 'not-json'
  | 'not-a-card'
  | 'too-large'
  | 'too-deep'

export interface CardProblem {
  readonly kind: CardProblemKind
  /** What happened, and what to try. */
  readonly sentence: string
  /** `WWW-Authenticate` of a 401 or 403 response that had one. */
  readonly challenge?: string
  /** The connection was refused: `awaitServer` waits for a server there. */
  readonly notListening?: true
  /** The likely address, where the scheme is wrong. */
  readonly instead?: string
}

/** One of several entries that a server lists for the typed address. */
export interface AgentChoice {
  readonly name: string
  readonly description?: string
  readonly version?: string
  /** `agent`: has a card. `catalog`: a list on another origin, which is not read automatically. `other`: not A2A. */
  readonly kind: 'agent' | 'catalog' | 'other'
  /** Address of its card or list; absent for a card within the list. */
  readonly address?: string
  /** Its type in the list. */
  readonly type: string
  /** Where the list contradicts a card within it. */
  readonly findings: readonly Finding[]
}

export interface AgentChoices {
  /** Title of the list, else its host. */
  readonly title: string
  readonly list: readonly AgentChoice[]
  /** What was left out or is wrong with the list, a sentence each. */
  readonly notes: readonly string[]
}

/** The chosen interface of the card, and its dialect. */
export interface Connection {
  /** Its `url` is the one to call: made absolute, or the user's substitute. */
  readonly interface: AgentInterface
  readonly dialect: DialectId
  readonly binding: Binding
  readonly why: string
  readonly forced?: true
  readonly credentials: CredentialUse
}

/** Whether a server has answered at the called address since Parley started. */
export type Reach =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'unanswered'
      readonly sentence: string
      /** As the card spells it, for the settings' `substitutes`. */
      readonly url: string
      readonly substitute?: string
    }

/** The verdict on one interface of the card. */
export type InterfaceChoiceView = InterfaceChoice['verdicts'][number]

/** An address of the card that is probably wrong from here. */
export interface SuspiciousAddress {
  /** RFC 6901, into the raw card. */
  readonly pointer: string
  readonly url: string
  readonly kind: 'listening' | 'inner' | 'local' | 'relative' | 'plaintext' | 'not-http' | 'not-grpc'
  readonly sentence: string
  /** The likely address, for the settings' `substitutes`. */
  readonly substitute?: string
}

/** The card differs from the one that the user accepted. The window computes the diff. */
export interface CardChange {
  readonly previous: JsonValue
  /** When the accepted card was read, milliseconds since 1970. */
  readonly readAt: number
}

/** A card and all facts about it that need no request. */
export interface CardInspection {
  readonly card: AgentCard
  readonly raw: JsonValue
  readonly findings: readonly Finding[]
  readonly interfaces: readonly InterfaceChoiceView[]
  readonly suspicious: readonly SuspiciousAddress[]
  readonly signatures: readonly SignatureFacts[]
  /** Sentences about its size and transfer that are not findings. */
  readonly notes: readonly string[]
}

export interface FoundAgent extends CardInspection {
  readonly found: true
  readonly source: 'fetched' | 'pasted'
  /** Where the card was read, after redirects. */
  readonly cardUrl: string
  /** Undefined when the card declares no interface that Parley supports. */
  readonly connection?: Connection
  readonly changed?: CardChange
  readonly attempts: readonly DiscoveryAttempt[]
}

export type Discovery =
  | FoundAgent
  | {
      readonly found: false
      readonly reason: string
      readonly problem: CardProblem
      readonly attempts: readonly DiscoveryAttempt[]
      readonly choices?: AgentChoices
    }

export type CardReading =
  | (CardInspection & { readonly readable: true })
  | {
      readonly readable: false
      readonly problem: CardProblem
      /** Where invalid JSON breaks, from 0. */
      readonly offset?: number
      readonly findings: readonly Finding[]
    }

export const card = {
  discover: oc.input(ofAgent.extend({ bypassCache: z.boolean().optional() })).output(type<Discovery>()),
  /** The last result of `discover` since the engine started, with the current settings; sends no request. */
  current: oc.input(ofAgent).output(type<Discovery | null>()),
  /** Of the current connection, and again whenever a call changes it, for as long as the window listens. */
  reach: oc.input(ofAgent).output(eventIterator(type<Reach>())),
  /**
   * Waits for a server to accept connections at the agent's address, for as long as the window listens; records nothing. Not
   * for a remote address, one behind a proxy, or one that the user didn't enter.
   */
  awaitServer: oc.input(ofAgent).output(type<{ readonly listening: boolean }>()),
  /** Checks a card's text: pasted, from a file, or being edited. `baseUrl` is the address it would have. */
  inspect: oc
    .input(z.object({ text: cardTextSchema.or(z.literal('')), baseUrl: addressSchema.optional() }))
    .output(type<CardReading>()),
  /** Accepts the current card: `changed` is absent until it changes again. */
  acceptChange: oc.input(ofAgent).output(type<{ readonly accepted: boolean }>()),
  /** Reads the card with and without `A2A-Version`: two different cards make a hybrid server. */
  compareViews: oc.input(ofAgent).output(type<CardViews>()),
  /** Requests a task that does not exist, to detect the agent's actual dialect. Leaves no trace there. */
  probe: oc.input(ofAgent).output(type<ProbeAnswer>()),
  extended: oc.input(ofAgent).output(type<ExtendedCardResult>()),
  /** Fetches the card's icon: the call is the consent to it, for the address that was shown. */
  icon: oc.input(ofAgent.extend({ iconUrl: z.string().min(1).max(maxUrlChars) })).output(type<CardIcon>()),
  /** With keys of `kind: 'jku'` this fetches them: the call is the consent to it. */
  verify: oc
    .input(
      ofAgent.extend({
        signature: z.int().min(0).max(1000),
        keys: keySourceSchema,
        /** `extended`: the extended card as it was last read. */
        of: z.enum(['public', 'extended']).optional(),
      }),
    )
    .output(type<SignatureVerdict>()),
}
