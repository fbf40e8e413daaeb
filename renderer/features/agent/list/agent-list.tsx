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
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')

  /** Not by the places of the last drawing: keys and the pointer can be faster than it. */
  function move(agentId: string, place: (from: number, shown: readonly Agent[]) => number): void {
    if (!canMove) return
    const next = reorder((shown) => {
      const from = shown.findIndex(({ id }) => id === agentId)
      return moved(shown, from, place(from, shown))
    })
    if (next === undefined) return
    const now = next.findIndex(({ id }) => id === agentId)
    setSaid(`${visibleString(next[now]?.name ?? '')} is now ${now + 1} of ${next.length}`)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, agentId: string, index: number): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    if (event.altKey) move(agentId, (from) => from + step)
    else picksOf(event.currentTarget)[index + step]?.focus()
  }

  return (
    <>
      <ul className="agent-list" aria-label="Agents">
        {agents.map((agent, index) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            dragged={dragged === agent.id}
            onKeyDown={(event) => onKeyDown(event, agent.id, index)}
            onDragStart={() => setDragged(agent.id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={() => {
              if (dragged === undefined || dragged === agent.id) return
              move(dragged, (_, shown) => shown.findIndex(({ id }) => id === agent.id))
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
