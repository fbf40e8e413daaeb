// Input of the sequence checker: one observation for each report of an agent about a task, and for each opened and ended
// stream.

import { isObject, memberOf } from '../../json-kinds.ts'
import type { Artifact, Binding, JsonValue, TaskState, Update } from '../../model.ts'
import type { OperationKind } from '../../operation.ts'
import { plainText } from '../../parts-text.ts'
import type { ToolNews } from '../../tool-calls.ts'
import { toolNewsOf } from './open-calls.ts'

const wrappers: Readonly<Record<Update['kind'], string>> = {
  task: 'task',
  message: 'message',
  status: 'statusUpdate',
  artifact: 'artifactUpdate',
}

/** `poll`: the answer to a GetTask; `reply`: to a send or cancel; `push`: a webhook call. */
export type UpdateSource = 'stream' | 'reply' | 'poll' | 'push'

export type StreamEnd = 'closed-by-agent' | 'failed' | 'aborted'

export interface ArtifactFacts {
  readonly artifactId: string
  /** The text of all its text parts, joined. */
  readonly text: string
  readonly partCount: number
}

/** An open task that was begun for the observed one. */
export interface Delegation {
  readonly taskId: string
  readonly host: string
  readonly state: TaskState
  readonly sentMs: number
}

export interface Sighting {
  readonly source: UpdateSource
  /** The operation that it answers, if available. */
  readonly operation?: OperationKind
  /** The exchange, for updates of a stream. */
  readonly stream?: string | undefined
  /** Points at the update's object in its raw JSON, such as `/result/statusUpdate`; findings point below it. */
  readonly base?: string | undefined
  /** Set where the request’s own id is unknown, and answers can only be compared with each other. */
  readonly rpcId?: string | number | null | undefined
  /** Monotonic clock, as for `sentMs`. */
  readonly atMs?: number | undefined
  readonly sentMs?: number
  readonly isCancel?: boolean
  /** Equal for equal credentials: the agent doesn’t return the task to others. */
  readonly credentialsKey?: string | undefined
  /** Tasks of other agents that were begun for a task which completes here. */
  readonly delegations?: readonly Delegation[]
}

interface SentText extends Sighting {
  readonly taskId: string
  readonly contextId?: string | undefined
  readonly tools?: readonly ToolNews[]
}

export type Observation =
  | {
      readonly kind: 'opened'
      readonly stream: string
      readonly operation: 'stream' | 'subscribe'
      readonly taskId?: string
      readonly contextId?: string
    }
  | { readonly kind: 'error'; readonly stream: string }
  /** An unreadable event, which may have contained what is missing. */
  | { readonly kind: 'unread'; readonly stream: string }
  | {
      readonly kind: 'not-found'
      readonly taskId: string
      /** The connection was not used before. */
      readonly isFresh: boolean
      /** On this machine, where a restart is likelier than replicas. */
      readonly isNear: boolean
      readonly credentialsKey: string | undefined
      readonly atMs: number
      readonly base: string
    }
  /** A page of the agent’s tasks. */
  | {
      readonly kind: 'page'
      /** Of the request; absent for the first page. */
      readonly token?: string | undefined
      readonly nextToken?: string | undefined
      /** All other parameters: equal for the pages of one query. */
      readonly query: string
      readonly taskIds: readonly string[]
      readonly total?: number | undefined
      readonly base: string
    }
  | {
      readonly kind: 'closed'
      readonly stream: string
      readonly end: StreamEnd
      /** Since its last event. */
      readonly quietMs?: number
      /** Comments, which keep an idle connection open. */
      readonly comments?: number
    }
  | (SentText & {
      readonly kind: 'task'
      readonly state: TaskState
      /** Absent where the answer leaves artifacts out, as lists do. */
      readonly artifacts?: readonly ArtifactFacts[]
    })
  | (SentText & {
      readonly kind: 'status'
      readonly state: TaskState
      readonly final?: boolean | undefined
      /** Identifies a status together with state and message. */
      readonly timestamp?: string | undefined
      readonly messageId?: string | undefined
    })
  | (SentText & {
      readonly kind: 'artifact'
      readonly artifact: ArtifactFacts
      readonly append: boolean
      readonly lastChunk: boolean
    })
  | (Sighting & {
      readonly kind: 'message'
      readonly messageId: string
      readonly taskId?: string | undefined
      readonly contextId?: string | undefined
    })

export type UpdateObservation = Exclude<
  Observation,
  { kind: 'opened' | 'error' | 'unread' | 'not-found' | 'page' | 'closed' }
>

export type TaskUpdate = Exclude<UpdateObservation, { kind: 'message' }>

export function observationOf(update: Update, sighting: Sighting): UpdateObservation {
  const tools = toolNewsOf(update)
  switch (update.kind) {
    case 'task': {
      const { id: taskId, contextId, status, artifacts } = update.task
      const facts = (artifacts ?? []).map(artifactFacts)
      const { state } = status
      return { kind: 'task', ...sighting, tools, taskId, contextId, state, artifacts: facts }
    }
    case 'message': {
      const { messageId, taskId, contextId } = update.message
      return { kind: 'message', ...sighting, messageId, taskId, contextId }
    }
    case 'status': {
      const { taskId, contextId, status, final } = update.status
      const { state, timestamp, message } = status
      const messageId = message?.messageId
      return {
        kind: 'status',
        ...sighting,
        tools,
        taskId,
        contextId,
        state,
        final,
        timestamp,
        messageId,
      }
    }
    case 'artifact': {
      const { taskId, contextId, artifact: changed, append, lastChunk } = update.artifact
      const artifact = artifactFacts(changed)
      return { kind: 'artifact', ...sighting, tools, taskId, contextId, artifact, append, lastChunk }
    }
  }
}

function artifactFacts({ artifactId, parts }: Artifact): ArtifactFacts {
  return { artifactId, text: plainText(parts), partCount: parts.length }
}

// The position of an update in the raw JSON of an event or a reply, in whichever form it arrived.

export function placeOfUpdate(binding: Binding, raw: JsonValue, kind: Update['kind']): string {
  const inEnvelope = binding === 'JSONRPC' && isObject(raw) && Object.hasOwn(raw, 'result')
  const base = inEnvelope ? '/result' : ''
  const holder = inEnvelope ? memberOf(raw, 'result') : raw
  const wrapper = wrappers[kind]
  return isObject(holder) && isObject(memberOf(holder, wrapper)) ? `${base}/${wrapper}` : base
}
