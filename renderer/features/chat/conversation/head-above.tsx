import type { ChatPage } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import type { Block, ChatRow } from '#shared/story/chat/chat-row.ts'
import type { FollowedChat } from '../followed-chat.ts'
import { TaskHead } from './task-head.tsx'

interface HeadAboveProps {
  readonly block: Block
  /** Index of its first drawn row. */
  readonly first: number
  readonly rowAt: FollowedChat['rowAt']
  readonly page: ChatPage
}

// Rows searched for the head of a task; past them its brief is used.
const maxRowsToHead = 400

/** The head of a task whose head row is above the drawn rows: keeps its state in sight. */
export function HeadAbove({ block, first, rowAt, page }: HeadAboveProps) {
  if (block.kind !== 'task' || rowAt(first)?.kind === 'task-head') return null
  const row = headBefore(first, rowAt) ?? headOf(block, page)
  return (
    row && (
      <div className="head-above">
        <TaskHead row={row} />
      </div>
    )
  )
}

type HeadRow = Extract<ChatRow, { kind: 'task-head' }>

function headBefore(first: number, rowAt: FollowedChat['rowAt']): HeadRow | undefined {
  const last = Math.max(0, first - maxRowsToHead)
  for (let index = first - 1; index >= last; index--) {
    const row = rowAt(index)
    if (row === undefined || row.kind === 'task-head') return row
  }
  return undefined
}

function headOf(block: Block, { conversation }: ChatPage): HeadRow | undefined {
  const task = conversation?.tasks.find(({ key }) => key === block.taskKey)
  return (
    task && { kind: 'task-head', key: task.key, task, isLast: true, block, ...defined({ state: task.state }) }
  )
}
