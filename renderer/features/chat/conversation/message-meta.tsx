import { Ellipsis } from 'lucide-react'
import type { Block, MessageMark } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { formatClock } from '../../../ui/format.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useMessageActions } from '../composer/index.ts'

interface MessageMetaProps {
  readonly message: MessageMark
  readonly block: Block
}

/** Who said it and when, and what can be done with it. */
export function MessageMeta({ message: { key, at, origin, idReused }, block }: MessageMetaProps) {
  const { canCall } = useEngine()
  const actions = useMessageActions(key)
  const mine = block.kind === 'mine'
  const show = () => showOnWire(block.place.exchangeId, block.place.seq)
  const again: readonly MenuItem[] =
    mine && canCall
      ? [
          { label: 'Send again', run: actions.sendAgain },
          { label: 'Edit and send again', run: actions.edit },
        ]
      : []
  return (
    <div className="row-box row-meta line gap-6 muted small">
      <span>{block.label}</span>
      <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()}>
        {formatClock(at)}
      </time>
      {origin === 'history' && <span title="First seen in the task's history">from history</span>}
      {idReused && <span className="tone-warn small">message id used before</span>}
      <span className="spacer" />
      <Menu
        label={block.label === 'You' ? 'Your message' : `${block.label}'s message`}
        button={<Ellipsis size={14} />}
        subject="article"
        items={() => [
          ...again,
          { label: 'Copy', run: actions.copy },
          ...(canCall ? [{ label: 'Quote', run: actions.quote }] : []),
          { label: 'Show request', run: show },
        ]}
      />
    </div>
  )
}
