import { ChevronDown, ChevronRight, X } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { IconButton } from '../../../ui/button.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

interface GroupHeadProps {
  /** Where it stands in the list. */
  readonly place: ComponentProps<'li'>
  readonly name: string
  readonly members: readonly Agent[]
  readonly isOpen: boolean
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onToggle(): void
  onRemove(): void
}

/** Over the agents of one host that are kept together. */
export function GroupHead({ place, name, members, isOpen, onKeyDown, onToggle, onRemove }: GroupHeadProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  const shown = visibleString(name)
  return (
    <li {...place} className="side-row line agent-group muted small">
      <button
        type="button"
        className="agent-pick line fills gap-8"
        aria-expanded={isOpen}
        onKeyDown={onKeyDown}
        onClick={onToggle}
      >
        <Icon size={12} />
        <bdi className="truncate">{shown}</bdi>
        <span className="faint num">{members.length}</span>
      </button>
      <span className="side-actions">
        <IconButton
          label={`Remove the group ${shown} and its agents`}
          icon={<X size={13} />}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}
