// From an address to a card, and what can be asked about a card. Everything here that crossed the network names its exchange.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { InterfaceChoice } from '../a2a/choose-interface.ts'
import type { DialectId } from '../a2a/dialect.ts'
import type { Finding } from '../a2a/finding.ts'
import type { AgentCard, AgentInterface, Binding, JsonValue } from '../a2a/model.ts'
import { maxUrlChars } from '../bounded.ts'
import { addressSchema, cardTextSchema, ofAgent } from './agents.ts'
import type { CardIcon, CardViews, CredentialUse, ExtendedCardAnswer, ProbeAnswer } from './card-questions.ts'
import { keySourceSchema, type SignatureFacts, type SignatureVerdict } from './signature.ts'

/** One redirect that was followed on the way. */
export interface RedirectHop {
  readonly from: string
  readonly to: string
  readonly status: number
  readonly credentialsDropped: boolean
}

/** One address tried on the way to the card; its bytes are the exchange of that id. */
export interface DiscoveryAttempt {
  readonly url: string
  readonly exchangeId: string
  readonly outcome: string
  /** Of the last response; absent where none arrived. */
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
  /** What happened and what to try. */
  readonly sentence: string
  /** `WWW-Authenticate` as it arrived, of a 401 or 403 that had one. */
  readonly challenge?: string
  /** The connection was refused: `awaitServer` waits for a server there. */
  readonly notListening?: true
  /** The address that is probably meant, where the scheme is the wrong one. */
  readonly instead?: string
}

/** One of several that a server lists below the address that was typed. */
export interface AgentChoice {
  readonly name: string
  readonly description?: string
  readonly version?: string
  /** `agent`: has a card. `catalog`: another origin's list, which is not read unasked. `other`: not A2A. */
  readonly kind: 'agent' | 'catalog' | 'other'
  /** Where its card or list is; absent for one that stands in the list itself. */
  readonly address?: string
  /** What it is, as the list has it. */
  readonly type: string
  /** What the list says against a card that stands in it. */
  readonly findings: readonly Finding[]
}

export interface AgentChoices {
  /** Who lists them, in the list's own words or by its host. */
  readonly title: string
  readonly list: readonly AgentChoice[]
  /** What was left out or is wrong with the list, a sentence each. */
  readonly notes: readonly string[]
}

/** The way in that was taken: an interface of the card, and how it is spoken to. */
export interface Connection {
  /** Its `url` is the one to call: made absolute, or the user's substitute. */
  readonly interface: AgentInterface
  readonly dialect: DialectId
  readonly binding: Binding
  readonly why: string
  readonly forced?: true
  readonly credentials: CredentialUse
}

/** Whether anything answered at the address that is called, since Parley started. */
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

/** What was decided about one interface of the card. */
export type InterfaceChoiceView = InterfaceChoice['verdicts'][number]

/** An address of the card that can hardly be right from here. */
export interface SuspiciousAddress {
  /** RFC 6901, into the raw card. */
  readonly pointer: string
  readonly url: string
  readonly kind: 'listening' | 'inner' | 'local' | 'relative' | 'plaintext' | 'not-http' | 'not-grpc'
  readonly sentence: string
  /** What it probably is, to put into the settings' `substitutes`. */
  readonly substitute?: string
}

/** The card differs from the one that the user knows. A diff is the window's. */
export interface CardChange {
  readonly previous: JsonValue
  /** When the known card was read, milliseconds since 1970. */
  readonly readAt: number
}

/** A card and all that can be said about it without asking anybody. */
export interface CardInspection {
  readonly card: AgentCard
  readonly raw: JsonValue
  readonly findings: readonly Finding[]
  readonly interfaces: readonly InterfaceChoiceView[]
  readonly suspicious: readonly SuspiciousAddress[]
  readonly signatures: readonly SignatureFacts[]
  /** Sentences about its size and its transfer that are no findings. */
  readonly notes: readonly string[]
}

export type Discovery =
  | (CardInspection & {
      readonly found: true
      readonly source: 'fetched' | 'pasted'
      /** Where the card was from, after redirects. */
      readonly cardUrl: string
      /** Undefined when the card declares no interface that Parley supports. */
      readonly connection?: Connection
      readonly changed?: CardChange
      readonly attempts: readonly DiscoveryAttempt[]
    })
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
      /** Where the JSON breaks, from 0, when that is what is wrong. */
      readonly offset?: number
      readonly findings: readonly Finding[]
    }

export const card = {
  discover: oc.input(ofAgent.extend({ bypassCache: z.boolean().optional() })).output(type<Discovery>()),
  /** The last answer of `discover` since the engine started, with the settings of now; asks nobody. */
  current: oc.input(ofAgent).output(type<Discovery | null>()),
  /** Of the connection of now, and again whenever a call shows otherwise, for as long as the window listens. */
  reach: oc.input(ofAgent).output(eventIterator(type<Reach>())),
  /**
   * Waits for something to accept connections at the agent's address, for as long as the window listens; leaves nothing on the record.
   * Not for an address elsewhere, behind a proxy, or that the user didn't enter.
   */
  awaitServer: oc.input(ofAgent).output(type<{ readonly listening: boolean }>()),
  /** Reads a card's text: pasted, from a file, or being edited. `baseUrl` stands in for where it was from. */
  inspect: oc
    .input(z.object({ text: cardTextSchema.or(z.literal('')), baseUrl: addressSchema.optional() }))
    .output(type<CardReading>()),
  /** The card of now is the known one from here on: `changed` is gone until it changes again. */
  acceptChange: oc.input(ofAgent).output(type<{ readonly accepted: boolean }>()),
  /** Reads the card with and without `A2A-Version`: two different ones make a hybrid server. */
  compareViews: oc.input(ofAgent).output(type<CardViews>()),
  /** Asks the agent for a task that nobody has, to tell what it really speaks. Leaves no trace there. */
  probe: oc.input(ofAgent).output(type<ProbeAnswer>()),
  extended: oc.input(ofAgent).output(type<ExtendedCardAnswer>()),
  /** Fetches the icon of the card: calling it is the consent, for the address that was shown. */
  icon: oc.input(ofAgent.extend({ iconUrl: z.string().min(1).max(maxUrlChars) })).output(type<CardIcon>()),
  /** With keys of `kind: 'jku'` this fetches them: calling it is the consent. */
  verify: oc
    .input(
      ofAgent.extend({
        signature: z.int().min(0).max(1000),
        keys: keySourceSchema,
        /** The extended card as it was last read. */
        of: z.enum(['public', 'extended']).optional(),
      }),
    )
    .output(type<SignatureVerdict>()),
}
