import { ChevronDown, ChevronRight, Pencil, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { joinWords } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useRemoveAgents, useReorderAgents, useStartDemo } from '../use-agent.ts'
import { AgentDetails } from './agent-details.tsx'
import { moved } from './moved.ts'

interface AgentListProps {
  readonly agents: readonly Agent[]
  /** False while a search hides some: their order would be lost. */
  readonly canMove: boolean
}

/** The user's agents in the user's order: arrows walk, Alt with arrows moves, the pointer drags. */
export function AgentList({ agents, canMove }: AgentListProps) {
  const reorder = useReorderAgents()
  const [dragged, setDragged] = useState<Agent>()
  const [said, setSaid] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())

  function fold(group: string): void {
    const next = new Set(folded)
    if (!next.delete(group)) next.add(group)
    setFolded(next)
  }

  /** Not by the places of the last drawing: keys and the pointer can be faster than it. */
  function move(agent: Agent, place: (from: number) => number): void {
    if (!canMove) return
    const placeIn = (list: readonly Agent[]) => list.findIndex(({ id }) => id === agent.id)
    const next = reorder((shown) => moved(shown, placeIn(shown), place(placeIn(shown))))
    if (next) setSaid(`${visibleString(agent.name)} is now ${placeIn(next) + 1} of ${next.length}`)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, agent: Agent, index: number): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    if (event.altKey) move(agent, (from) => from + step)
    else picksOf(event.currentTarget)[index + step]?.focus()
  }

  return (
    <>
      <ul className="side-list" aria-label="Agents">
        {agents.flatMap((agent, index) => [
          agent.group !== undefined && agent.group !== agents[index - 1]?.group && (
            <GroupHead
              key={`group ${agent.id}`}
              name={agent.group}
              members={agents.filter(({ group }) => group === agent.group)}
              isOpen={!folded.has(agent.group)}
              onToggle={() => agent.group !== undefined && fold(agent.group)}
            />
          ),
          (agent.group === undefined || !folded.has(agent.group)) && (
            <AgentRow
              key={agent.id}
              agent={agent}
              dragged={dragged?.id === agent.id}
              onKeyDown={(event) => onKeyDown(event, agent, index)}
              onDragStart={() => setDragged(agent)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={() => dragged && move(dragged, () => index)}
            />
          ),
        ])}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

function picksOf(row: HTMLElement): readonly HTMLElement[] {
  return [...(row.closest('.side-list')?.querySelectorAll<HTMLElement>('.agent-pick') ?? [])]
}

interface GroupHeadProps {
  readonly name: string
  readonly members: readonly Agent[]
  readonly isOpen: boolean
  onToggle(): void
}

/** Over the agents of one host that are kept together. */
function GroupHead({ name, members, isOpen, onToggle }: GroupHeadProps) {
  const remove = useRemoveAgents()
  const Icon = isOpen ? ChevronDown : ChevronRight
  const shown = visibleString(name)
  return (
    <li className="side-row line agent-group mt-4 muted small">
      <button type="button" className="agent-pick line fills gap-8" aria-expanded={isOpen} onClick={onToggle}>
        <Icon size={12} />
        <bdi className="truncate">{shown}</bdi>
        <span className="faint num">{members.length}</span>
      </button>
      <span className="side-actions">
        <IconButton
          label={`Remove the group ${shown} and its agents`}
          icon={<X size={13} />}
          onClick={() => remove.mutate(members.map(({ id }) => id))}
        />
      </span>
    </li>
  )
}

interface AgentRowProps {
  readonly agent: Agent
  readonly dragged: boolean
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onDragStart(): void
  onDragOver(): void
  onDragEnd(): void
}

function AgentRow({ agent, dragged, onKeyDown, onDragStart, onDragOver, onDragEnd }: AgentRowProps) {
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
  const title = joinWords('\n', agent.address, unkept, agent.note, moves)
  function choose(): void {
    if (agent.demo && canCall) startDemo.mutate({ behindSignIn: agent.demo === 'protected' })
    else useSelection.getState().selectAgent(agent.id)
  }
  return (
    <li
      ref={row}
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
            onClick={() => setEditing(true)}
          />
          <IconButton
            label={`Remove ${name} from the list`}
            icon={<X size={13} />}
            onClick={() => remove.mutate([agent.id])}
          />
        </span>
      )}
      {editing && <AgentDetails agent={agent} onClose={() => setEditing(false)} />}
    </li>
  )
}
