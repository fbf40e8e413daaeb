import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { useSelection } from '../../../state/selection.ts'
import { moved } from '../../../ui/moved.ts'
import { useClickGuard } from '../../../ui/use-click-guard.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useRemoveAgents, useReorderAgents } from '../use-agent.ts'
import { AgentDetails } from './agent-details.tsx'
import { AgentRow } from './agent-row.tsx'
import { GroupHead } from './group-head.tsx'
import { listRows } from './list-rows.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

interface AgentListProps {
  readonly agents: readonly Agent[]
  /** False while a search hides some: their order would be lost. */
  readonly canMove: boolean
  below(agent: Agent): ReactNode
}

/** The user's agents in the user's order: arrows walk, Alt with arrows moves, the pointer drags. */
export function AgentList({ agents, canMove, below }: AgentListProps) {
  const selected = useSelection(({ agentId }) => agentId)
  const { said, move } = useMove(canMove)
  const { remove } = useRemoveAgents()
  const [dragged, setDragged] = useState<Agent>()
  const [edited, setEdited] = useState<Agent>()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const all = listRows(agents, folded)
  const keys = all.map(({ key }) => key)
  const { list, rows, propsAt, walk } = useRowsInSight(keys, { dragged: dragged?.id, selected })

  function fold(group: string): void {
    const next = new Set(folded)
    if (!next.delete(group)) next.add(group)
    setFolded(next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number): void {
    const row = all[index]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const moves = event.altKey && step !== 0 && row?.kind === 'agent'
    if (moves) move(row.agent, (from) => from + step)
    if (moves || walk(event.key, index)) event.preventDefault()
  }

  return (
    <>
      <ul
        ref={list}
        className="agent-list anchor"
        aria-label="Agents"
        hidden={all.length === 0}
        style={{ height: rows.getTotalSize() }}
        {...useClickGuard()}
      >
        {rows.getVirtualItems().map((item) => {
          const row = all[item.index]
          if (row === undefined) return null
          return row.kind === 'group' ? (
            <GroupHead
              key={row.key}
              place={propsAt(item)}
              name={row.name}
              members={row.members}
              isOpen={!folded.has(row.name)}
              onKeyDown={(event) => onKeyDown(event, item.index)}
              onToggle={() => fold(row.name)}
              onRemove={() => remove(row.members)}
            />
          ) : (
            <AgentRow
              key={row.key}
              place={propsAt(item)}
              agent={row.agent}
              selected={row.key === selected}
              below={row.key === selected && below(row.agent)}
              dragged={row.key === dragged?.id}
              onKeyDown={(event) => onKeyDown(event, item.index)}
              onEdit={() => setEdited(row.agent)}
              onRemove={() => remove([row.agent])}
              onDragStart={() => setDragged(row.agent)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={() => dragged && move(dragged, () => row.index)}
            />
          )
        })}
      </ul>
      {edited && <AgentDetails agent={edited} onClose={() => setEdited(undefined)} />}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

function useMove(canMove: boolean) {
  const reorder = useReorderAgents()
  const [said, setSaid] = useState('')
  return {
    said,
    /** Not by the places of the last drawing: keys and the pointer can be faster than it. */
    move(agent: Agent, place: (from: number) => number): void {
      if (!canMove) return
      const placeIn = (list: readonly Agent[]) => list.findIndex(({ id }) => id === agent.id)
      const next = reorder((shown) => moved(shown, placeIn(shown), place(placeIn(shown))))
      if (next) setSaid(`${visibleString(agent.name)} is now ${placeIn(next) + 1} of ${next.length}`)
    },
  }
}
