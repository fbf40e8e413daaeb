// One A2A version as an agent speaks it: its calls, how parameters are read, and how answers are written. It builds the wire
// JSON independently of the inspector's dialects, so that tests compare two implementations.

import type {
  Binding,
  JsonObject,
  JsonValue,
  Message,
  PushConfig,
  Task,
  TaskState,
  Update,
} from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { Fault } from '../faults.ts'

export type DialectName =
  | '0.1'
  | '0.2.5'
  | '0.2.6'
  | '0.3'
  | '0.3-rest'
  | '0.3-rest-schema'
  | '0.3-grpc'
  | '1.0-rc'
  | '1.0'
  | '1.0-rest'
  | '1.0-grpc'

export interface Sending {
  readonly message: Message
  readonly blocking: boolean
  readonly historyLength?: number
  readonly push?: PushConfig
  /** In 0.1 the client names the task. */
  readonly newTaskId?: string
}

/** A request, read from any version's JSON. */
export type Call =
  | (Sending & { readonly op: 'send' })
  | (Sending & { readonly op: 'stream' })
  | {
      readonly op: 'get'
      readonly taskId: string
      readonly historyLength?: number
      /** Deletes the messages that were not requested (PROTOCOL.md §9.1). */
      readonly forgets?: boolean
    }
  /** `finishedToo`: returns a finished task instead of an error. */
  | { readonly op: 'cancel'; readonly taskId: string; readonly finishedToo?: boolean }
  | { readonly op: 'subscribe'; readonly taskId: string; readonly finishedToo?: boolean }
  | {
      readonly op: 'list'
      readonly contextId?: string
      readonly state?: TaskState
      readonly pageSize: number
      readonly pageToken?: string
      readonly historyLength?: number
      readonly includeArtifacts: boolean
    }
  | { readonly op: 'push-create'; readonly taskId: string; readonly config: PushConfig }
  | { readonly op: 'push-get' | 'push-delete'; readonly taskId: string; readonly configId?: string }
  | { readonly op: 'push-list'; readonly taskId: string }
  | { readonly op: 'extended-card' }

export type Result =
  | { readonly kind: 'update'; readonly update: Update }
  | { readonly kind: 'task'; readonly task: Task }
  | {
      readonly kind: 'tasks'
      readonly tasks: readonly Task[]
      readonly nextPageToken: string
      readonly pageSize: number
      readonly totalSize: number
    }
  | { readonly kind: 'push-config'; readonly config: PushConfig }
  | { readonly kind: 'push-configs'; readonly configs: readonly PushConfig[] }
  | { readonly kind: 'card'; readonly card: JsonObject }
  | { readonly kind: 'nothing' }

export interface CardFacts {
  readonly name: string
  readonly description: string
  readonly interfaces: readonly {
    readonly url: string
    readonly binding: Binding
    readonly protocolVersion: string
  }[]
  readonly extendedCard: boolean
}

export interface Route {
  readonly verb: string
  /** Below the agent's path; `{id}` and `{config}` are one segment each. */
  readonly path: string
  readonly op: OperationKind
}

export interface Dialect {
  readonly name: DialectName
  /** As cards spell it. */
  readonly protocolVersion: string
  readonly binding: Binding
  /** Where clients of this version look for the card. */
  readonly cardPaths: readonly string[]
  /** Refuses calls without `A2A-Version: 1.0`, like the 1.0 SDKs. */
  readonly needsVersionHeader: boolean
  /** JSON-RPC and gRPC: operations by method name. */
  readonly methods: Readonly<Record<string, OperationKind>>
  readonly routes: readonly Route[]
  /** gRPC only: `lf.a2a.v1.A2AService` or `a2a.v1.A2AService`. */
  readonly service?: string
  /** REST only: the values in the path, as members of the parameters. */
  readonly pathParameters?: (op: OperationKind, id?: string, config?: string) => JsonObject
  readonly read: (op: OperationKind, params: JsonObject) => Call | Fault
  readonly write: (result: Result) => JsonValue
  readonly event: (update: Update) => JsonValue
  /** The body of a webhook call: the whole task in 0.x, the update in 1.0. */
  readonly webhook: (update: Update, task: Task | undefined) => JsonValue
  readonly rpcError: (error: Fault) => JsonObject
  readonly restError: (error: Fault) => { readonly status: number; readonly body: JsonValue }
  readonly card: (facts: CardFacts) => JsonObject
}
