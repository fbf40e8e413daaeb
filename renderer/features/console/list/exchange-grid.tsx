import { ChevronDown, ChevronRight, Pin } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ExchangeOrder, Ordering } from '#shared/record/exchange-order.ts'
import type { ExchangeRow, ListedExchange } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import type { Rows } from '../../../record/paged-list.ts'
import { pairWith, usePair } from '../../../state/comparison.ts'
import { useConsole } from '../../../state/console.ts'
import { openRowMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { counted, formatBytes, formatDuration } from '../../../ui/format.ts'
import type { GridSort } from '../../../ui/virtual-grid-props.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { CallName, ExchangeStatus, timeColumn, useAgentNames } from '../../requests/index.ts'
import { useAgentInScope } from '../agent-scope.tsx'
import { type WaterfallScale, waterfallScale } from './waterfall-scale.ts'

const leastBarPx = 3

interface ExchangeGridProps {
  readonly list: Rows<ListedExchange>
  readonly total: number
  /** Key of its stored scroll position. */
  readonly place?: string | undefined
  /** Where to scroll to; a new object scrolls again. */
  readonly reveal: { readonly index: number } | undefined
}

export function ExchangeGrid({ list, total, place, reveal }: ExchangeGridProps) {
  const selectedId = useSelection((selection) => selection.exchangeId)
  const compareWith = useConsole((state) => state.compareWith)
  const shown = usePair() ?? [selectedId, compareWith]
  const { canFollow } = useEngine()
  const order = useConsole((state) => state.order)
  const hasOpen = useConsole((state) => state.openRequests.length > 0)
  const nameOf = useAgentNames()
  const [range, setRange] = useState({ from: 0, to: 0 })
  const scale = useScale(list, range, canFollow)
  const hasSeveral = useSeveralAgents(list, range)
  const namesAgents = useAgentInScope() === undefined && hasSeveral
  const columns = useMemo(() => columnsOf(nameOf, scale, namesAgents), [nameOf, scale, namesAgents])
  return (
    <ColumnGrid
      name="Exchanges"
      place={place}
      columns={columns}
      isAdjustable
      sort={sortOf(order)}
      onSort={(column) => {
        const by = orderingsByColumn[column]
        if (by) useConsole.getState().sortBy(by)
      }}
      rowHeight={25}
      count={total}
      // The scroll position stays, however many webhook calls appear below.
      followsTail={order === undefined && !hasOpen}
      reveal={reveal}
      onRange={(from, to) => {
        list.request(from, to)
        setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
      }}
      rowOf={list.rowAt}
      isSelected={({ id }) => shown.includes(id)}
      onSelect={({ id }) => {
        useConsole.setState({ pair: undefined })
        useSelection.getState().selectExchange(id)
      }}
      onPair={({ id }) => pairWith(id)}
      onTurn={({ id, webhookCalls = 0 }, _, turn) => {
        const { openRequests, turnRequest } = useConsole.getState()
        const isOpen = openRequests.includes(id)
        if (webhookCalls > 0) turnRequest(id, turn === 'other' ? !isOpen : turn === 'open')
      }}
      onContext={({ id }, at) => openRowMenu(id, at)}
    />
  )
}

const orderingsByColumn: Readonly<Record<string, Ordering>> = {
  Time: 'time',
  Request: 'method',
  Agent: 'agent',
  Status: 'status',
  Size: 'size',
  Duration: 'duration',
}

function sortOf({ by, descending }: ExchangeOrder = { by: 'time', descending: false }): GridSort {
  const [column = ''] = Object.keys(orderingsByColumn).filter((name) => orderingsByColumn[name] === by)
  return { column, descending }
}

function columnsOf(
  nameOf: ReturnType<typeof useAgentNames>,
  scale: WaterfallScale,
  namesAgents: boolean,
): readonly FittingColumn<ListedExchange>[] {
  // Includes the gap, and room for a count of findings after the call.
  const agentPx = namesAgents ? leastAgentPx + 40 : 0
  return [
    {
      name: 'Mark',
      width: '16px',
      fits: true,
      cell: (exchange) => <RowMark exchange={exchange} />,
    },
    // In a narrower list the method needs the room.
    { ...timeColumn, isSortable: true, fromPx: 430 },
    {
      name: 'Request',
      isSortable: true,
      isMain: true,
      width: 'minmax(min(196px, 30%), 1fr)',
      cell: (exchange) => <ListedCall exchange={exchange} nameOf={nameOf} />,
    },
    ...(namesAgents ? [agentColumn(nameOf)] : []),
    {
      name: 'Status',
      isSortable: true,
      width: '132px',
      cell: (exchange) => <ExchangeStatus exchange={exchange} />,
    },
    {
      name: 'Size',
      isSortable: true,
      width: '64px',
      fits: true,
      fromPx: 680 + agentPx,
      cell: ({ receivedBytes }) => <span className="dim num">{formatBytes(receivedBytes)}</span>,
    },
    {
      name: 'Duration',
      isSortable: true,
      width: '64px',
      fits: true,
      fromPx: 582 + agentPx,
      cell: ({ endedMs }) => (
        <span className="dim num">{endedMs === undefined ? '' : formatDuration(endedMs)}</span>
      ),
    },
    {
      name: 'Waterfall',
      head: <span title="One axis for all rows. Idle time is skipped.">Waterfall</span>,
      width: 'minmax(70px, 0.5fr)',
      fits: true,
      fromPx: 562 + agentPx,
      cell: (exchange) => <Waterfall exchange={exchange} scale={scale} />,
    },
  ]
}

/** Of a name that is cut. */
const leastAgentPx = 80

function agentColumn(nameOf: ReturnType<typeof useAgentNames>): FittingColumn<ListedExchange> {
  return {
    name: 'Agent',
    isSortable: true,
    width: `minmax(${leastAgentPx}px, 0.3fr)`,
    // Where the longest method fits beside it.
    fromPx: 500,
    cell: ({ agentId, kind, url }) => (
      <span className="dim">{visibleString(nameOf(agentId, kind === 'webhook' ? undefined : url))}</span>
    ),
  }
}

/** Whether rows of two agents were seen: a single agent need not be named in each row. */
function useSeveralAgents(list: Rows<ListedExchange>, { from, to }: Range): boolean {
  const agents = useRef(new Set<string>()).current
  for (let index = from; index <= to && agents.size < 2; index += 1) {
    const id = list.rowAt(index)?.agentId
    if (id !== undefined) agents.add(id)
  }
  return agents.size > 1
}

interface Range {
  readonly from: number
  readonly to: number
}

function RowMark({ exchange: { mark, pinned } }: { readonly exchange: ListedExchange }) {
  return (
    <span className="line full-height gap-2 dim">
      {mark && (
        <span className={`mark-dot mark-${mark}`}>
          <span className="visually-hidden">marked {mark}</span>
        </span>
      )}
      {pinned && <Pin size={11} aria-label="Pinned" />}
    </span>
  )
}

/** Rows that share an axis: it stays the same during scrolling within them, so that no row is drawn again. */
const rowsOfAxis = 128

function useScale(list: Rows<ListedExchange>, { from, to }: Range, isLive: boolean): WaterfallScale {
  const rows: ListedExchange[] = []
  const last = to - (to % rowsOfAxis) + rowsOfAxis
  for (let index = from - (from % rowsOfAxis); index < last; index += 1) {
    const row = list.rowAt(index)
    if (row) rows.push(row)
  }
  // Open exchanges grow with what they receive.
  const times = rows
    .map(({ startedAt, endedMs, receivedBytes }) => [startedAt, endedMs ?? -receivedBytes])
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one when these times are others
  return useMemo(() => waterfallScale(rows, isLive ? Date.now() : undefined), [times])
}

/** Start and duration on the axis of all rows, with the shares of connecting, waiting and receiving. */
function Waterfall({ exchange, scale }: { readonly exchange: ExchangeRow; readonly scale: WaterfallScale }) {
  const { left, width, ms: wholeMs } = scale.placeOf(exchange)
  const phases = phasesOf(exchange, wholeMs)
  const open = exchange.state === 'open'
  const words = phases.filter(({ ms }) => ms > 0).map(({ name, ms }) => `${name} ${formatDuration(ms)}`)
  return (
    <span className={open ? 'waterfall open' : 'waterfall'} title={words.join(' · ') || 'no response yet'}>
      <span
        className="waterfall-bar flex full-height"
        // Keeps the last bar visible.
        style={{ left: `min(${left}%, 100% - ${leastBarPx}px)`, width: `max(${width}%, ${leastBarPx}px)` }}
      >
        {phases.map(({ name, ms }) => (
          <span key={name} className={`waterfall-${name}`} style={{ flexGrow: ms }} />
        ))}
      </span>
    </span>
  )
}

function phasesOf({ connectedMs = 0, headMs, endedMs }: ExchangeRow, wholeMs: number) {
  const connect = Math.min(connectedMs, headMs ?? connectedMs)
  const answered = headMs ?? endedMs ?? wholeMs
  return [
    { name: 'connect', ms: connect },
    { name: 'wait', ms: Math.max(0, answered - connect) },
    { name: 'receive', ms: Math.max(0, wholeMs - answered) },
  ] as const
}

interface ListedCallProps {
  readonly exchange: ListedExchange
  readonly nameOf: ReturnType<typeof useAgentNames>
}

function ListedCall({ exchange, nameOf }: ListedCallProps) {
  const { id, isWithin = false, webhookCalls = 0, words } = exchange
  return (
    <span className={isWithin ? 'within-request' : undefined}>
      <CallName exchange={exchange} nameOf={nameOf} />
      {webhookCalls > 0 && <WebhookCalls exchangeId={id} count={webhookCalls} />}
      {words !== undefined && (
        <>
          {' '}
          <span className="dim" title={visibleString(words)}>
            {visibleString(words)}
          </span>
        </>
      )}
    </span>
  )
}

/** For the mouse: keys open the row itself. */
function WebhookCalls({ exchangeId, count }: { readonly exchangeId: string; readonly count: number }) {
  const isOpen = useConsole(({ openRequests }) => openRequests.includes(exchangeId))
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="link-button webhook-calls inline gap-2 small num"
      tabIndex={-1}
      aria-expanded={isOpen}
      onClick={(event) => {
        event.stopPropagation()
        useConsole.getState().turnRequest(exchangeId, !isOpen)
      }}
    >
      <Icon size={12} />
      {counted(count, 'webhook call')}
    </button>
  )
}
