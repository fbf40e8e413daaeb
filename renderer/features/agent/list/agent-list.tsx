import { type KeyboardEvent, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useReorderAgents } from '../use-agent.ts'
import { AgentRow } from './agent-row.tsx'
import { moved } from './moved.ts'

interface AgentListProps {
  readonly agents: readonly Agent[]
  /** False while a search hides some: their order would be lost. */
  readonly canMove: boolean
}

/** The user's agents in the user's order: arrows walk, Alt with arrows moves, the pointer drags. */
export function AgentList({ agents, canMove }: AgentListProps) {
  const reorder = useReorderAgents()
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState('')

  function move(from: number, to: number): void {
    const next = moved(agents, from, to)
    if (!canMove || next === agents) return
    reorder.mutate(next)
    setSaid(`${visibleString(agents[from]?.name ?? '')} is now ${to + 1} of ${agents.length}`)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    if (event.altKey) move(index, index + step)
    else picksOf(event.currentTarget)[index + step]?.focus()
  }

  return (
    <>
      <ul className="agent-list" aria-label="Agents">
        {agents.map((agent, index) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            dragged={dragged === index}
            onKeyDown={(event) => onKeyDown(event, index)}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={() => {
              if (dragged === undefined || dragged === index) return
              move(dragged, index)
              setDragged(index)
            }}
          />
        ))}
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
