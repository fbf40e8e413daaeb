// The left side of the wire: filter, actions on the view, and the list.

import { Eraser, Pause, Play } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { filterTokensOf } from '#shared/filter/parse-filter.ts'
import type { ListedExchange } from '#shared/record/exchange-row.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createListOf, type PagedList, usePagedList } from '../../../record/paged-list.ts'
import { comparePair, useComparedWith, usePair } from '../../../state/comparison.ts'
import { useConsole } from '../../../state/console.ts'
import { useScope } from '../../../state/selection.ts'
import { Button, IconButton, LinkButton, ToggleChip } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { formatCount } from '../../../ui/format.ts'
import { useFilterKey } from '../../../ui/hooks.ts'
import { useEscape } from '../../../ui/use-escape.ts'
import { OtherSessions } from '../../sessions/index.ts'
import { useAgentInScope } from '../agent-scope.tsx'
import { ExchangeGrid } from './exchange-grid.tsx'
import { FilterBox } from './filter-box.tsx'
import { OutsideNote, useSelectedInList } from './selected-in-list.tsx'
import './wire-list.css'

const allOfIt = { paused: false, pausedTotal: undefined, after: 0 } as const

export function WireList({ actions }: { readonly actions: ReactNode }) {
  const { client, canFollow, recorded, scope = 'all' } = useEngine()
  const { filter, order, openRequests, ...view } = useConsole()
  const { paused, pausedTotal, after } = canFollow ? view : allOfIt
  const { setPaused, clear } = useConsole.getState()
  // A filter lists all matches, at any level.
  const nested = filter.trim() === '' ? openRequests : undefined
  const agentId = useAgentInScope()
  const isNarrow = agentId !== undefined || (canFollow && scope !== 'all')
  const counting = isNarrow ? (canFollow ? 'all' : 'session') : undefined
  const { list, rows } = useExchanges({ filter, after, agentId, order, nested, counting }, paused)
  const { answer, problem } = usePagedList(list)
  const total = answer && Math.min(answer.total, pausedTotal ?? answer.total)
  // A filtered list always follows its end.
  const place =
    recorded || filter !== '' || order
      ? undefined
      : `exchanges ${scope} ${after}${agentId ? ` ${agentId}` : ''}`
  const { reveal, outside } = useSelectedInList(
    { filter, after, ...defined({ agentId, order, nested }) },
    total,
    place,
  )
  // An empty list has its own button.
  const isOffered = total === 0 && filter.trim() === '' && agentId === undefined && after === 0
  const { input, onKeyDown } = useFilterKey()
  const pair = usePair()
  // A second click on Compare would press a filter in its place.
  const isCompared = useComparedWith() !== undefined
  useEscape(() => useConsole.setState({ pair: undefined }), pair !== undefined)
  useCommand('console.filter', () => input.current?.focus())
  const turn = () => setPaused(!paused, total)
  useCommand('console.pause', turn, canFollow)
  useCommand('console.clear', clearView, canFollow && !!total)

  function clearView(): void {
    client.console
      .counts({})
      .then(({ latest }) => clear(latest))
      .catch(() => undefined)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble from the list and the filter
    <div className="wire-list column full-height" onKeyDown={onKeyDown}>
      <div className="bar">
        <FilterBox input={input} />
        {pair || isCompared ? (
          <span role="status" className="dim small nowrap">
            2 requests {pair ? 'selected' : 'compared'}
          </span>
        ) : (
          <QuickFilters />
        )}
        <span className="spacer" />
        {pair && (
          <Button primary onClick={() => comparePair(pair)}>
            Compare
          </Button>
        )}
        {canFollow && (
          <>
            <IconButton
              label={paused ? 'Resume the list' : 'Pause the list (recording continues)'}
              icon={paused ? <Play size={14} /> : <Pause size={14} />}
              aria-pressed={paused}
              onClick={turn}
            />
            <IconButton
              label="Clear the list (the record stays)"
              icon={<Eraser size={14} />}
              onClick={clearView}
            />
          </>
        )}
        {actions}
      </div>
      {paused && (
        <p className="list-note">
          The list is paused; recording continues.{' '}
          <LinkButton onClick={() => setPaused(false)}>Resume</LinkButton>
        </p>
      )}
      {after > 0 && (
        <p className="list-note">
          Earlier requests are cleared from the list, not from the recording.{' '}
          <LinkButton onClick={() => clear(0)}>Show them again</LinkButton>
        </p>
      )}
      {!!total && <OutsideNote outside={outside} />}
      {problem !== undefined && <p className="notice">{problem}</p>}
      {!!total && <ExchangeGrid list={rows} total={total} place={place} reveal={reveal} />}
      {total === 0 && <NothingListed />}
      {!!answer?.outside && !isOffered && (
        <p className="list-note list-end">
          <LinkButton onClick={() => useScope.getState().widen(canFollow)}>
            Show {formatCount(answer.outside)} outside this scope
          </LinkButton>
        </p>
      )}
    </div>
  )
}

function NothingListed() {
  const { canFollow } = useEngine()
  const { filter, ...view } = useConsole()
  const after = canFollow ? view.after : 0
  if (filter.trim() !== '')
    return (
      <EmptyState title="Nothing matches">
        <p>No request in this scope matches this filter.</p>
        <Button onClick={() => useConsole.getState().setFilter('')}>Clear the filter</Button>
      </EmptyState>
    )
  return (
    <EmptyState title={after > 0 ? 'Cleared' : 'No requests yet'}>
      <p>
        Every request, response, stream event and webhook call is listed here as it happens, byte for byte.
      </p>
      {after === 0 && <OtherSessions have="exchanges" />}
    </EmptyState>
  )
}

const quick = [
  { name: 'Operations', term: 'kind:operation' },
  { name: 'Streams', term: 'kind:stream' },
  { name: 'Webhooks', term: 'kind:webhook' },
  { name: 'Errors', term: 'status:error' },
  { name: 'Problems', term: 'finding:warning' },
  { name: 'Pinned', term: 'is:pinned' },
] as const

/** Frequent filters, one click each; a click writes the filter text, which shows its syntax. */
function QuickFilters() {
  const typed = useConsole((state) => state.typed)
  const terms = new Set([...filterTokensOf(typed)].map(({ text }) => text))
  return (
    <fieldset className="quick-filters flex shrinks gap-4">
      <legend className="visually-hidden">Quick filters</legend>
      {quick.map(({ name, term }) => {
        const on = terms.has(term)
        return (
          <ToggleChip
            key={term}
            on={on}
            title={term}
            onClick={() => useConsole.getState().setFilter(toggled(typed, term, on))}
          >
            {name}
          </ToggleChip>
        )
      })}
    </fieldset>
  )
}

function toggled(filter: string, term: string, on: boolean): string {
  const others = [...filterTokensOf(filter)].map(({ text }) => text).filter((text) => text !== term)
  return (on ? others : [...others, term]).join(' ')
}

// The exchanges of a view by position, loaded as far as they are on screen.

type Input = Inputs['console']['exchanges']
type View = Pick<Input, 'filter' | 'after' | 'agentId' | 'order' | 'nested' | 'counting'>
type List = PagedList<ListedExchange, Awaited<ReturnType<EngineClient['console']['exchanges']>>>

function useExchanges(view: View, isPaused: boolean) {
  const { filter, after, agentId, order, nested, counting } = view
  const { client } = useEngine()
  const read = useCallback(
    (query: Omit<Input, 'filter' | 'after'>, options: { readonly signal: AbortSignal }) =>
      client.console.exchanges({ filter, after, ...defined({ agentId, counting }), ...query }, options),
    [client, filter, after, agentId, counting],
  )
  const last = useRef<Last>(undefined)
  const made = useMemo(() => {
    // When sorting or opening changes the list, the previous rows stay until the new ones are loaded, and keep the focus.
    const before = last.current?.read === read && !last.current.isPaused ? last.current.list : undefined
    const list: List = createListOf(
      (range, options) => read({ ...defined({ order, nested }), ...range }, options),
      { before: before?.state().answer },
    )
    const rowAt = (index: number) => list.rowAt(index) ?? before?.rowAt(index)
    return { list, rows: { request: list.request, rowAt } }
  }, [read, order, nested])
  const { list } = made
  last.current = { read, isPaused, list }
  useEffect(() => list.setPaused(isPaused), [list, isPaused])
  return made
}

interface Last {
  readonly read: unknown
  readonly isPaused: boolean
  readonly list: List
}
