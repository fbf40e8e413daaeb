import { ChevronDown, ChevronRight, X } from 'lucide-react'
import type { Agent } from '#shared/contract/agents.ts'
import { IconButton } from '../../../ui/button.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useRemoveAgents } from '../use-agent.ts'

interface GroupHeadProps {
  readonly name: string
  readonly members: readonly Agent[]
  readonly isOpen: boolean
  onToggle(): void
}

/** Over the agents of one host that are kept together. */
export function GroupHead({ name, members, isOpen, onToggle }: GroupHeadProps) {
  const remove = useRemoveAgents()
  const Icon = isOpen ? ChevronDown : ChevronRight
  const shown = visibleString(name)
  return (
    <li className="agent-row agent-group">
      <button type="button" className="agent-pick" aria-expanded={isOpen} onClick={onToggle}>
        <Icon size={12} aria-hidden={true} />
        <bdi className="truncate">{shown}</bdi>
        <span className="faint num">{members.length}</span>
      </button>
      <span className="agent-actions">
        <IconButton
          label={`Remove the group ${shown} and its agents`}
          icon={<X size={13} aria-hidden={true} />}
          onClick={() => remove.mutate(members.map(({ id }) => id))}
        />
      </span>
    </li>
  )
}
