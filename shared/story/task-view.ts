// What a reader sees of tasks and conversations. Views are immutable, but for the content of artifacts: a thing keeps its reference
// until it changes, lists share what did not, and everything points back to the entries it was from.

import type { Message, Part, TaskStatus } from '../a2a/model.ts'
import type { List } from '../collections/list.ts'
import type { Segment, SegmentSource } from './chat/segment.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { Sighted, Sighting } from './sightings.ts'
import type { TextRunView } from './turn-text.ts'

export interface ArtifactContent {
  readonly segments: readonly Segment[]
  /** Pieces that said something. */
  readonly pieces: number
  /** The events that brought the first of them and the last. */
  readonly first: number | undefined
  readonly last: number | undefined
  add(segmentSource: SegmentSource, event: number): void
  /** Texts that go on with the one before; false where they must be added one by one. `event` brought the last of them. */
  goOn(text: string, count: number, event: number): boolean
}

/** One row of a timeline: a fact, with every place it was seen. */
export interface TaskEvent extends Sighted {
  readonly fact: TaskFact
}

/** Each is made when it is looked at. */
export interface TaskEvents extends Iterable<TaskEvent> {
  readonly length: number
  at(index: number): TaskEvent | undefined
}

export type TaskFact = StatusFact | ArtifactFact | MessageFact

export interface StatusFact {
  readonly kind: 'status'
  /** Position in the task's events, as in the other facts. */
  readonly index: number
  readonly status: TaskStatus
  /** Older than what was known when it came (a push overtaken by the stream): in the history, never current. */
  readonly late?: true
  /** Somebody looked, and what was said before it may be missing. */
  readonly isGlimpse?: true
}

/**
 * One piece of an artifact. `whole`: it arrived in a task snapshot and stands for what no event had brought, or for what
 * the agent keeps instead of it.
 */
export interface ArtifactFact {
  readonly kind: 'artifact'
  readonly index: number
  /** Position in the task's artifacts, which have what it says. */
  readonly artifact: number
  readonly append: boolean
  readonly lastChunk: boolean
  readonly whole?: true
}

/** What was odd about pieces. Each is accepted and shown; whether it is wrong is for the findings to say. */
export interface ArtifactMarks {
  readonly replaced?: true
  readonly createdByAppend?: true
  readonly afterLastChunk?: true
}

/** A message that is an event of its own; an agent's status message is part of its status. */
interface MessageFact {
  readonly kind: 'message'
  readonly index: number
  readonly message: Message
  readonly origin: MessageOrigin
}

/** `sent` by the user, said as a `direct` answer, or met first in a task's `history`. What arrives with a status is part of that. */
export type MessageOrigin = 'sent' | 'direct' | 'history'

/** How the agent's own copy of an artifact compares with what its events add up to: `stored-ahead` has what no event brought. */
export type StoredRelation = 'equal' | 'stored-ahead' | 'stored-behind' | 'differs'

export interface ArtifactView {
  readonly artifactId: string
  /** Position in the task, kept through replacements. */
  readonly index: number
  readonly name?: string
  readonly description?: string
  /** What to show. It grows in place: another one where it begins anew. */
  readonly content: ArtifactContent
  /** What the events alone add up to: `content` itself unless the agent's own copy reports otherwise. */
  readonly assembled: ArtifactContent
  readonly stored?: StoredRelation
  /** An artifact is also closed when its task has ended. */
  readonly lastChunk: boolean
  /** Of `assembled`. */
  readonly textLength: number
  readonly marks: ArtifactMarks
}

export interface MessageView extends Sighted {
  readonly message: Message
  readonly origin: MessageOrigin
  /** Unique in the record. */
  readonly key: number
  readonly taskKey?: string
  /** What followed it under the same id: one message, told in pieces. */
  readonly more?: List<MessagePiece>
  /** The agent has shown it in a task's history: it keeps it. */
  readonly inHistory: boolean
  /** It stands in its task, not in the conversation: only the task's history reports it, or the task's stream had it between states. */
  readonly isReported?: true
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
  /** Only webhook calls and lists have told of it: nobody here requested it. */
  readonly foreign?: true
  readonly events: TaskEvents
  /** The status history: positions in `events`. */
  readonly statuses: List<number>
  readonly artifacts: List<ArtifactView>
  /** What the agent said while it was at work. */
  readonly sayings: List<TextRunView>
  /** Positions in `events` of messages that were sent to it. */
  readonly requests: List<number>
  /** The event of the state that it was in when each of them was sent, -1 for none. */
  readonly arrivals: List<number>
  /** Positions in `events` of messages that only a history told of. */
  readonly reports: List<number>
  /** Ids of the newest messages that were sent to it. */
  readonly sent: readonly string[]
  /** When it was first requested, where that was here. */
  readonly requestedAt?: number
  readonly openStreams: number
  readonly lastStream?: { readonly exchangeId: string; readonly outcome: StreamOutcome }
  /** The exchange in which somebody asked about it last, where that brought nothing of it. */
  readonly failedRequest?: string
  readonly first: Sighted['first']
  readonly lastAt: number
}

export type ConversationItem =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'task'; readonly taskKey: string }

export interface ConversationView {
  /** Ours, stable: the agent's context id may be learned later. */
  readonly id: string
  readonly contextId?: string
  /** The newest that the agent named, where that is another one. */
  readonly latestContextId?: string
  /** The chat of a window it was sent from. */
  readonly chatId?: string
  readonly agentId?: string
  /** Something was said or asked here; other conversations are only known of. */
  readonly isOurs: boolean
  /** Messages and tasks in the order of the record: what was asked stands before what came of it. */
  readonly items: List<ConversationItem>
  readonly tasks: List<string>
  readonly startedSeq: number
  readonly startedAt: number
  readonly lastAt: number
  /** It turned out to be part of this other conversation, which now holds its items. */
  readonly mergedInto?: string
}
