// A conversation as its reader sees it: rows in blocks, each row measured and drawn by itself. Plain data that is sent to a
// window; content too long for a row is requested when it is shown.

import type { Message, Part, TaskState } from '../../a2a/model.ts'
import type { OperationKind } from '../../a2a/operation.ts'
import type { FarBytes } from '../../record/entry-body.ts'
import type { ArtifactMarks, MessageOrigin, TaskPhase } from '../task-view.ts'
import type { Also } from '../turn-body.ts'
import type { OtherStates } from '../turns.ts'
import type { EntryRef } from './segment.ts'
import type { SendProblem } from './send-problem.ts'
import type { TextPiece } from './text-pieces.ts'

/** A task outside its timeline: what is shown of it, and what is needed to act on it. */
export interface TaskBrief {
  readonly key: string
  readonly taskId: string
  readonly agentId?: string
  readonly contextId?: string
  readonly state?: TaskState
  readonly phase: TaskPhase
  /** Another program requested it, through a tap. */
  readonly byCaller?: true
  readonly place: EntryRef
  readonly firstAt: number
  /** Absent while a stream of it is open. */
  readonly lastAt?: number
  /** Ids of the newest messages that were sent to it. */
  readonly sent: readonly string[]
  /** While it waits: its request, and the event that carried it. */
  readonly asks?: { readonly message?: Message; readonly event: number }
  /** Why its last stream ended too early. */
  readonly broken?: SendProblem & { readonly exchangeId: string }
  /** Why the last call about it returned nothing of it. */
  readonly refused?: SendProblem & { readonly operation?: OperationKind; readonly exchangeId: string }
}

/** A part that stands by itself; the base64 of a large file stays in the record. */
export type RowPart =
  | Exclude<Part, { kind: 'text' | 'file-bytes' }>
  | (Extract<Part, { kind: 'file-bytes' }> & { readonly far?: FarBytes })

/** A text or another part, shown by one or more rows. */
export interface SegmentFacts {
  /** Unique in the conversation; names it in `story.segment`. */
  readonly key: string
  /** Where its first part was reported. */
  readonly place: EntryRef
}

export interface TextFacts extends SegmentFacts {
  readonly mediaType?: string
  readonly filename?: string
  /** In characters so far; only for text that may be shown as a table or a page. */
  readonly length?: number
}

export interface Block {
  readonly key: string
  readonly kind: 'mine' | 'theirs' | 'task' | 'problem' | 'offer'
  readonly label: string
  readonly place: EntryRef
  readonly taskKey?: string
}

export interface MessageMark {
  /** Names it in `story.message`. */
  readonly key: string
  readonly at: number
  readonly origin: MessageOrigin
  readonly idReused?: true
}

export type ShownMarks = ArtifactMarks & { readonly stored?: 'differs' | 'stored-ahead' }

export type ChatRow = BareRow & { readonly block: Block }

export type BareRow = { readonly key: string } & (
  | { readonly kind: 'meta'; readonly message: MessageMark }
  | {
      readonly kind: 'text'
      readonly segment: TextFacts
      readonly piece: TextPiece
      readonly isFirst: boolean
    }
  | { readonly kind: 'part'; readonly segment: SegmentFacts; readonly part: RowPart }
  /** A message without parts, or a task that completed without an answer. */
  | { readonly kind: 'empty'; readonly ofTask?: true }
  /** The agent answered the message of this turn in another task. */
  | { readonly kind: 'answered-elsewhere'; readonly taskId: string }
  | {
      readonly kind: 'task-head'
      readonly task: TaskBrief
      readonly state?: TaskState
      readonly isLast: boolean
      /** The agent's note on what it is doing, in a line. */
      readonly note?: string
    }
  | ({ readonly kind: 'earlier' } & OtherStates)
  | {
      readonly kind: 'said'
      /** Since the task was requested. */
      readonly ms: number
      /** Of a state; absent for a message that only the task's history contains. */
      readonly state?: TaskState
      readonly role?: Message['role']
      /** Another program requested the task, through a tap. */
      readonly byCaller?: true
      readonly words: string
    }
  | {
      readonly kind: 'artifact'
      readonly name: string
      readonly description?: string
      readonly chunks: number
      readonly characters: number
      readonly growing: boolean
      readonly marks: ShownMarks
      readonly also: Also
      readonly place?: EntryRef
    }
  | { readonly kind: 'also'; readonly also: Also }
  | { readonly kind: 'task-foot'; readonly task: TaskBrief }
  | { readonly kind: 'offer'; readonly count: number }
  | {
      readonly kind: 'problem'
      readonly problem: SendProblem
      readonly exchangeId: string
      readonly agentId?: string
      readonly message: MessageMark
      /** It may be sent again with its files encoded twice. */
      readonly filesTwice?: true
    }
)
