import { useQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { formatBytes, formatClock, formatDuration } from '../../../ui/format.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { type GridColumn, VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { CallName } from './call-name.tsx'
import type { ExchangeList } from './exchange-list.ts'
import { ExchangeStatus } from './exchange-status.tsx'
import { Waterfall } from './waterfall.tsx'

type ColumnId = 'mark' | 'time' | 'call' | 'agent' | 'status' | 'size' | 'took' | 'waterfall'

/** `from` is the width of the list at which there is room for the column. */
const columns: readonly (GridColumn & { readonly id: ColumnId; readonly from: number })[] = [
  { id: 'mark', name: 'Mark', width: '16px', from: 0 },
  { id: 'time', name: 'Time', width: '62px', from: 0 },
  { id: 'call', name: 'Call', width: 'minmax(120px, 1fr)', from: 0 },
  { id: 'agent', name: 'Agent', width: 'minmax(80px, 0.3fr)', from: 760 },
  { id: 'status', name: 'Status', width: '112px', from: 0 },
  { id: 'size', name: 'Size', width: '64px', from: 520 },
  { id: 'took', name: 'Took', width: '64px', from: 420 },
  { id: 'waterfall', name: 'Waterfall', width: 'minmax(70px, 140px)', from: 640 },
]

interface ExchangeGridProps {
  readonly list: ExchangeList
  /** Where to scroll to; a new object goes there again. */
  readonly reveal: { readonly index: number } | undefined
}

export function ExchangeGrid({ list, reveal }: ExchangeGridProps) {
  const selectedId = useSelection((selection) => selection.exchangeId)
  const nameOf = useAgentNames()
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const [range, setRange] = useState({ from: 0, to: 0 })
  const shown = useMemo(() => columns.filter(({ from }) => widthPx >= from), [widthPx])
  const { total } = list.state()
  const longestMs = useLongest(list, range)

  const cell = (column: ColumnId, exchange: ExchangeRow) => {
    switch (column) {
      case 'mark':
        return <RowMark exchange={exchange} />
      case 'time':
        return (
          <span className="mono muted" title={new Date(exchange.startedAt).toISOString()}>
            {formatClock(exchange.startedAt)}
          </span>
        )
      case 'call':
        return <CallName exchange={exchange} />
      case 'agent':
        return <span className="muted">{nameOf(exchange.agentId)}</span>
      case 'status':
        return <ExchangeStatus exchange={exchange} />
      case 'size':
        return <span className="muted num">{formatBytes(exchange.receivedBytes)}</span>
      case 'took':
        return (
          <span className="muted num">
            {exchange.endedMs === undefined ? '' : formatDuration(exchange.endedMs)}
          </span>
        )
      case 'waterfall':
        return <Waterfall exchange={exchange} longestMs={longestMs} />
    }
  }

  return (
    <div ref={ref} className="exchange-grid">
      <VirtualGrid
        name="Exchanges"
        columns={shown}
        rowHeight={25}
        count={total}
        followsTail
        reveal={reveal}
        onRange={(from, to) => {
          list.want(from, to)
          setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
        }}
        rowOf={list.rowAt}
        isSelected={(exchange) => exchange.id === selectedId}
        onSelect={(exchange) => useSelection.getState().selectExchange(exchange.id)}
        cellsOf={(exchange) => shown.map(({ id }) => <span key={id}>{cell(id, exchange)}</span>)}
      />
    </div>
  )
}

function RowMark({ exchange: { mark, pinned } }: { readonly exchange: ExchangeRow }) {
  return (
    <span className="row-mark">
      {mark && (
        <span className={`mark-dot mark-${mark}`}>
          <span className="visually-hidden">marked {mark}</span>
        </span>
      )}
      {pinned && <Pin size={11} aria-label="Pinned" />}
    </span>
  )
}

function useAgentNames(): (agentId: string | undefined) => string {
  const { queries } = useEngine()
  const { data } = useQuery(queries.agents.list.queryOptions())
  return useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]))
    return (agentId) => (agentId === undefined ? '' : (names.get(agentId) ?? 'removed agent'))
  }, [data])
}

/** Kept while it is about right, so that bars do not jump with every row that comes. */
function useLongest(
  list: ExchangeList,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const kept = useRef(0)
  let longest = 0
  for (let index = from; index <= to; index += 1) longest = Math.max(longest, list.rowAt(index)?.endedMs ?? 0)
  const fits = longest <= kept.current && longest > kept.current / 3
  useEffect(() => {
    if (!fits) kept.current = longest
  }, [fits, longest])
  return fits ? kept.current : longest
}
