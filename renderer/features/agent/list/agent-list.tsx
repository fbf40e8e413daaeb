import { type KeyboardEvent, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useReorderAgents } from '../use-agent.ts'
import { AgentRow } from './agent-row.tsx'
import { GroupHead } from './group-head.tsx'
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
      <ul className="agent-list" aria-label="Agents">
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
  return [...(row.closest('.agent-list')?.querySelectorAll<HTMLElement>('.agent-pick') ?? [])]
}
