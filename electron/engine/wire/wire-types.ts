// Requests to the wire, and their results.

import type { Decoded, HeaderList, Result, WireCall } from '#shared/a2a/dialect.ts'
import type { Binding, JsonValue } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import type { RequestId } from '#shared/a2a/rules/wire/json-rpc.ts'
import type { RequestFacts } from '#shared/a2a/rules/wire/request-facts.ts'
import type { CallFacts, RawHeaders } from '#shared/record/entry.ts'
import type { Clock } from '../platform/clock.ts'
import type { Masking } from '../sessions/file/body-lines.ts'
import type { SessionRecord } from '../store/record.ts'
import type { WireFailure } from './failure.ts'
import type { ConnectionProfile } from './profile.ts'
import type { CallUpdate, Judge, ReadingDialect } from './reading.ts'
import type { Secrets } from './secrets.ts'
import type { Transmission } from './transmit.ts'

export interface WireOptions {
  readonly record: SessionRecord
  readonly clock?: Clock
  readonly judge?: Judge
  /** The user's connection settings for an agent; a call's own profile overrides them. */
  readonly profileOf?: (agentId: string) => Partial<ConnectionProfile>
  /** Without it, redirects that need consent are refused. */
  readonly confirmRedirect?: Transmission['confirm']
}

export interface Common {
  readonly sessionId: string
  readonly agentId?: string
  readonly purpose: CallFacts['purpose']
  /** Sent besides the dialect's headers. */
  readonly headers?: HeaderList
  /** Sent, never recorded, and dropped when a redirect leaves the origin. */
  readonly credentials?: HeaderList
  /** Added to the query, never recorded, and not sent to the address of a redirect. gRPC has no query. */
  readonly queryCredentials?: HeaderList
  /** It has no credentials on purpose: the sender judges whether it is refused. */
  readonly isAccessTest?: true
  readonly profile?: Partial<ConnectionProfile>
  readonly signal?: AbortSignal
}

export interface CallRequest extends Common {
  readonly url: string
  readonly dialect: ReadingDialect
  /** The card's exact version of this interface; the dialect is its family. */
  readonly minor?: string
  readonly operation: Operation
  /** The encoded operation, sent unchanged. */
  readonly call: WireCall
  /** What is wrong with an agent that accepts this call after it refused the same call in the version's own form. */
  readonly fault?: string
  /** The chat that a message is sent from. */
  readonly chatId?: string
}

export interface RawRequest extends Common {
  readonly url: string
  readonly method: string
  readonly body?: Buffer | string
  readonly label?: string
  /** Decodes the response with this dialect, for tasks and findings of its items. */
  readonly dialect?: ReadingDialect
  readonly binding?: Binding
  readonly operation?: Operation['kind']
  readonly streaming?: boolean
  /** The id of a JSON-RPC request, which its responses must carry. */
  readonly requestId?: RequestId
  readonly isNotification?: true
  readonly taskId?: string
  /** What its response is judged by. */
  readonly asked?: RequestFacts
}

export interface Call {
  readonly exchangeId: string
  /** Updates as they arrive; the record has them, too. */
  readonly updates: AsyncIterable<CallUpdate>
  /** Never rejects. */
  readonly done: Promise<Outcome>
}

export type Outcome =
  | {
      readonly kind: 'reply'
      readonly httpStatus: number
      readonly decoded: Decoded<Result>
      readonly raw?: JsonValue
      /** The call needs credentials, as gRPC reported. */
      readonly unauthenticated?: true
    }
  | {
      readonly kind: 'stream'
      readonly httpStatus: number
      readonly items: number
      readonly unfinished: boolean
    }
  | { readonly kind: 'failure'; readonly failure: WireFailure; readonly items: number }

export interface RawResponse {
  readonly exchangeId: string
  readonly done: Promise<RawOutcome>
}

export type RawOutcome =
  | {
      readonly kind: 'body'
      readonly status: number
      readonly headers: RawHeaders
      /** Decoded, unmasked, in memory only. */
      readonly body: Uint8Array
      /** After redirects. */
      readonly url: string
    }
  | Extract<Outcome, { kind: 'stream' | 'failure' }>

export interface Wire {
  call(request: CallRequest): Call
  request(request: RawRequest): RawResponse
  /** The value of a mark in the record, as long as this wire stores it. */
  reveal(secretId: string): string | undefined
  /** The same for a request to an origin: only values that were sent there or belong to its address. */
  revealFor(secretId: string, origin: string | undefined): string | undefined
  /** Secrets in addresses: outside of the wire they are marks, which requests replace by values. */
  readonly addresses: Pick<Secrets, 'address' | 'addresses' | 'secretOf' | 'recall'>
  /** For data that leaves Parley: secrets in addresses named by agents are masked, too. */
  readonly leaving: Masking
  /** The same masking for entries of others, such as webhook calls. */
  readonly mask: {
    headers(headers: RawHeaders): RawHeaders
    text(text: string): string
    url(url: string): string
    bytes(bytes: Buffer): Buffer
    learn(value: string): void
  }
  forgetSecrets(): void
  close(): void
}
