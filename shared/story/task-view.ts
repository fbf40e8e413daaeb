// Views of tasks and conversations. They are immutable except for artifact contents: a view keeps its reference until it
// changes, lists share unchanged items, and everything refers to the entries it was read from.

import type { Message, Part, TaskStatus } from '../a2a/model.ts'
import type { List } from '../collections/list.ts'
import type { Segment, SegmentSource } from './chat/segment.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { Sighted, Sighting } from './sightings.ts'
import type { TextRunView } from './turn-text.ts'

export interface ArtifactContent {
  readonly segments: readonly Segment[]
  readonly pieces: number
  /** The events that delivered the first and the last of them. */
  readonly first: number | undefined
  readonly last: number | undefined
  add(segmentSource: SegmentSource, event: number): void
  /**
   * Appends text that continues the previous piece; returns false where it must be added piece by piece. `event` delivered the
   * last of it.
   */
  goOn(text: string, count: number, event: number): boolean
}

/** One row of a timeline: a fact with all its sightings. */
export interface TaskEvent extends Sighted {
  readonly fact: TaskFact
}

/** Events are created when they are read. */
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
  /** Older than the status that was current on arrival (a push that the stream overtook): in the history, never current. */
  readonly late?: true
  /** From a task without history: earlier messages may be missing. */
  readonly isGlimpse?: true
}

/**
 * One piece of an artifact. `whole`: it arrived in a task snapshot, with what no event had delivered, or with what the agent
 * stores instead.
 */
export interface ArtifactFact {
  readonly kind: 'artifact'
  readonly index: number
  /** Position in the task's artifacts, which have its content. */
  readonly artifact: number
  readonly append: boolean
  readonly lastChunk: boolean
  readonly whole?: true
}

/** Irregularities of pieces. Each piece is accepted and shown; the findings judge it. */
export interface ArtifactMarks {
  readonly replaced?: true
  readonly createdByAppend?: true
  readonly afterLastChunk?: true
}

/** A message that is an event by itself; an agent's status message is part of its status. */
interface MessageFact {
  readonly kind: 'message'
  readonly index: number
  readonly message: Message
  readonly origin: MessageOrigin
}

/**
 * `sent` by the user, a `direct` answer, or first seen in a task's `history`. A message that arrives with a status belongs to
 * the status.
 */
export type MessageOrigin = 'sent' | 'direct' | 'history'

/** How the agent's own copy of an artifact compares with its events: `stored-ahead` has content that no event delivered. */
export type StoredRelation = 'equal' | 'stored-ahead' | 'stored-behind' | 'differs'

export interface ArtifactView {
  readonly artifactId: string
  /** Position in the task, kept through replacements. */
  readonly index: number
  readonly name?: string
  readonly description?: string
  /** What to show. Grows in place; replaced where the artifact begins again. */
  readonly content: ArtifactContent
  /** What the events alone add up to: `content` itself unless the agent's own copy differs. */
  readonly assembled: ArtifactContent
  readonly stored?: StoredRelation
  /** An artifact is also closed when its task has ended. */
  readonly lastChunk: boolean
  /** Length of `assembled`. */
  readonly textLength: number
  readonly marks: ArtifactMarks
}

export interface MessageView extends Sighted {
  readonly message: Message
  readonly origin: MessageOrigin
  /** Unique in the record. */
  readonly key: number
  readonly taskKey?: string
  /** Later pieces of the same message, under the same id. */
  readonly more?: List<MessagePiece>
  /** A task's history contained it, so the agent stores it. */
  readonly inHistory: boolean
  /** Shown in its task, not in the conversation: only the task's history contains it, or the task's stream sent it between states. */
  readonly isReported?: true
  /** Another message of the conversation has the same id and different content. */
  readonly idReused?: true
}

export interface MessagePiece {
  readonly parts: readonly Part[]
  readonly place: Pick<Sighting, 'exchangeId' | 'seq'>
}

/**
 * `settled`: in a terminal state. `waiting`: for input or authentication. `live`: a stream is open. `interrupted`: its last
 * stream ended too early. `unwatched`: only polls or pushes will report changes.
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
  /** The event that reported `status`. */
  readonly statusEvent?: number
  readonly phase: TaskPhase
  /** Only webhook calls and lists reported it: it was not requested here. */
  readonly foreign?: true
  readonly events: TaskEvents
  /** The status history: positions in `events`. */
  readonly statuses: List<number>
  readonly artifacts: List<ArtifactView>
  /** Text and notes of the agent while it worked. */
  readonly sayings: List<TextRunView>
  /** Positions in `events` of the messages sent to it. */
  readonly requests: List<number>
  /** The event of the task's state when each of them was sent, -1 for none. */
  readonly arrivals: List<number>
  /** Positions in `events` of messages that only a history contained. */
  readonly reports: List<number>
  /** Ids of the newest messages sent to it. */
  readonly sent: readonly string[]
  /** When it was first requested, if it was requested here. */
  readonly requestedAt?: number
  readonly openStreams: number
  readonly lastStream?: { readonly exchangeId: string; readonly outcome: StreamOutcome }
  /** The exchange of the last request about it, where the answer did not contain the task. */
  readonly failedRequest?: string
  readonly first: Sighted['first']
  readonly lastAt: number
}

export type ConversationItem =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'task'; readonly taskKey: string }

export interface ConversationView {
  /** Assigned here and stable: the agent's context id may follow later. */
  readonly id: string
  readonly contextId?: string
  /** The newest context that the agent named, where it differs. */
  readonly latestContextId?: string
  /** The chat of a window that it was sent from. */
  readonly chatId?: string
  readonly agentId?: string
  /** Messages or requests were sent here; other conversations were only reported. */
  readonly isOurs: boolean
  /** Messages and tasks in the order of the record: a request precedes its result. */
  readonly items: List<ConversationItem>
  readonly tasks: List<string>
  readonly startedSeq: number
  readonly startedAt: number
  readonly lastAt: number
  /** The conversation it turned out to belong to, which has its items now. */
  readonly mergedInto?: string
}
