import type { WorkingText } from '../../contract/chat.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { TaskView } from '../task-view.ts'
import type { BareRow, Block } from './chat-row.ts'
import type { Segment } from './segment.ts'

/** The input of a layout. */
export interface LayoutSource {
  task(key: string): TaskView | undefined
  exchange(id: string): ExchangeView | undefined
  /** Keys of opened blocks: earlier states of a turn, tasks of others. */
  readonly open: ReadonlySet<string>
  /** Set where the text itself should not decide whether it is an answer or a note. */
  readonly workingText?: WorkingText | undefined
}

export interface LaidBlock {
  readonly block: Block
  readonly rows: readonly BareRow[]
  readonly segments: readonly Segment[]
}
