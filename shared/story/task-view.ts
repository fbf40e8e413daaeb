// What a reader sees of tasks and conversations. Views are plain, immutable data: a thing keeps its reference until it
// changes, lists share what did not, and everything points back to the entries it came from.

import type { Artifact, JsonObject, Message, Part, TaskStatus } from '../a2a/model.ts'
import type { List } from '../collections/list.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { SayingView } from './sayings.ts'
import type { Sighted, Sighting, Source } from './sightings.ts'

/** One row of a timeline: a fact, with every place it was seen. */
export interface TaskEvent extends Sighted {
  readonly fact: TaskFact
}

export type TaskFact = StatusFact | ArtifactFact | MessageFact

export interface StatusFact {
  readonly kind: 'status'
  /** Position in the task's events, as in the other facts. */
  readonly index: number
  readonly status: TaskStatus
  readonly final?: boolean
  readonly metadata?: JsonObject
  /** Older than what was known when it came (a push overtaken by the stream): in the history, never current. */
  readonly late?: true
}

/**
 * One piece of an artifact. `whole`: it came in a task snapshot and stands for what no event had brought, or for what
 * the agent keeps instead of it.
 */
export interface ArtifactFact {
  readonly kind: 'artifact'
  readonly index: number
  readonly artifactId: string
  readonly name?: string
  readonly parts: readonly Part[]
  readonly append: boolean
  readonly lastChunk: boolean
  readonly whole?: true
  readonly marks?: readonly ArtifactMark[]
  readonly metadata?: JsonObject
}

/** What was odd about a piece. Each is accepted and shown; whether it is wrong is for the findings to say. */
type OddMark = 'created-by-append' | 'replaced' | 'after-last-chunk' | 'empty-parts'
/** `after-gap`: what came before it on its stream was not read, so that pieces may be missing here. */
export type ArtifactMark = OddMark | 'after-gap'

/** A message that is an event of its own; an agent's status message is part of its status. */
export interface MessageFact {
  readonly kind: 'message'
  readonly index: number
  readonly message: Message
  readonly origin: MessageOrigin
}

/** `sent` by the user, said as a `direct` answer, with a `status`, or met first in a task's `history`. */
export type MessageOrigin = 'sent' | 'direct' | 'status' | 'history'

/** How the agent's own copy of an artifact compares with what its events add up to; `unknown` where not all were read. */
export type StoredRelation = 'equal' | 'stored-ahead' | 'stored-behind' | 'differs' | 'unknown'

export interface StoredArtifact {
  readonly artifact: Artifact
  readonly relation: StoredRelation
  /** The task had ended when the agent showed it: then it is the last word. */
  readonly final: boolean
  readonly source: Source
  readonly seq: number
}

export interface ArtifactView {
  readonly artifactId: string
  /** Position in the task, kept through replacements. */
  readonly index: number
  readonly name?: string
  readonly description?: string
  readonly extensions?: readonly string[]
  /** What to show, piece by piece; text pieces in a row read as one. */
  readonly chunks: List<ArtifactFact>
  /** Grows when `chunks` starts anew. Within a generation chunks are only added. */
  readonly generation: number
  /** What the events alone add up to: `chunks` itself unless the agent's own copy says otherwise. */
  readonly assembled: List<ArtifactFact>
  readonly stored?: StoredArtifact
  /** An artifact is also closed when its task has ended. */
  readonly lastChunk: boolean
  /** Of `assembled`. */
  readonly textLength: number
  readonly marks: Readonly<Record<ArtifactMark, number>>
}

export interface MessageView extends Sighted {
  readonly message: Message
  readonly origin: MessageOrigin
  /** Unique in the record. */
  readonly key: number
  readonly taskKey?: string
  /** What came after it under the same id: one message, told in pieces. */
  readonly more?: List<MessagePiece>
  /** The agent has shown it in a task's history: it keeps it. */
  readonly inHistory: boolean
  /** It stands in its task, not in the conversation: only the task's history tells of it. */
  readonly isTold?: true
  /** Another message of the conversation has the same id and another content. */
  readonly idReused?: true
}

export interface MessagePiece {
  readonly parts: readonly Part[]
  readonly place: Pick<Sighting, 'exchangeId' | 'seq'>
}

/**
 * `settled`: in a terminal state. `waiting`: for input or authentication. `live`: a stream is open. `interrupted`: its
 * last stream ended before it should have. `unwatched`: only polls or pushes will tell.
 */
export type TaskPhase = 'settled' | 'waiting' | 'live' | 'interrupted' | 'unwatched'

export interface TaskView {
  /** Unique in the record; task ids of different agents may coincide. */
  readonly key: string
  readonly taskId: string
  readonly agentId?: string
  readonly contextId?: string
  readonly conversationId?: string
  readonly status?: TaskStatus
  /** The event that brought `status`. */
  readonly statusEvent?: number
  readonly phase: TaskPhase
  /** Only webhook calls and lists have told of it: nobody here asked for it. */
  readonly foreign?: true
  readonly events: List<TaskEvent>
  /** The status history: positions in `events`. */
  readonly statuses: List<number>
  readonly artifacts: List<ArtifactView>
  /** What the agent said while it was at work. */
  readonly sayings: List<SayingView>
  readonly messages: List<MessageView>
  /** Positions in `events` of messages that only a history told of. */
  readonly told: List<number>
  readonly openStreams: number
  /** Events of its streams that the reader passed over, because it began behind them. */
  readonly unread?: number
  readonly lastStream?: { readonly exchangeId: string; readonly outcome: StreamOutcome }
  /** The newest snapshot: an artifact whose `stored.seq` is another was not in it. */
  readonly snapshot?: {
    readonly seq: number
    readonly source: Source
    readonly final: boolean
    readonly artifacts: number
  }
  readonly metadata?: JsonObject
  readonly first: Sighted['first']
  readonly lastSeq: number
  readonly lastAt: number
}

export type ConversationItem =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'task'; readonly taskKey: string }

export interface ConversationView {
  /** Ours, stable: the agent's context id may be learned later. */
  readonly id: string
  readonly index: number
  readonly contextId?: string
  readonly agentId?: string
  /** Something was said or asked here; other conversations are only known of. */
  readonly isOurs: boolean
  /** Messages and tasks in the order of the record: what was asked stands before what came of it. */
  readonly items: List<ConversationItem>
  readonly tasks: List<string>
  readonly startedAt: number
  readonly lastSeq: number
  readonly lastAt: number
  /** It turned out to be part of this other conversation, which now holds its items. */
  readonly mergedInto?: string
}
