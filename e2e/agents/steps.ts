// What an agent does with a message, independent of the version: a script yields steps, the runner assigns ids and a time, and
// each dialect writes them. A deliberately wrong step has a flag (`hidden`, `unstored`, `ids`).

import type { JsonObject, JsonValue, Message, Part, TaskState } from '#shared/a2a/model.ts'
import type { Fault } from './faults.ts'

/** Sent under ids other than the task's. */
interface OtherIds {
  readonly taskId?: string
  readonly contextId?: string
}

interface Lie {
  /** Changes the task but is not sent. */
  readonly hidden?: boolean
  /** Is sent but does not change the stored task. */
  readonly unstored?: boolean
  readonly ids?: OtherIds
}

export interface MessageStep extends Lie {
  readonly step: 'message'
  readonly parts: readonly Part[]
  /** By default generated. */
  readonly messageId?: string
  readonly metadata?: JsonObject
}
/** Sends the task in its current state. */
export interface TaskStep extends Lie {
  readonly step: 'task'
  readonly metadata?: JsonObject
}
export interface StatusStep extends Lie {
  readonly step: 'status'
  readonly state: TaskState
  readonly parts?: readonly Part[]
  readonly metadata?: JsonObject
  /** 0.x only; by default it follows from the state. */
  readonly final?: boolean
}
export interface ArtifactStep extends Lie {
  readonly step: 'artifact'
  readonly artifactId: string
  readonly parts: readonly Part[]
  readonly name?: string
  readonly description?: string
  readonly append?: boolean
  readonly lastChunk?: boolean
  readonly metadata?: JsonObject
}

export type Step =
  | MessageStep
  | TaskStep
  | StatusStep
  | ArtifactStep
  /** Repeats the previous update exactly, with its time and ids. */
  | { readonly step: 'again' }
  | { readonly step: 'wait'; readonly ms: number }
  /** Sends nothing more and does not end, until canceled or the agent closes. */
  | { readonly step: 'hold' }
  /** Ends the call with an error of the protocol. */
  | { readonly step: 'fault'; readonly error: Fault }
  /** The executor throws; a server's quirk decides how that appears. */
  | { readonly step: 'throw'; readonly message: string }
  /** Breaks the connection. */
  | { readonly step: 'cut' }
  /** Sends these characters between two events. */
  | { readonly step: 'raw'; readonly text: string }
  /** Sends an event with this JSON as result. */
  | { readonly step: 'json'; readonly json: JsonValue }

export interface Turn {
  readonly message: Message
  /** The text parts of the message, joined. */
  readonly text: string
  readonly taskId: string
  readonly contextId: string
  /** The state of the task when the message arrived; undefined for a new task. */
  readonly resumes: TaskState | undefined
  /** Aborts when the task is canceled or the agent closes. */
  readonly canceled: AbortSignal
}

export type Steps = Iterable<Step> | AsyncIterable<Step>
export type Script = (turn: Turn) => Steps

export type Content = string | Part | readonly Part[]

function partsOf(content: Content): readonly Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return 'kind' in content ? [content] : content
}

type Extra<T extends Step> = Partial<Omit<T, 'step' | 'parts' | 'state'>>

export const say = (content: Content, extra: Extra<MessageStep> = {}): MessageStep => ({
  step: 'message',
  parts: partsOf(content),
  ...extra,
})

export const announce = (extra: Extra<TaskStep> = {}): TaskStep => ({ step: 'task', ...extra })

export const become = (state: TaskState, content?: Content, extra: Extra<StatusStep> = {}): StatusStep => ({
  step: 'status',
  state,
  ...(content === undefined ? {} : { parts: partsOf(content) }),
  ...extra,
})

export const produce = (
  artifactId: string,
  content: Content,
  extra: Extra<ArtifactStep> = {},
): ArtifactStep => ({
  step: 'artifact',
  artifactId,
  parts: partsOf(content),
  ...extra,
})

export const wait = (ms: number): Step => ({ step: 'wait', ms })
export const hold: Step = { step: 'hold' }
