// One scene is one thing the agent can show: its prompt, the pattern of its messages, and what happens. The card's
// skills are made from scenes, so the card always matches the agent.

import type { Message, Part, Task, TaskState } from '@a2a-js/sdk'
import type { Decision } from './permissions.ts'

export interface Scene {
  /** Also the id of the skill on the card. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  /** The skill's examples; a client can offer them as buttons. */
  readonly prompts: readonly string[]
  readonly matches: RegExp
  readonly extension?: string
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
  run(stage: Stage): Promise<void>
}

// What a scene can do during one turn: send messages, change the state of its task, send artifacts, wait. A scene
// observes the protocol's order itself: either one reply, or open first and end with a terminal or interrupted status.

type Metadata = Readonly<Record<string, unknown>>

export type MessageContent = string | readonly Part[]

export interface ArtifactDraft {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly extensions?: readonly string[]
  readonly metadata?: Metadata
}

interface ChunkPosition {
  readonly append?: boolean
  readonly last?: boolean
}

export interface Stage {
  readonly message: Message
  readonly text: string
  /** The task before this message; absent on the first turn. */
  readonly task: Task | undefined
  readonly references: readonly Task[]
  readonly origin: string
  /** False when the caller waits for one response, and never sees small events. */
  readonly streaming: boolean
  reply(answer: MessageContent): void
  /** Opens the turn of a task; every turn of a task begins with this. */
  open(): void
  /** The metadata is merged into the task's. */
  status(state: TaskState, message?: MessageContent, metadata?: Metadata): void
  artifact(draft: ArtifactDraft, parts: readonly Part[], position?: ChunkPosition): void
  /** An artifact that grows word by word. */
  report(draft: ArtifactDraft, text: string): Promise<void>
  /** Waits for so many steps of the agent's pace, and for a slow reader. */
  beat(steps?: number): Promise<void>
  isActive(extensionUri: string): boolean
  /** Requests the traveler's permission outside the protocol: the page's address, and the verdict. */
  permission(): { readonly url: string; readonly verdict: Promise<Decision> }
  webhookCount(): Promise<number>
  readonly authenticated: boolean
}

// The four kinds of Part (1.0 §4.1.6) in the SDK's types, which require every field.

interface FileName {
  readonly filename: string
  readonly mediaType: string
}

export function textPart(value: string, mediaType = 'text/plain'): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType }
}

export function dataPart(value: unknown, mediaType = 'application/json'): Part {
  return { content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType }
}

export function rawPart(value: Uint8Array, file: FileName): Part {
  return { content: { $case: 'raw', value: Buffer.from(value) }, metadata: undefined, ...file }
}

export function urlPart(value: string, file: FileName): Part {
  return { content: { $case: 'url', value }, metadata: undefined, ...file }
}

export function textOfParts(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.content?.$case === 'text' ? [part.content.value] : []))
    .join('\n')
    .trim()
}
