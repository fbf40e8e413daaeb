// A dialect is one way of speaking A2A: a version family over a binding family. It encodes operations strictly and decodes
// leniently; the findings report what it had to forgive, not the decoder.

import type {
  AgentCard,
  AgentError,
  Binding,
  JsonObject,
  JsonValue,
  PushConfig,
  PushConfigPage,
  Task,
  TaskPage,
  Update,
} from './model.ts'
import type { Operation, OperationKind } from './operation.ts'

/** The newest first. */
export const dialectIds = ['1.0', '1.0-rc', '0.3', '0.3-proto', '0.3-schema', '0.2', '0.1'] as const
export type DialectId = (typeof dialectIds)[number]

/** Or its release candidate. */
export function isOneZero(dialect: DialectId): boolean {
  return dialect === '1.0' || dialect === '1.0-rc'
}

export type HeaderList = readonly (readonly [name: string, value: string])[]

/**
 * What goes on the wire, before the binding adds its envelope (JSON-RPC id, base URL, protobuf bytes). `headers` are
 * those that vary by version; `Content-Type` and `Accept` are the binding's.
 */
export type WireCall =
  | {
      readonly binding: 'JSONRPC'
      readonly method: string
      readonly params?: JsonObject
      readonly headers: HeaderList
      readonly streaming: boolean
    }
  | {
      readonly binding: 'HTTP+JSON'
      readonly verb: 'GET' | 'POST' | 'DELETE'
      /** Appended to the interface's URL without one trailing slash. */
      readonly path: string
      readonly query: HeaderList
      readonly body?: JsonObject
      readonly headers: HeaderList
      readonly streaming: boolean
    }
  | {
      readonly binding: 'GRPC'
      /** `lf.a2a.v1.A2AService` or `a2a.v1.A2AService`. */
      readonly service: string
      readonly method: string
      readonly message: JsonObject
      readonly headers: HeaderList
      readonly streaming: boolean
    }

export interface EncodeOptions {
  readonly tenant?: string
  /** Extension URIs to activate with the version's own header. */
  readonly extensions?: readonly string[]
  /** `a2a.v1` only: a file's base64 text goes where its bytes belong, as the 0.3 SDKs of Python and Java expect. */
  readonly fileBytes?: 'encoded-twice'
}

export type Result =
  | { readonly kind: 'update'; readonly update: Update }
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'tasks'; readonly page: TaskPage }
  | { readonly kind: 'push-config'; readonly config: PushConfig }
  | { readonly kind: 'push-configs'; readonly page: PushConfigPage }
  | { readonly kind: 'card'; readonly card: AgentCard }
  | { readonly kind: 'nothing' }

/** The content of a body or a stream item. Never throws: `unreadable` has the reason. */
export type Decoded<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'error'; readonly error: AgentError }
  | { readonly kind: 'unreadable'; readonly reason: string }

export interface Dialect {
  readonly id: DialectId
  readonly bindings: readonly Binding[]
  /** Undefined for operations that this version does not have. */
  encode(operation: Operation, binding: Binding, options?: EncodeOptions): WireCall | undefined
  /** The body of a unary reply: for JSON-RPC the whole envelope, for REST and gRPC the bare JSON. */
  decodeReply(
    operation: OperationKind,
    binding: Binding,
    raw: JsonValue,
    httpStatus?: number,
  ): Decoded<Result>
  /** One item of a stream, enveloped as the binding envelopes it. */
  decodeEvent(binding: Binding, raw: JsonValue): Decoded<Update>
  decodeWebhook(raw: JsonValue): Decoded<Update>
}
