import { Pencil, X } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { joinWords } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useStartDemo } from '../use-agent.ts'

interface AgentRowProps {
  /** Where it stands in the list. */
  readonly place: ComponentProps<'li'>
  readonly agent: Agent
  readonly selected: boolean
  readonly dragged: boolean
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onEdit(): void
  onRemove(): void
  onDragStart(): void
  onDragOver(): void
  onDragEnd(): void
}

export function AgentRow(props: AgentRowProps) {
  const { place, agent, selected, dragged, onKeyDown, onEdit, onRemove, onDragStart, onDragOver, onDragEnd } =
    props
  const startDemo = useStartDemo()
  const { canCall } = useEngine()
  const name = visibleString(agent.name)
  const where = agent.pasted ? 'pasted card' : agent.demo ? 'demo' : agent.address.replace(/^https?:\/\//, '')
  const unkept = agent.tentative && 'Not saved until its card is found'
  const moves = canCall && 'Alt with ↑ or ↓ moves it'
  const title = joinWords('\n', agent.address, unkept, agent.note, moves)
  function choose(): void {
    if (agent.demo && canCall) startDemo.mutate({ behindSignIn: agent.demo === 'protected' })
    else useSelection.getState().selectAgent(agent.id)
  }
  return (
    <li
      {...place}
      className={joinWords(
        ' ',
        'side-row line',
        selected && 'selected',
        dragged && 'dragged',
        agent.tentative && 'tentative',
      )}
      draggable={canCall}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', agent.address)
        onDragStart()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        onDragOver()
      }}
      onDragEnd={onDragEnd}
    >
      <button
        type="button"
        className="agent-pick line fills gap-8"
        aria-current={selected ? 'true' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={title}
        onKeyDown={onKeyDown}
        onClick={choose}
      >
        <span className="agent-colour" data-colour={agent.colour} aria-hidden={true} />
        <span className="agent-words line fills wraps">
          <bdi className="agent-name truncate">{name}</bdi>
          {where !== agent.name && (
            <span className={`faint mono truncate${agent.pasted || agent.demo ? '' : ' agent-address'}`}>
              {visibleString(where)}
            </span>
          )}
        </span>
        {agent.tentative && <span className="visually-hidden">, not saved</span>}
      </button>
      {canCall && (
        <span className="side-actions">
          <IconButton
            label={`Name, colour and note of ${name}`}
            icon={<Pencil size={12} />}
            onClick={onEdit}
          />
          <IconButton label={`Remove ${name} from the list`} icon={<X size={13} />} onClick={onRemove} />
        </span>
      )}
    </li>
  )
}
