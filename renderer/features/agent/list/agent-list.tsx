import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Agent } from '#shared/contract/agents.ts'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useClickGuard } from '../../../ui/hooks.ts'
import { moved } from '../../../ui/reveal.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useRemoveAgents, useReorderAgents } from '../use-agent.ts'
import { AgentDetails, AgentRow } from './agent-row.tsx'

/** Estimated height of a row; drawn rows are measured. */
const usualPx = 29
const edgePx = 6

interface AgentListProps {
  readonly agents: readonly Agent[]
  /** False while a search hides some: their order would be lost. */
  readonly canMove: boolean
  below(agent: Agent): ReactNode
}

/** Agents in the user's order: arrows walk, Alt with arrows moves, the pointer drags. */
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
  const [announced, setAnnounced] = useState('')
  return {
    said: announced,
    /** By key, not by index: keys and the pointer can be faster than drawing. */
    move(agent: Agent, place: (from: number) => number): void {
      if (!canMove) return
      const placeIn = (list: readonly Agent[]) => list.findIndex(({ id }) => id === agent.id)
      const next = reorder((shown) => moved(shown, placeIn(shown), place(placeIn(shown))))
      if (next) setAnnounced(`${visibleString(agent.name)} is now ${placeIn(next) + 1} of ${next.length}`)
    },
  }
}

type ListRow =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly members: readonly Agent[]
    }
  | { readonly kind: 'agent'; readonly key: string; readonly agent: Agent; readonly index: number }

/** A head above the agents of each group; collapsed groups have no rows. */
function listRows(agents: readonly Agent[], folded: ReadonlySet<string>): readonly ListRow[] {
  const groups = Map.groupBy(agents, ({ group }) => group)
  return agents.flatMap((agent, index): readonly ListRow[] => {
    const { group: name, id } = agent
    const row = { kind: 'agent', key: id, agent, index } as const
    if (name === undefined) return [row]
    const shown = folded.has(name) ? [] : [row]
    if (name === agents[index - 1]?.group) return shown
    return [{ kind: 'group', key: `group ${id}`, name, members: groups.get(name) ?? [] }, ...shown]
  })
}

interface GroupHeadProps {
  /** Props for its position in the list. */
  readonly place: ComponentProps<'li'>
  readonly name: string
  readonly members: readonly Agent[]
  readonly isOpen: boolean
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onToggle(): void
  onRemove(): void
}

function GroupHead({ place, name, members, isOpen, onKeyDown, onToggle, onRemove }: GroupHeadProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  const shown = visibleString(name)
  return (
    <li {...place} className="side-row line agent-group dim small">
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

// Virtual rows: those in sight, and the focused and the dragged one, which would lose their keys and events.

function useRowsInSight(
  keys: readonly string[],
  { dragged, selected }: { readonly dragged: string | undefined; readonly selected: string | undefined },
) {
  const list = useRef<HTMLUListElement>(null)
  const scroller = () => list.current?.closest<HTMLElement>('.pane-body') ?? null
  const [topPx, setTopPx] = useState(0)
  useLayoutEffect(() => {
    const [box, top] = [scroller(), list.current?.getBoundingClientRect().top ?? 0]
    // Content above the list scrolls with it.
    if (box) setTopPx(Math.round(top - box.getBoundingClientRect().top + box.scrollTop))
  })
  const [focused, setFocused] = useState<string>()
  const staying = [focused, dragged].map((key) => keys.indexOf(key ?? ''))
  const rows = useVirtualizer({
    count: keys.length,
    getScrollElement: scroller,
    scrollMargin: topPx,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => usualPx,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...staying])]
        .filter((index) => index >= 0)
        .toSorted((a, b) => a - b),
    overscan: 8,
    paddingStart: edgePx,
    paddingEnd: edgePx,
    scrollPaddingStart: edgePx,
    scrollPaddingEnd: edgePx,
  })

  const place = keys.indexOf(selected ?? '')
  const isThere = place >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes there when it is selected, not whenever it moves
  useEffect(() => {
    if (isThere) rows.scrollToIndex(place)
  }, [selected, isThere])

  /** Returns whether the key leads to another row, which is then focused. */
  function walk(key: string, from: number): boolean {
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      Home: 0,
      End: keys.length - 1,
    }
    const target = targets[key]
    if (target === undefined) return false
    // Drawn before it is focused, since keys can be faster than frames.
    flushSync(() => setFocused(keys[target] ?? keys[from]))
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${target}"] .agent-pick`)
    if (!row) return true
    rows.scrollToIndex(target)
    row.focus({ preventScroll: true })
    return true
  }

  const propsAt = ({ index, start, key }: VirtualItem): ComponentProps<'li'> & { 'data-index': number } => ({
    ref: rows.measureElement,
    'data-index': index,
    'aria-setsize': keys.length,
    'aria-posinset': index + 1,
    style: { transform: `translateY(${start - topPx}px)` },
    onFocus: () => setFocused(String(key)),
  })

  return { list, rows, propsAt, walk }
}
