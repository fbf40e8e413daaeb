// The filter as a combobox that offers keys and values during typing. Invalid terms are reported at once, and the others still
// filter.

import { useQuery } from '@tanstack/react-query'
import { ListFilter, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react'
import { completeFilter } from '#shared/filter/complete-filter.ts'
import { maxFilterChars, parseFilter } from '#shared/filter/parse-filter.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useConsole } from '../../../state/console.ts'
import { joinDefined } from '../../../ui/format.ts'
import './wire-list.css'

type Input = RefObject<HTMLInputElement | null>

export function FilterBox({ input }: { readonly input: Input }) {
  const completion = useCompletion(input)
  const { text, offered, current, place, take, setCursor, setOpen, onKeyDown } = completion
  const listId = useId()
  const error = useMemo(() => parseFilter(text).errors[0], [text])
  return (
    <div className="filter-box line">
      <ListFilter className="filter-icon" size={13} />
      <input
        ref={input}
        className={joinDefined(' ', 'input mono filter-input', error && 'wrong')}
        role="combobox"
        aria-label="Filter requests"
        aria-expanded={offered.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${listId}-${offered.indexOf(current)}` : undefined}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${listId}-error` : undefined}
        placeholder="Filter: method:SendMessage status:error dur>1s"
        spellCheck={false}
        autoComplete="off"
        maxLength={maxFilterChars}
        value={text}
        onChange={({ target }) => {
          place(target.value, target.selectionStart ?? target.value.length)
          setOpen(true)
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button
          type="button"
          className="filter-clear faint"
          aria-label="Clear the filter"
          onClick={() => place('', 0)}
        >
          <X size={12} />
        </button>
      )}
      {error && offered.length === 0 && (
        <p id={`${listId}-error`} className="filter-error tone-warn small py-6 px-10" role="status">
          {error.message}
        </p>
      )}
      <Offered id={listId} offered={offered} current={current} onTake={take} />
    </div>
  )
}

type Option = ReturnType<typeof completeFilter>['options'][number]

interface OfferedProps {
  readonly id: string
  readonly offered: readonly Option[]
  readonly current: Option | undefined
  onTake(option: string): void
}

function Offered({ id, offered, current, onTake }: OfferedProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="What to filter by"
      className="filter-options"
      hidden={offered.length === 0}
    >
      {offered.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
        <div
          key={option.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option === current}
          className="filter-option flex gap-12 small"
          // Before the blur of a click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option.text)}
        >
          <span className="mono">{option.text}</span>
          <span className="dim truncate">{option.hint}</span>
        </div>
      ))}
    </div>
  )
}

/** The options at the cursor, and the one chosen by keys. */
function useCompletion(input: Input) {
  const text = useConsole((state) => state.typed)
  const [cursor, setCursor] = useState(0)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const seenValues = useSeenValues(open)
  const { from, to, options } = useMemo(
    () => completeFilter(text, cursor, seenValues),
    [text, cursor, seenValues],
  )
  const offered = open ? options : []
  const current = offered[Math.min(chosen, offered.length - 1)]

  function place(value: string, at: number): void {
    useConsole.getState().typeFilter(value)
    setCursor(at)
    setChosen(0)
  }

  function take(option: string): void {
    // A value ends its term; after a key its value follows.
    const whole = /[:>]$/.test(option) ? option : `${option} `
    const next = `${text.slice(0, from)}${whole}${text.slice(to).trimStart()}`
    place(next, from + whole.length)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(from + whole.length, from + whole.length)
    })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && offered.length > 0) {
      event.preventDefault()
      setChosen((Math.min(chosen, offered.length - 1) + step + offered.length) % offered.length)
    } else if ((event.key === 'Tab' || event.key === 'Enter') && current && (chosen > 0 || to > from)) {
      event.preventDefault()
      take(current.text)
    } else if (event.key === 'Enter') {
      useConsole.getState().setFilter(text)
      setOpen(false)
    } else if (event.key === 'Escape' && offered.length > 0) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      place('', 0)
    }
  }

  return { text, offered, current, place, take, setCursor, setOpen, onKeyDown }
}

/** Labels and callers that were read within this time are offered again. */
const seenValuesStaleMs = 5_000

function useSeenValues(enabled: boolean) {
  const { queries } = useEngine()
  const labels = useQuery(
    queries.console.labels.queryOptions({ input: {}, enabled, staleTime: seenValuesStaleMs }),
  )
  const agents = useQuery(queries.agents.list.queryOptions({ enabled }))
  const callers = useQuery(
    queries.console.callers.queryOptions({ input: {}, enabled, staleTime: seenValuesStaleMs }),
  )
  return useMemo(() => {
    const existing = agents.data ?? []
    const { programs = [], agentIds = [] } = callers.data ?? {}
    const calling = existing.filter(({ id }) => agentIds.includes(id))
    return {
      method: labels.data ?? [],
      agent: existing.map(({ name }) => name),
      caller: ['Parley', ...calling.map(({ name }) => name), ...programs],
    }
  }, [labels.data, agents.data, callers.data])
}
