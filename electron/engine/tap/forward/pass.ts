// One call through a tap: what it is passed on with, and what is known of it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { KeptBytes } from '../../platform/files.ts'
import type { AgentSide } from './agent-side.ts'
import type { HandOver } from './batch-sender.ts'
import type { PassEnding } from './call-end.ts'
import type { ForwardPlan, PassedCard, TapRequest, TapSettings } from './messages.ts'
import type { TapRoutes, TapTarget } from './routes.ts'
import type { CalledWebhook, CallersWebhooks } from './webhooks/callers-webhooks.ts'

export interface PassDeps {
  readonly plan: ForwardPlan
  readonly address: string
  readonly routes: TapRoutes
  readonly agentSide: AgentSide
  readonly webhooks: CallersWebhooks
  /** To the webhooks of callers on this machine, or on others. */
  readonly webhookSide: (isFar: boolean) => AgentSide
  readonly handOver: HandOver
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
  /** Whether the tap answers to this name, as a caller writes it. */
  readonly isNamed: (host: string | undefined) => boolean
  /** Of the tap, as they are now. */
  readonly settings: () => TapSettings
}

export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** It waits to be told to go on before it sends its body. */
  readonly expects: boolean
}

export interface Pass {
  readonly ending: PassEnding
  readonly target: TapTarget
  readonly request: () => TapRequest
  readonly body: KeptBytes
  /** What became of the webhook that it names. */
  readonly name: (named: Pick<TapRequest, 'webhook' | 'webhookKept'>) => void
  /** It is an agent's call of one. */
  readonly called?: CalledWebhook
}

/** Of an answer's body to the caller. */
export interface Way {
  /** Returns true when the buffer may be reused: nothing refers to it any more. */
  write(raw: readonly Buffer[], read: readonly Buffer[]): boolean
  /** `done` when the caller is sent the last of it, with the card that it was. */
  finish(trailers: RawHeaders, done: (card?: PassedCard) => void): void
}
