// What the conversation is laid out into: rows that can be measured and drawn on their own, in blocks.

import type { ExchangeView } from '#shared/story/exchanges.ts'
import type { MessageView, TaskView } from '#shared/story/task-view.ts'
import type { Also, ShownArtifact, TurnBody } from '#shared/story/turn-body.ts'
import type { Turn } from '#shared/story/turns.ts'
import type { SendProblem } from './problem.ts'
import type { Segment, TextSegment } from './segments.ts'
import type { TextPiece } from './text-pieces.ts'

/** Where something was said: the way to its bytes. */
export interface WayToBytes {
  readonly exchangeId: string
  readonly seq: number
}

export type Row = { readonly key: string } & (
  | { readonly kind: 'meta'; readonly view: MessageView }
  | {
      readonly kind: 'text'
      readonly segment: TextSegment
      readonly piece: TextPiece
      readonly isFirst: boolean
    }
  | { readonly kind: 'part'; readonly segment: Extract<Segment, { kind: 'part' }> }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'task-head'
      readonly task: TaskView
      readonly turn: Turn
      readonly body: TurnBody
    }
  | { readonly kind: 'unread'; readonly events: number }
  | { readonly kind: 'gap' }
  | { readonly kind: 'earlier'; readonly task: TaskView; readonly turn: Turn }
  | { readonly kind: 'said'; readonly task: TaskView; readonly event: number }
  | ({ readonly kind: 'artifact'; readonly task: TaskView } & ShownArtifact)
  | { readonly kind: 'also'; readonly also: Also }
  | { readonly kind: 'task-foot'; readonly task: TaskView }
  | { readonly kind: 'offer'; readonly count: number }
  | {
      readonly kind: 'problem'
      readonly problem: SendProblem
      readonly exchange: ExchangeView
      readonly view: MessageView
    }
)

export interface Block {
  readonly key: string
  readonly kind: 'mine' | 'theirs' | 'task' | 'problem' | 'offer'
  /** The accessible name. */
  readonly label: string
  readonly place: WayToBytes
  readonly taskKey?: string
  readonly rows: readonly Row[]
}

export interface Layout {
  readonly rows: readonly Row[]
  /** The block of each row. */
  readonly blocks: readonly Block[]
  /** Blocks, each once. */
  readonly count: number
}
