import type { ReceiverState } from '#shared/contract/push.ts'
import { useReceiverAction } from '../../../record/use-receiver.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatClock } from '../../../ui/format.ts'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

const columns = [
  { id: 'time', name: 'Time', width: '62px' },
  { id: 'from', name: 'From', width: '130px' },
  { id: 'request', name: 'Request', width: 'minmax(0, 1fr)' },
  { id: 'reason', name: 'Reason', width: 'minmax(0, 1fr)' },
] as const

/** What came to no configuration: never on the record, only the latest are kept. */
export function NoiseList({ noise }: { readonly noise: ReceiverState['noise'] }) {
  const clear = useReceiverAction((client) => client.receiver.clearNoise())
  const { total, latest } = noise
  if (total === 0) {
    return (
      <EmptyState title="No unmatched requests">
        <p>Requests that match no configuration are listed here. They are not recorded.</p>
      </EmptyState>
    )
  }
  return (
    <div className="column full-height">
      <p className="list-note line gap-8">
        <span>
          {total === latest.length
            ? `${total} ${total === 1 ? 'request' : 'requests'} matched no configuration (answered 404).`
            : `${total} requests matched no configuration; the latest ${latest.length} are listed.`}
        </span>
        <span className="spacer" />
        <Button onClick={() => clear.mutate(undefined)}>Clear</Button>
      </p>
      <div className="exchange-grid">
        <VirtualGrid
          name="Unmatched"
          columns={columns}
          rowHeight={25}
          count={latest.length}
          followsTail
          rowOf={(index) => latest[index]}
          isSelected={() => false}
          onSelect={() => undefined}
          cellsOf={({ at, remoteAddress, request, reason }) => [
            <span key="time" className="mono muted">
              {formatClock(at)}
            </span>,
            <span key="from" className="mono muted">
              {remoteAddress}
            </span>,
            <span key="request" className="mono" title={visibleString(request)}>
              {request === '' ? '–' : visibleString(request)}
            </span>,
            <span key="reason" className="muted" title={visibleString(reason)}>
              {reason}
            </span>,
          ]}
        />
      </div>
    </div>
  )
}
