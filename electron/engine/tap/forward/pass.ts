import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { KeptBytes } from '../../platform/files.ts'
import type { AgentSide } from './agent-side.ts'
import type { BatchSender } from './batch-sender.ts'
import type { ProxyCallEnd } from './call-end.ts'
import type { ForwardPlan, PassedCard, TapRequest, TapSettings } from './messages.ts'
import type { TapRoutes, TapTarget } from './routes.ts'
import type { CalledWebhook, CallersWebhooks } from './webhooks/callers-webhooks.ts'

export interface ProxyDeps {
  readonly plan: ForwardPlan
  readonly address: string
  readonly routes: TapRoutes
  readonly agentSide: AgentSide
  readonly webhooks: CallersWebhooks
  /** Connections to callers' webhooks, on this machine or on others. */
  readonly webhookSide: (isFar: boolean) => AgentSide
  readonly batchSender: BatchSender
  readonly isOwn: (address: string | undefined, port: number | undefined) => boolean
  /** Whether `host`, as written by a caller, is the tap. */
  readonly isNamed: (host: string | undefined) => boolean
  readonly settings: () => TapSettings
}

export interface Incoming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The caller waits for 100 Continue before it sends its body. */
  readonly expects: boolean
}

export interface ProxyCall {
  readonly ending: ProxyCallEnd
  readonly target: TapTarget
  readonly request: () => TapRequest
  readonly body: KeptBytes
  /** Reports the webhook that the request names. */
  readonly name: (named: Pick<TapRequest, 'webhook' | 'webhookKept'>) => void
  /** An agent's call of this webhook. */
  readonly called?: CalledWebhook
}

/** The sink of a response's body. */
export interface BodySink {
  /** Returns true if no reference to the buffer remains. */
  write(raw: readonly Buffer[], read: readonly Buffer[]): boolean
  /** `done` is called when everything was sent, with the card that it was. */
  finish(trailers: RawHeaders, done: (card?: PassedCard) => void): void
}
