// What the engine's thread and the one that forwards say to each other. What passed goes over in batches, in the order in which it
// passed; each batch is answered once it is recorded, so that no more is under way than the bound says.

import type { TapFault } from '#shared/contract/taps.ts'
import type { ConnectionFacts, RawHeaders } from '#shared/record/entry.ts'
import type { WireFailure } from '../../wire/failure.ts'
import type { ConnectionProfile } from '../../wire/profile.ts'
import type { GrpcPlace } from './grpc/grpc-routes.ts'
import type { SpokenAt } from './routes.ts'

/** What of a tap may change while it listens. */
export interface TapSettings {
  readonly faults: readonly TapFault[]
  /** A signed card passes as it arrives. */
  readonly keepsSigned: boolean
  /** Webhooks that callers name from now on are replaced; those that were go on. */
  readonly replacesWebhooks: boolean
}

/** What one tap forwards, and to where. */
export interface ForwardPlan extends TapSettings {
  /** It forwards to where each request says itself; of an agent's card, its places and gRPC there is nothing then. */
  readonly isProxy: boolean
  readonly port: number
  /** Where it listens: anything but a loopback address lets other machines call. */
  readonly host: string
  readonly profile: ConnectionProfile
  readonly cardUrl: string
  readonly urls: readonly string[]
  readonly spoken: readonly SpokenAt[]
  readonly grpc: readonly GrpcPlace[]
  readonly replacedWebhooks: readonly ReplacedWebhook[]
}

/** A webhook that a caller named, which an agent knows by an address of the tap. */
export interface ReplacedWebhook {
  /** In the address of the tap. */
  readonly key: string
  /** As the caller named it. */
  readonly url: string
  /** Named by a caller on another machine. */
  readonly isFar: boolean
}

export type Order =
  | { readonly order: 'open'; readonly tap: number; readonly plan: ForwardPlan }
  | { readonly order: 'set'; readonly tap: number; readonly settings: TapSettings }
  /** Where else this Parley listens on this machine: no webhook leads there, and no proxy. */
  | { readonly order: 'own-ports'; readonly ports: readonly number[] }
  /** Its calls are broken off. */
  | { readonly order: 'close'; readonly tap: number }
  /** What waits is to be handed over at once. */
  | { readonly order: 'catch-up' }
  /** All that has passed by now is to be handed over. */
  | { readonly order: 'settle'; readonly turn: number }
  /** A batch is recorded. */
  | { readonly order: 'taken' }

export interface TapRequest {
  readonly method: string
  /** Where it goes on to; of what goes nowhere, where it arrived. */
  readonly url: string
  readonly headers: RawHeaders
  /** More than the body where it is kept in part. */
  readonly seenBytes: number
  readonly caller: string
  /** The webhook that it names, and what the agent was told in place of its address. */
  readonly webhook?: ReplacedWebhook & { readonly address: string }
  /** Why the address of the webhook that it names, if it does, is still the caller's. */
  readonly webhookKept?: string
  /** Of an agent's call of a webhook: whose, and at what address of the tap it was called. */
  readonly push?: { readonly key: string; readonly address: string }
}

export interface Answered {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  readonly connection: ConnectionFacts
}

/** What the tap made of an agent's card. */
export interface PassedCard {
  readonly isSigned: boolean
  /** It was served with its addresses at the tap. */
  readonly isMoved: boolean
  /** Those in it that aren't there. */
  readonly bypassing: readonly string[]
  /** Those that aren't because they are near and the card is not. */
  readonly barred: readonly string[]
  /** It could not be read, so that nobody knows what bypasses the tap. */
  readonly isUnread?: true
}

export const cardUnread: PassedCard = {
  isSigned: false,
  isMoved: false,
  bypassing: [],
  barred: [],
  isUnread: true,
}

export type PassEnd =
  | { readonly kind: 'end'; readonly reason: 'complete' | 'closed-by-agent'; readonly trailers: RawHeaders }
  | { readonly kind: 'fail'; readonly failure: WireFailure }

/** What happened to one call; `sizeBytes` of the batch's bytes are its own. */
export type PassEvent =
  | {
      readonly kind: 'begun'
      readonly isNewConnection: boolean
      readonly program: string
      /** Of a webhook. */
      readonly isPush: boolean
      /** By CONNECT. */
      readonly isTunnel: boolean
    }
  | { readonly kind: 'asked'; readonly asked: TapRequest; readonly sizeBytes: number }
  | { readonly kind: 'head'; readonly head: Answered }
  | { readonly kind: 'bytes'; readonly sizeBytes: number }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'card'; readonly card: PassedCard }
  | PassEnd

export type Passed = {
  readonly tap: number
  /** On the clock of `passedMs`, which all threads share. */
  readonly atMs: number
} & (
  | ({ readonly pass: number } & PassEvent)
  /** What came was no request that can be passed on. */
  | { readonly kind: 'broken'; readonly caller: string; readonly message: string }
  | { readonly kind: 'settled'; readonly turn: number }
  /** What was in the spool can't be read: of all taps. */
  | { readonly kind: 'lost' }
  /** Nothing more comes of this tap. */
  | { readonly kind: 'closed' }
)

export interface Batch {
  readonly events: readonly Passed[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What the thread that forwards is started with. */
export interface Start {
  readonly spoolPath: string
  /** 1 while something waits to be handed over that the engine may wait for: it sees that without asking. */
  readonly gathered: Int32Array
}

export type Report =
  | { readonly report: 'opened'; readonly tap: number; readonly port: number; readonly address: string }
  | { readonly report: 'not-opened'; readonly tap: number; readonly message: string; readonly code?: string }
  | { readonly report: 'passed'; readonly batch: Batch }
  | { readonly report: 'broke'; readonly where: string; readonly error: unknown }

export function passedMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
