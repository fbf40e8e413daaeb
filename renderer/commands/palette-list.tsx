// The list of the palette: groups of a few entries each, or all entries of one group.

import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CommandId } from '#shared/commands.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import { useAgents } from '../features/agent/index.ts'
import { useConversationMatches } from '../features/chat/index.ts'
import { useRecordingMatches } from '../features/sessions/index.ts'
import { createDebounce } from '../state/debounce.ts'
import { useSelection } from '../state/selection.ts'
import { counted, joinDefined } from '../ui/format.ts'
import { visibleString } from '../ui/visible-text.ts'
import { useKeyLabel } from './keys.ts'
import { type Match, type MatchList, matchesOf } from './match-list.ts'

export const rowPx = 32
/** The height of a hit, which has two lines of text. */
const hitPx = 66

/** Of each kind beside the others; an entry below them shows all. */
const maxMatches = 6

type Entries = Pick<MatchList, 'total' | 'at'>

/** The first entries of a group, then one that shows all of them. */
export function firstOf(group: MatchGroup, showAlone: (kind: string) => void): MatchGroup {
  const { name, noun, total, at } = group
  if (noun === undefined || total <= maxMatches) return group
  const all: Match = {
    key: `all-${name}`,
    title: `Show all ${counted(total, noun)}`,
    stays: true,
    run: () => showAlone(name),
  }
  return { ...group, total: maxMatches + 1, at: (index) => (index < maxMatches ? at(index) : all) }
}

/** The entries of all groups as one list, for the arrow keys. */
export function entriesIn(groups: readonly MatchGroup[]): Entries {
  return {
    total: groups.reduce((sum, { total }) => sum + total, 0),
    at(index) {
      let left = index
      for (const { total, at } of groups) {
        if (left < total) return at(left)
        left -= total
      }
      return undefined
    },
  }
}

interface PaletteListProps {
  readonly groups: readonly MatchGroup[]
  readonly current: Match | undefined
  /** The index of `current` in a group that is listed alone. */
  readonly index: number
  readonly listId: string
  readonly isAlone: boolean
  onChoose(entry: Match): void
}

export function PaletteList({ groups, current, index, listId, isAlone, onChoose }: PaletteListProps) {
  const currentId = current && `${listId}-${current.key}`
  useEffect(() => {
    if (currentId && !isAlone) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId, isAlone])
  const draw = (entry: Match | undefined, style: CSSProperties) =>
    entry && (
      <PaletteItem
        key={entry.key}
        id={`${listId}-${entry.key}`}
        isCurrent={entry.key === current?.key}
        {...{ entry, style, onChoose }}
      />
    )
  return (
    <div role="listbox" id={listId} aria-label="Commands" className="palette-list">
      {groups.map((group) =>
        isAlone ? (
          <WholeGroup key={group.name} {...{ group, index, draw }} />
        ) : (
          <FirstOfGroup key={group.name} {...{ group, draw }} />
        ),
      )}
    </div>
  )
}

interface GroupProps {
  readonly group: MatchGroup
  draw(entry: Match | undefined, style: CSSProperties): ReactNode
}

function FirstOfGroup({ group: { name, total, at, rowPx: groupPx }, draw }: GroupProps) {
  if (total === 0) return null
  const entries = Array.from({ length: total }, (_, index) => at(index))
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by the role
    <div role="group" aria-label={name}>
      <p className="palette-group faint small bold" aria-hidden={true}>
        {name}
      </p>
      {entries.map((entry) => draw(entry, { height: entry?.content ? groupPx : rowPx }))}
    </div>
  )
}

interface WholeGroupProps extends GroupProps {
  readonly index: number
}

/** A group listed alone; only its visible rows are drawn. */
function WholeGroup({ group, index, draw }: WholeGroupProps) {
  const box = useRef<HTMLDivElement>(null)
  const { name, total, at, request, rowPx: groupPx } = group
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => box.current?.closest('[role=listbox]') ?? null,
    estimateSize: () => groupPx,
    overscan: 8,
  })
  const items = rows.getVirtualItems()
  const [first = 0, last = 0] = [items[0]?.index, items.at(-1)?.index]
  useEffect(() => request?.(first, last), [request, first, last])
  useEffect(() => rows.scrollToIndex(index), [rows, index])
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div ref={box} role="group" aria-label={name} className="anchor" style={{ height: rows.getTotalSize() }}>
      {items.map(({ index: place, start }) =>
        draw(at(place), {
          ...{ position: 'absolute', insetInline: 0, height: groupPx },
          transform: `translateY(${start}px)`,
        }),
      )}
    </div>
  )
}

interface PaletteItemProps {
  readonly id: string
  readonly entry: Match
  readonly isCurrent: boolean
  readonly style: CSSProperties
  onChoose(entry: Match): void
}

function PaletteItem({ id, entry, isCurrent, style, onChoose }: PaletteItemProps) {
  const { title, detail, content, command } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className="palette-item line gap-8"
      style={style}
      onClick={() => onChoose(entry)}
    >
      {content ?? (
        <>
          <span className={joinDefined(' ', 'truncate', entry.stays && 'tone-accent')}>{title}</span>
          <span className="dim small truncate fills">{detail}</span>
        </>
      )}
      {command && <KeyHint id={command} />}
    </div>
  )
}

function KeyHint({ id }: { readonly id: CommandId }) {
  const keys = useKeyLabel(id)
  return keys ? <kbd>{keys}</kbd> : null
}

// What the palette finds besides commands.

export interface MatchGroup extends MatchList {
  readonly name: string
  /** What an entry is called, for the count in "Show all". */
  readonly noun?: string
  readonly rowPx: number
}

export function useMatches(query: string): readonly MatchGroup[] {
  const text = query.trim()
  const rested = useRested(text)
  const agents = (useAgents().data ?? [])
    .filter(({ name, address, note }) => hasEveryWord(`${name} ${address} ${note ?? ''}`, text))
    .map(({ id, name, address }) => ({
      key: `agent-${id}`,
      title: visibleString(name),
      detail: visibleString(address),
      run: () => useSelection.getState().selectAgent(id),
    }))
  return [
    { name: 'Agents', noun: 'agent', rowPx, ...matchesOf(agents) },
    { name: 'Conversations', noun: 'conversation', rowPx, ...useConversationMatches(rested) },
    { name: 'Recordings', noun: 'place', rowPx: hitPx, ...useRecordingMatches(rested) },
  ]
}

/** The text once typing has paused. */
function useRested(text: string): string {
  const [rested, setRested] = useState('')
  const [rest] = useState(createDebounce)
  useEffect(() => {
    rest.next(() => setRested(text))
    return rest.drop
  }, [text, rest])
  return text === '' ? '' : rested
}
