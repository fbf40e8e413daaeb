import { Ellipsis } from 'lucide-react'
import type { Block, MessageMark } from '#shared/story/chat/chat-row.ts'
import { formatClock } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useMessageMenu } from './message-menu.tsx'
import { ProblemLink } from './problem-link.tsx'

interface MessageMetaProps {
  readonly message: MessageMark
  readonly block: Block
}

/** Who said it and when, and what can be done with it. */
export function MessageMeta({ message: { at, origin, idReused }, block }: MessageMetaProps) {
  const menu = useMessageMenu(block)
  const isReply = block.kind === 'theirs' && block.taskKey === undefined
  return (
    <div className="row-box row-meta line gap-6 muted small">
      <span>{block.label}</span>
      <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()}>
        {formatClock(at)}
      </time>
      {origin === 'history' && <span title="First seen in the task's history">from history</span>}
      {idReused && <span className="tone-warn small">message id used before</span>}
      {isReply && <ProblemLink exchangeId={block.place.exchangeId} endedAt={at} />}
      <span className="spacer" />
      <Menu {...menu} button={<Ellipsis size={14} />} />
    </div>
  )
}
