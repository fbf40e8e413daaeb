// What an agent does with a message, in no version's words: a script yields steps, the runner gives them ids and a
// time, and each dialect writes them its own way. A step that must lie on purpose reports it (`hidden`, `unstored`, `ids`).

import type { JsonObject, JsonValue, Message, Part, TaskState } from '#shared/a2a/model.ts'
import type { Fault } from './faults.ts'

/** Sent under other ids than the task's own: what an agent does that loses track of itself. */
interface OtherIds {
  readonly taskId?: string
  readonly contextId?: string
}

interface Lie {
  /** Takes place in the task but is not sent. */
  readonly hidden?: boolean
  /** Is sent but leaves the stored task as it was. */
  readonly unstored?: boolean
  readonly ids?: OtherIds
}

export interface MessageStep extends Lie {
  readonly step: 'message'
  readonly parts: readonly Part[]
  /** Else one of its own. */
  readonly messageId?: string
  readonly metadata?: JsonObject
}
/** Sends the task as it stands. */
export interface TaskStep extends Lie {
  readonly step: 'task'
  readonly metadata?: JsonObject
}
export interface StatusStep extends Lie {
  readonly step: 'status'
  readonly state: TaskState
  readonly parts?: readonly Part[]
  readonly metadata?: JsonObject
  /** 0.x only; else it follows from the state. */
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
  /** The update before, the same to the letter: its time and ids are not given anew. */
  | { readonly step: 'again' }
  | { readonly step: 'wait'; readonly ms: number }
  /** Nothing more, and no end: until canceled, or the agent closes. */
  | { readonly step: 'hold' }
  /** Ends the call with an error of the protocol. */
  | { readonly step: 'fault'; readonly error: Fault }
  /** The executor breaks; what that looks like is a server's own quirk. */
  | { readonly step: 'throw'; readonly message: string }
  /** Breaks the connection. */
  | { readonly step: 'cut' }
  /** These characters between two events, as they are. */
  | { readonly step: 'raw'; readonly text: string }
  /** One event whose result is this JSON, as it is. */
  | { readonly step: 'json'; readonly json: JsonValue }

export interface Turn {
  readonly message: Message
  /** The text parts of the message, joined. */
  readonly text: string
  readonly taskId: string
  readonly contextId: string
  /** The state the task was in when the message arrived; undefined for a new one. */
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
