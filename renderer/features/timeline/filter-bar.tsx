import { SlidersHorizontal, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { maxNameChars } from '#shared/bounded.ts'
import type { TimelineFilter } from '#shared/contract/timeline.ts'
import { sources } from '#shared/story/sightings.ts'
import type { RowKind } from '#shared/story/timeline/outline.ts'
import { IconButton, ToggleChip } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { SourceMark } from './rows/row-text.tsx'

export type Sender = 'you' | 'caller'

interface FilterBarProps {
  readonly filter: TimelineFilter
  /** Undefined until it is counted. */
  readonly matching: number | undefined
  readonly all: number
  readonly senders: readonly Sender[]
  readonly input: RefObject<HTMLInputElement | null>
  onChange(filter: TimelineFilter): void
  onAll(): void
}

const kindGroups: readonly { readonly name: string; readonly kinds: readonly RowKind[] }[] = [
  { name: 'States', kinds: ['status'] },
  { name: 'Artifacts', kinds: ['chunks'] },
  { name: 'Messages', kinds: ['sent', 'message'] },
  { name: 'Calls', kinds: ['call', 'end'] },
  { name: 'Keep-alives', kinds: ['keep-alive'] },
  { name: 'Errors', kinds: ['error'] },
]

const typingMs = 200

/** By source, kind, findings and words; choices of one kind are alternatives. */
export function FilterBar({ filter, matching, all, senders, input, onChange, onAll }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const { sources: chosen = [], kinds = [], findings = false } = filter
  const active = chosen.length + kinds.length + (findings ? 1 : 0)
  const isFiltered = active > 0 || filter.text !== undefined
  return (
    <search className="column rigid rule-below">
      <div className="event-filter-line line gap-4">
        <TextFilter filter={filter} input={input} onChange={onChange} />
        {isFiltered && (
          <span className="dim num rigid small" role="status">
            {matching === undefined ? 'Searching…' : `${formatCount(matching)} of ${formatCount(all)}`}
          </span>
        )}
        {isFiltered && <IconButton label="Show all events" icon={<X size={13} />} onClick={onAll} />}
        <IconButton
          label={active > 0 ? `Filter by source and kind (${active} chosen)` : 'Filter by source and kind'}
          aria-expanded={open}
          aria-pressed={open || active > 0}
          icon={<SlidersHorizontal size={13} />}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && (
        <fieldset className="event-filter-chips flex wraps gap-5">
          <legend className="visually-hidden">Source and kind</legend>
          {sources.map((source) => (
            <ToggleChip
              key={source}
              on={chosen.includes(source)}
              onClick={() => onChange(withList(filter, 'sources', toggled(chosen, [source])))}
            >
              {source !== 'sent' && <SourceMark source={source} />}
              {source === 'sent' &&
                senders.map((sender) => (
                  <SourceMark key={sender} source="sent" byCaller={sender === 'caller' || undefined} />
                ))}
            </ToggleChip>
          ))}
          {kindGroups.map((group) => (
            <ToggleChip
              key={group.name}
              on={group.kinds.every((kind) => kinds.includes(kind))}
              onClick={() => onChange(withList(filter, 'kinds', toggled(kinds, group.kinds)))}
            >
              {group.name}
            </ToggleChip>
          ))}
          <ToggleChip
            on={findings}
            onClick={() => {
              const { findings: _, ...rest } = filter
              onChange(findings ? rest : { ...rest, findings: true })
            }}
          >
            With problems
          </ToggleChip>
        </fieldset>
      )}
    </search>
  )
}

function TextFilter({ filter, input, onChange }: Pick<FilterBarProps, 'filter' | 'input' | 'onChange'>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ filter, onChange })
  latest.current = { filter, onChange }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      ref={input}
      type="search"
      className="event-filter-text fills small"
      aria-label="Find in events"
      placeholder="Find in events"
      maxLength={maxNameChars}
      spellCheck={false}
      onChange={({ target: { value } }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          const { text: _, ...rest } = latest.current.filter
          const text = value.trim()
          latest.current.onChange(text === '' ? rest : { ...rest, text })
        }, typingMs)
      }}
    />
  )
}

function toggled<T>(chosen: readonly T[], some: readonly T[]): readonly T[] {
  const others = chosen.filter((one) => !some.includes(one))
  return others.length === chosen.length - some.length ? others : [...others, ...some]
}

function withList<Name extends 'sources' | 'kinds'>(
  filter: TimelineFilter,
  name: Name,
  chosen: readonly NonNullable<TimelineFilter[Name]>[number][],
): TimelineFilter {
  const { [name]: _, ...rest } = filter
  return chosen.length === 0 ? rest : { ...rest, [name]: chosen }
}
