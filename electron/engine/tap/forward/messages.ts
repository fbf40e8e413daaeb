// Messages between the engine's thread and the forwarding one. Passed calls are sent in batches, in order; each batch
// is acknowledged once it is recorded, which bounds the amount in transit.

import type { TapFault } from '#shared/contract/taps.ts'
import type { ConnectionFacts, RawHeaders } from '#shared/record/entry.ts'
import type { WireFailure } from '../../wire/failure.ts'
import type { ConnectionProfile } from '../../wire/profile.ts'
import type { GrpcPlace } from './grpc/grpc-routes.ts'
import type { SpokenAt } from './routes.ts'

/** Settings that may change while the tap listens. */
export interface TapSettings {
  readonly faults: readonly TapFault[]
  /** Signed cards are passed on unchanged. */
  readonly keepsSigned: boolean
  /** Applies to webhooks that are named from now on; replaced ones stay replaced. */
  readonly replacesWebhooks: boolean
}

/** The targets of one tap. */
export interface ForwardPlan extends TapSettings {
  /** A proxy forwards to the target of each request, and has no card, places or gRPC. */
  readonly isProxy: boolean
  readonly port: number
  /** Any host but a loopback address lets other machines call. */
  readonly host: string
  readonly profile: ConnectionProfile
  readonly cardUrl: string
  readonly urls: readonly string[]
  readonly spoken: readonly SpokenAt[]
  readonly grpc: readonly GrpcPlace[]
  readonly replacedWebhooks: readonly ReplacedWebhook[]
}

/** A webhook of a caller for which the agent has an address of the tap. */
export interface ReplacedWebhook {
  /** In the tap's address. */
  readonly key: string
  /** As the caller named it. */
  readonly url: string
  /** Named by a caller on another machine. */
  readonly isFar: boolean
}

export type Order =
  | { readonly order: 'open'; readonly tap: number; readonly plan: ForwardPlan }
  | { readonly order: 'set'; readonly tap: number; readonly settings: TapSettings }
  /** Other ports of this Parley on this machine, which no webhook and no proxy may reach. */
  | { readonly order: 'own-ports'; readonly ports: readonly number[] }
  /** Aborts its calls. */
  | { readonly order: 'close'; readonly tap: number }
  /** Hand over everything that waits. */
  | { readonly order: 'catch-up' }
  /** Hand over everything that has passed. */
  | { readonly order: 'settle'; readonly turn: number }
  /** A batch is recorded. */
  | { readonly order: 'taken' }

export interface TapRequest {
  readonly method: string
  /** The target; of a refused request, the address it arrived at. */
  readonly url: string
  readonly headers: RawHeaders
  /** Larger than the body where that is cut. */
  readonly seenBytes: number
  readonly caller: string
  /** The webhook named by the request, and the address that the agent got instead. */
  readonly webhook?: ReplacedWebhook & { readonly address: string }
  /** Why the webhook's address was not replaced. */
  readonly webhookKept?: string
  /** For an agent's call of a webhook: the webhook, and the tap's address that was called. */
  readonly push?: { readonly key: string; readonly address: string }
}

export interface Answered {
  readonly status: number
  readonly statusText: string
  readonly headers: RawHeaders
  readonly connection: ConnectionFacts
}

/** How an agent's card passed. */
export interface PassedCard {
  readonly isSigned: boolean
  /** Served with its addresses at the tap. */
  readonly isMoved: boolean
  /** Its addresses that bypass the tap. */
  readonly bypassing: readonly string[]
  /** Those that bypass it because they are near this machine and the card is not. */
  readonly barred: readonly string[]
  /** The card could not be read, so what bypasses the tap is unknown. */
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

/** An event of one call; `sizeBytes` of the batch's bytes belong to it. */
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
  /** On the clock of `passedMs`, which threads share. */
  readonly atMs: number
} & (
  | ({ readonly pass: number } & PassEvent)
  /** The request was malformed. */
  | { readonly kind: 'broken'; readonly caller: string; readonly message: string }
  | { readonly kind: 'settled'; readonly turn: number }
  /** The spool can't be read: calls of all taps are lost. */
  | { readonly kind: 'lost' }
  /** The tap sends no more events. */
  | { readonly kind: 'closed' }
)

export interface Batch {
  readonly events: readonly Passed[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Start {
  readonly spoolPath: string
  /** 1 while something waits to be handed over; the engine reads it without a message. */
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
