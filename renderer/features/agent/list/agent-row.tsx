import { Pencil, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useRemoveAgents, useStartDemo } from '../use-agent.ts'
import { AgentDetails } from './agent-details.tsx'

interface AgentRowProps {
  readonly agent: Agent
  readonly dragged: boolean
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onDragStart(): void
  onDragOver(): void
  onDragEnd(): void
}

export function AgentRow({ agent, dragged, onKeyDown, onDragStart, onDragOver, onDragEnd }: AgentRowProps) {
  const selected = useSelection(({ agentId }) => agentId === agent.id)
  const [editing, setEditing] = useState(false)
  const remove = useRemoveAgents()
  const startDemo = useStartDemo()
  const { canCall } = useEngine()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const name = visibleString(agent.name)
  const where = agent.pasted ? 'pasted card' : agent.demo ? 'demo' : agent.address.replace(/^https?:\/\//, '')
  const unkept = agent.tentative && 'Not saved until its card is found'
  const moves = canCall && 'Alt with ↑ or ↓ moves it'
  const title = [agent.address, unkept, agent.note, moves].filter(Boolean).join('\n')
  function choose(): void {
    if (agent.demo && canCall) startDemo.mutate({ behindSignIn: agent.demo === 'protected' })
    else useSelection.getState().selectAgent(agent.id)
  }
  return (
    <li
      ref={row}
      className={`agent-row${selected ? ' selected' : ''}${dragged ? ' dragged' : ''}${agent.tentative ? ' tentative' : ''}`}
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
        className="agent-pick"
        aria-current={selected ? 'true' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={title}
        onKeyDown={onKeyDown}
        onClick={choose}
      >
        <span className="agent-colour" data-colour={agent.colour} aria-hidden={true} />
        <span className="agent-words">
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
        <span className="agent-actions">
          <IconButton
            label={`Name, colour and note of ${name}`}
            icon={<Pencil size={12} aria-hidden={true} />}
            onClick={() => setEditing(true)}
          />
          <IconButton
            label={`Remove ${name} from the list`}
            icon={<X size={13} aria-hidden={true} />}
            onClick={() => remove.mutate([agent.id])}
          />
        </span>
      )}
      {editing && <AgentDetails agent={agent} onClose={() => setEditing(false)} />}
    </li>
  )
}
