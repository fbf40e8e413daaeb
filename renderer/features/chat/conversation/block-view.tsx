import type { MouseEvent, ReactNode } from 'react'
import type { Block } from '#shared/story/chat/chat-row.ts'
import { useSelection } from '../../../state/selection.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { MessageContextMenu } from './message-meta.tsx'

interface BlockViewProps {
  readonly block: Block
  readonly onClick: (event: MouseEvent) => void
  readonly children: ReactNode
}

/** The rows of a block that are on screen. */
export function BlockView({ block, onClick, children }: BlockViewProps) {
  const selected = useSelection(({ taskId, exchangeId }) =>
    taskId === undefined
      ? exchangeId === block.place.exchangeId
      : block.kind === 'task' && taskId === block.taskKey,
  )
  if (block.kind === 'problem' || block.kind === 'offer') {
    return <div className={`block column ${block.kind}`}>{children}</div>
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what a click selects has a button, too
    <article
      className={`block column ${block.kind}`}
      aria-label={visibleString(block.label)}
      data-selected={selected || undefined}
      onClick={onClick}
    >
      {children}
      {block.kind !== 'task' && <MessageContextMenu block={block} />}
    </article>
  )
}
