// What the wire is requested and what it gives back.

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
import type { AnswerDialect, CallUpdate, Judge } from './reading.ts'
import type { Secrets } from './secrets.ts'
import type { Transmission } from './transmit.ts'

export interface WireOptions {
  readonly record: SessionRecord
  readonly clock?: Clock
  readonly judge?: Judge
  /** What the user has set about connections to an agent; a call's own profile goes before it. */
  readonly profileOf?: (agentId: string) => Partial<ConnectionProfile>
  /** Without it, no redirect that the user is asked about is followed. */
  readonly confirmRedirect?: Transmission['confirm']
}

export interface Common {
  readonly sessionId: string
  readonly agentId?: string
  readonly purpose: CallFacts['purpose']
  /** Sent besides what the dialect requests. */
  readonly headers?: HeaderList
  /** Sent too, never recorded, and dropped when a redirect leaves the origin. */
  readonly credentials?: HeaderList
  /** Added to the query, never recorded; a redirect's address does not get them. gRPC has no query. */
  readonly queryCredentials?: HeaderList
  /** It has no credentials on purpose: whoever sends it judges whether it is refused. */
  readonly isAccessTest?: true
  readonly profile?: Partial<ConnectionProfile>
  readonly signal?: AbortSignal
}

export interface CallRequest extends Common {
  /** The interface's URL. */
  readonly url: string
  readonly dialect: AnswerDialect
  /** The version the card declares for this interface, of which the dialect is the family. */
  readonly minor?: string
  readonly operation: Operation
  /** The operation as it was encoded, which is sent as it is. */
  readonly call: WireCall
  /** What is wrong with an agent that accepts this call after it refused the same in the version's own form. */
  readonly fault?: string
  /** The chat that a message is sent from. */
  readonly chatId?: string
}

export interface RawRequest extends Common {
  readonly url: string
  readonly method: string
  readonly body?: Buffer | string
  readonly label?: string
  /** Read the answer with this dialect, so that its items get tasks and findings. */
  readonly dialect?: AnswerDialect
  readonly binding?: Binding
  readonly operation?: Operation['kind']
  readonly streaming?: boolean
  /** The id of a JSON-RPC request, which its answers must carry. */
  readonly requestId?: RequestId
  /** It is one of JSON-RPC, and has no id. */
  readonly isNotification?: true
  readonly taskId?: string
  /** What its answer is held to. */
  readonly asked?: RequestFacts
}

export interface Call {
  readonly exchangeId: string
  /** What the agent says while it reports it; the record has it too. */
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
      /** gRPC reported that it has to be known who asks, before anything else. */
      readonly unauthenticated?: true
    }
  | {
      readonly kind: 'stream'
      readonly httpStatus: number
      readonly items: number
      readonly unfinished: boolean
    }
  | { readonly kind: 'failure'; readonly failure: WireFailure; readonly items: number }

export interface RawAnswer {
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
      /** Where it was from after redirects. */
      readonly url: string
    }
  | Extract<Outcome, { kind: 'stream' | 'failure' }>

export interface Wire {
  call(request: CallRequest): Call
  /** The raw door: any request, captured alike. */
  request(request: RawRequest): RawAnswer
  /** The value behind a mark in the record, as long as this wire remembers it. */
  reveal(secretId: string): string | undefined
  /** The same for a request to an origin: only what went there, or was part of its address. */
  revealFor(secretId: string, origin: string | undefined): string | undefined
  /** Secrets in addresses: outside of the wire they are marks, and a request is sent with what these stand for. */
  readonly addresses: Pick<Secrets, 'address' | 'addresses' | 'secretOf' | 'recall'>
  /** For what leaves Parley: addresses that an agent named lose their secrets too. */
  readonly leaving: Masking
  /** The same masking for entries that others write, such as webhook calls. */
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
