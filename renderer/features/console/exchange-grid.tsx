import type { ExchangeView } from '#shared/record/exchanges.ts'
import { at, type List } from '#shared/record/list.ts'
import { useSelection } from '../../state/selection.ts'
import { formatBytes, formatClock, formatDuration } from '../../ui/format.ts'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'
import { ExchangeStatus } from './exchange-status.tsx'

const columns = [
  { id: 'time', name: 'Time', width: '64px' },
  { id: 'call', name: 'Call', width: 'minmax(120px, 1fr)' },
  { id: 'status', name: 'Status', width: '104px' },
  { id: 'size', name: 'Size', width: '64px' },
  { id: 'took', name: 'Took', width: '64px' },
] as const

export function ExchangeGrid({ exchanges }: { readonly exchanges: List<ExchangeView> }) {
  const selectedId = useSelection((selection) => selection.exchangeId)
  return (
    <VirtualGrid
      name="Exchanges"
      columns={columns}
      rowHeight={25}
      count={exchanges.length}
      followsTail
      rowOf={(index) => at(exchanges, index)}
      isSelected={(exchange) => exchange.id === selectedId}
      onSelect={(exchange) => useSelection.getState().selectExchange(exchange.id)}
      cellsOf={(exchange) => [
        <span key="time" className="mono muted">
          {formatClock(exchange.startedAt)}
        </span>,
        <CallName key="call" exchange={exchange} />,
        <ExchangeStatus key="status" exchange={exchange} />,
        <span key="size" className="muted num">
          {formatBytes(exchange.receivedBytes)}
        </span>,
        <span key="took" className="muted num">
          {exchange.endedMs === undefined ? '' : formatDuration(exchange.endedMs)}
        </span>,
      ]}
    />
  )
}

/** JSON-RPC by its method, which is what one looks for; everything else by verb and path. */
function CallName({ exchange }: { readonly exchange: ExchangeView }) {
  const { call, method, url, frames } = exchange
  const isRpc = call?.binding === 'JSONRPC' || call?.binding === 'GRPC'
  return (
    <span title={`${method} ${url}`}>
      {isRpc ? (
        <span className="call-name">{call.label}</span>
      ) : (
        <>
          <span className="mono faint">{method}</span> {pathOf(url)}
        </>
      )}
      {frames > 0 && <span className="muted"> {frames === 1 ? 'one frame' : `${frames} frames`}</span>}
    </span>
  )
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url
}
