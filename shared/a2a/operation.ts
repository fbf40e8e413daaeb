// The operations a client may request of an agent, in terms of the model. A dialect turns an operation into the call of one
// version and binding.

import type { JsonObject, Message, PushConfig, TaskState } from './model.ts'

export interface SendOptions {
  readonly acceptedOutputModes?: readonly string[]
  readonly historyLength?: number
  /** 1.0's `returnImmediately`, the opposite of 0.x's `blocking`. */
  readonly returnImmediately?: boolean
  readonly push?: PushConfig
}

interface Prompt {
  readonly message: Message
  readonly options?: SendOptions
  readonly metadata?: JsonObject
}

export type Operation =
  | (Prompt & { readonly kind: 'send' })
  | (Prompt & { readonly kind: 'stream' })
  | { readonly kind: 'get'; readonly taskId: string; readonly historyLength?: number }
  | {
      readonly kind: 'list'
      readonly contextId?: string
      readonly state?: TaskState
      readonly pageSize?: number
      readonly pageToken?: string
      readonly historyLength?: number
      readonly statusTimestampAfter?: string
      readonly includeArtifacts?: boolean
    }
  | { readonly kind: 'cancel'; readonly taskId: string; readonly metadata?: JsonObject }
  | { readonly kind: 'subscribe'; readonly taskId: string }
  | { readonly kind: 'push-create'; readonly taskId: string; readonly config: PushConfig }
  | { readonly kind: 'push-get'; readonly taskId: string; readonly configId: string }
  | {
      readonly kind: 'push-list'
      readonly taskId: string
      readonly pageSize?: number
      readonly pageToken?: string
    }
  | { readonly kind: 'push-delete'; readonly taskId: string; readonly configId: string }
  | { readonly kind: 'extended-card' }

export type OperationKind = Operation['kind']
export type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>

export const operationKinds = [
  'send',
  'stream',
  'get',
  'list',
  'cancel',
  'subscribe',
  'push-create',
  'push-get',
  'push-list',
  'push-delete',
  'extended-card',
] as const satisfies readonly OperationKind[]

/** Its answer is a stream. */
export function isStreaming(kind: OperationKind | 'card' | undefined): kind is 'stream' | 'subscribe' {
  return kind === 'stream' || kind === 'subscribe'
}

export function isPrompt(kind: OperationKind | undefined): kind is 'send' | 'stream' {
  return kind === 'send' || kind === 'stream'
}

export function webhookOf(operation: Operation): PushConfig | undefined {
  const config =
    operation.kind === 'push-create'
      ? operation.config
      : operation.kind === 'send' || operation.kind === 'stream'
        ? operation.options?.push
        : undefined
  return config !== undefined && config.url !== '' ? config : undefined
}
