// Results of calls about the card: both of its views, the detected dialect, the extended card.

import type { DialectId } from '../a2a/dialect.ts'
import type { Finding } from '../a2a/finding.ts'
import type { AgentCard, Binding, JsonValue } from '../a2a/model.ts'

import type { SignatureFacts } from './signature.ts'

/**
 * Whether credentials were sent: `withheld` when there are some, but this origin is not approved; `incomplete` when one of them
 * has no value, or its variable is not set, and only the others were sent.
 */
export type CredentialUse = 'none' | 'sent' | 'withheld' | 'incomplete'

export interface CardViews {
  readonly kind: 'same' | 'hybrid' | 'unreadable'
  readonly sentence: string
  readonly views: readonly {
    /** The `A2A-Version` of the request. */
    readonly asked: '1.0' | 'nothing'
    readonly exchangeId: string
    readonly outcome: string
    readonly raw?: JsonValue
  }[]
}

export interface ProbeAnswer {
  /** The version that the card declares for the chosen interface. */
  readonly cardSays: DialectId
  /** Undefined when the answers indicate none, or two equally. */
  readonly speaks?: DialectId
  readonly certain: boolean
  /** Set when the answers contradict the card: what to force. */
  readonly suggestion?: { readonly url: string; readonly binding: Binding; readonly dialect: DialectId }
  /** "The card declares 1.0, but the agent uses 0.3." */
  readonly sentence: string
  readonly calls: readonly ProbeCall[]
}

export interface ProbeCall {
  /** JSON-RPC or gRPC method, or `GET /path`. */
  readonly label: string
  readonly dialect: DialectId
  readonly exchangeId: string
  readonly outcome: string
  readonly credentials: CredentialUse
  readonly evidence: readonly {
    readonly pointer: string
    readonly sentence: string
    readonly speaks: DialectId
  }[]
}

type ExtendedCardTransport = 'JSONRPC' | 'HTTP+JSON' | 'GRPC' | 'plain-get'

export interface ExtendedCardAttempt {
  readonly way: ExtendedCardTransport
  readonly label: string
  readonly url: string
  readonly exchangeId: string
  readonly outcome: string
  readonly worked: boolean
  readonly credentials: CredentialUse
}

export type ExtendedCardResult =
  | {
      readonly found: true
      readonly way: ExtendedCardTransport
      readonly sentence: string
      readonly card: AgentCard
      readonly raw: JsonValue
      readonly findings: readonly Finding[]
      readonly signatures: readonly SignatureFacts[]
      readonly attempts: readonly ExtendedCardAttempt[]
    }
  | {
      readonly found: false
      readonly reason: string
      readonly attempts: readonly ExtendedCardAttempt[]
    }

/** A card's icon, verified to be an image that can be drawn, or the reason why there is none. */
export type CardIcon =
  | {
      readonly found: true
      readonly mediaType: string
      readonly base64: string
      readonly exchangeId: string
    }
  | {
      readonly found: false
      readonly reason: string
      /** Absent when no request was sent. */
      readonly exchangeId?: string
    }
