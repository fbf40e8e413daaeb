import { Pencil, X } from 'lucide-react'
import type { TaskState } from '#shared/a2a/model.ts'
import type { ConversationRow } from '#shared/contract/story.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { counted, formatBriefly, joinWords } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'

/** What a conversation waits for, or how it ended where that is no good end. */
const stateWords: Readonly<Partial<Record<TaskState, readonly [word: string, tone: string]>>> = {
  'input-required': ['needs input', 'tone-warn'],
  'auth-required': ['needs sign-in', 'tone-warn'],
  failed: ['failed', 'tone-bad'],
  rejected: ['rejected', 'tone-bad'],
}

function When({ row: { state, lastAt } }: { readonly row: ConversationRow }) {
  const [word, tone] = (state && stateWords[state]) ?? []
  if (word === undefined) return <span className="faint rigid">{formatBriefly(lastAt)}</span>
  return (
    <span className={`${tone} rigid small`} title={formatBriefly(lastAt)}>
      {word}
    </span>
  )
}

interface ConversationItemProps {
  readonly row: ConversationRow
  readonly title: string
  readonly isShown: boolean
  onShow(): void
  onRename(): void
  onForget(): void
}

export function ConversationItem({ row, title, isShown, onShow, onRename, onForget }: ConversationItemProps) {
  const { canCall } = useEngine()
  const isCard = useSelection(({ card }) => card)
  const caller = row.caller && visibleString(shorten(row.caller, maxTitleChars))
  return (
    <div className={joinWords(' ', 'side-row line', isShown && (isCard ? 'bold' : 'selected'))}>
      <button
        type="button"
        className="conversation-pick line fills gap-8"
        aria-current={isShown ? 'location' : undefined}
        title={joinWords(
          '\n',
          title,
          caller && `From ${caller}`,
          row.tasks > 0 && counted(row.tasks, 'task'),
          row.contextId && shorten(row.contextId, maxTitleChars),
        )}
        onClick={onShow}
      >
        <span className="truncate fills">
          {caller && <span className="muted">{caller} › </span>}
          {title}
        </span>
        <When row={row} />
      </button>
      {canCall && row.contextId !== undefined && (
        <span className="side-actions">
          <IconButton label={`Rename ${title}`} icon={<Pencil size={12} />} onClick={onRename} />
          <IconButton label={`Forget ${title}`} icon={<X size={13} />} onClick={onForget} />
        </span>
      )}
    </div>
  )
}
