// A2A with the meaning of version 1.0, whatever its version and binding on the wire. Dialects decode into these types and
// encode from them; no other code interprets wire JSON. Unknown members are kept in `extra`, never dropped; the raw JSON itself
// is on the record.

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [name: string]: JsonValue
}

interface Extensible {
  readonly metadata?: JsonObject
  readonly extra?: JsonObject
}

export type Role = 'user' | 'agent' | 'unknown'

export const taskStates = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
  'unknown',
] as const
export type TaskState = (typeof taskStates)[number]

export type Part = TextPart | FileBytesPart | FileUrlPart | DataPart | UnknownPart

interface ContentPart extends Extensible {
  readonly mediaType?: string
  readonly filename?: string
}

export interface TextPart extends ContentPart {
  readonly kind: 'text'
  readonly text: string
}
export interface FileBytesPart extends ContentPart {
  readonly kind: 'file-bytes'
  /** Base64 as it arrived: standard or URL-safe, padded or not. */
  readonly base64: string
}
export interface FileUrlPart extends ContentPart {
  readonly kind: 'file-url'
  readonly url: string
}
export interface DataPart extends ContentPart {
  readonly kind: 'data'
  readonly data: JsonValue
  /** Not a part on the wire: the metadata of its owner, shown as a part. */
  readonly ofMetadata?: true
}
/** A part whose content was not recognised: shown as its raw JSON. */
export interface UnknownPart extends Extensible {
  readonly kind: 'unknown'
  readonly raw: JsonValue
}

export interface Message extends Extensible {
  readonly messageId: string
  readonly role: Role
  readonly parts: readonly Part[]
  readonly contextId?: string
  readonly taskId?: string
  readonly extensions?: readonly string[]
  readonly referenceTaskIds?: readonly string[]
}

export interface Artifact extends Extensible {
  /** For 0.1, which numbers its artifacts, `index:N`. */
  readonly artifactId: string
  readonly name?: string
  readonly description?: string
  readonly parts: readonly Part[]
  readonly extensions?: readonly string[]
}

export interface TaskStatus extends Extensible {
  readonly state: TaskState
  readonly message?: Message
  /** As sent; formats differ between servers and are judged by findings. */
  readonly timestamp?: string
}

export interface Task extends Extensible {
  readonly id: string
  readonly contextId?: string
  readonly status: TaskStatus
  readonly artifacts?: readonly Artifact[]
  readonly history?: readonly Message[]
}

interface TaskEvent extends Extensible {
  readonly taskId: string
  readonly contextId?: string
}

export interface StatusUpdate extends TaskEvent {
  readonly status: TaskStatus
  /** The end-of-stream flag of 0.x; absent in 1.0. */
  readonly final?: boolean
}

export interface ArtifactUpdate extends TaskEvent {
  readonly artifact: Artifact
  readonly append: boolean
  readonly lastChunk: boolean
}

/** Any report of an agent about work: the answer of a send, an event of a stream, the body of a webhook call. */
export type Update =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'status'; readonly status: StatusUpdate }
  | { readonly kind: 'artifact'; readonly artifact: ArtifactUpdate }

export interface PushConfig extends Extensible {
  readonly id?: string
  readonly taskId?: string
  readonly url: string
  readonly token?: string
  readonly authentication?: {
    readonly scheme: string
    readonly credentials?: string
    readonly extra?: JsonObject
  }
}

export interface TaskPage {
  readonly tasks: readonly Task[]
  readonly nextPageToken?: string
  readonly pageSize?: number
  readonly totalSize?: number
  readonly extra?: JsonObject
}

export interface PushConfigPage {
  readonly configs: readonly PushConfig[]
  readonly nextPageToken?: string
  readonly extra?: JsonObject
}

/** An error as the agent reported it, in whichever shape. */
export interface AgentError {
  /** JSON-RPC code, translated from the REST or gRPC form where that is possible. */
  readonly code?: number
  readonly message: string
  /** `ErrorInfo.reason` in 1.0, such as TASK_NOT_FOUND. */
  readonly reason?: string
  readonly httpStatus?: number
  readonly data?: JsonValue
}

export const bindings = ['JSONRPC', 'HTTP+JSON', 'GRPC'] as const
export type Binding = (typeof bindings)[number]

export interface AgentInterface {
  readonly url: string
  /** One of `Binding`, or any other text. */
  readonly binding: string
  /** As declared; undefined where the card does not state it. */
  readonly protocolVersion?: string
  readonly tenant?: string
  readonly extra?: JsonObject
}

export interface AgentExtension {
  readonly uri: string
  readonly description?: string
  readonly required: boolean
  readonly params?: JsonObject
  readonly extra?: JsonObject
}

export interface AgentCapabilities {
  readonly streaming?: boolean
  readonly pushNotifications?: boolean
  readonly extendedAgentCard?: boolean
  readonly stateTransitionHistory?: boolean
  readonly extensions: readonly AgentExtension[]
  readonly extra?: JsonObject
}

/** Alternatives; each needs all of its schemes, with their scopes. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface AgentSkill {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly examples: readonly string[]
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  readonly security?: readonly SecurityRequirement[]
  readonly extra?: JsonObject
}

export interface OAuthFlow {
  readonly kind: 'authorizationCode' | 'clientCredentials' | 'deviceCode' | 'implicit' | 'password'
  readonly authorizationUrl?: string
  readonly deviceAuthorizationUrl?: string
  readonly tokenUrl?: string
  readonly refreshUrl?: string
  readonly pkceRequired?: boolean
  readonly scopes: Readonly<Record<string, string>>
  readonly extra?: JsonObject
}

export type SecurityScheme = { readonly description?: string; readonly extra?: JsonObject } & (
  | {
      readonly kind: 'apiKey'
      readonly location: 'header' | 'query' | 'cookie' | 'unknown'
      readonly name: string
    }
  | { readonly kind: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly kind: 'oauth2'; readonly flows: readonly OAuthFlow[]; readonly metadataUrl?: string }
  | { readonly kind: 'openIdConnect'; readonly url: string }
  | { readonly kind: 'mutualTls' }
  | { readonly kind: 'unknown'; readonly raw: JsonValue }
)

export interface CardSignature {
  readonly protected: string
  readonly signature: string
  readonly header?: JsonObject
  readonly extra?: JsonObject
}

export interface AgentCard {
  readonly name: string
  readonly description?: string
  /** The agent's own version, not the protocol's. */
  readonly version?: string
  /** Every interface that the card declares, the preferred one first, 0.x and hybrid cards included. */
  readonly interfaces: readonly AgentInterface[]
  readonly provider?: { readonly organization: string; readonly url?: string; readonly extra?: JsonObject }
  readonly iconUrl?: string
  readonly documentationUrl?: string
  readonly capabilities: AgentCapabilities
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly security: readonly SecurityRequirement[]
  readonly defaultInputModes: readonly string[]
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly AgentSkill[]
  readonly signatures: readonly CardSignature[]
  readonly extra?: JsonObject
}
