import type { WorkingText } from '../../contract/chat.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { TaskView } from '../task-view.ts'
import type { BareRow, Block } from './chat-row.ts'
import type { Segment } from './segment.ts'

/** What blocks are laid out from. */
export interface LayoutSource {
  task(key: string): TaskView | undefined
  exchange(id: string): ExchangeView | undefined
  /** What is folded out, by the key of its block: earlier states of a turn, tasks of others. */
  readonly open: ReadonlySet<string>
  /** Where each text does not tell by itself. */
  readonly workingText?: WorkingText | undefined
}

export interface LaidBlock {
  readonly block: Block
  readonly rows: readonly BareRow[]
  readonly segments: readonly Segment[]
}
