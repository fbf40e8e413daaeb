import { Ellipsis } from 'lucide-react'
import type { TaskState } from '#shared/a2a/model.ts'
import type { ConversationRow } from '#shared/contract/story.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { runCommand, useCommands } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { counted, formatBriefly, joinDefined } from '../../../ui/format.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

/** What a conversation waits for, or how it failed. */
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
  const { contextId } = row
  const canPresent = useCommands(({ runs }) => runs['present.toggle'] !== undefined)
  function present(): void {
    onShow()
    runCommand('present.toggle')
  }
  const items: readonly MenuItem[] = [
    ...(canPresent ? [{ label: 'Present', run: present }] : []),
    ...(contextId === undefined
      ? []
      : [{ label: 'Copy context ID', run: () => void navigator.clipboard.writeText(contextId) }]),
    ...(canCall && contextId !== undefined
      ? [
          { label: 'Rename…', run: onRename },
          { label: 'Remove from the list', run: onForget },
        ]
      : []),
  ]
  const caller = row.caller && visibleString(shorten(row.caller, maxTitleChars))
  return (
    <div className={joinDefined(' ', 'side-row line', isShown && (isCard ? 'bold' : 'selected'))}>
      <button
        type="button"
        className="conversation-pick line fills gap-8"
        aria-current={isShown ? 'location' : undefined}
        title={joinDefined(
          '\n',
          title,
          caller && `From ${caller}`,
          row.tasks > 0 && counted(row.tasks, 'task'),
          row.contextId && shorten(row.contextId, maxTitleChars),
        )}
        onClick={onShow}
      >
        <span className="truncate fills">
          {caller && <span className="dim">{caller} › </span>}
          {title}
        </span>
        <When row={row} />
      </button>
      {items.length > 0 && (
        <span className="side-actions">
          <Menu
            label={`More about ${title}`}
            button={<Ellipsis size={14} />}
            subject=".side-row"
            items={() => items}
          />
        </span>
      )}
    </div>
  )
}
