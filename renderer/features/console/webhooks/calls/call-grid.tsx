import { useMemo } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useRecord } from '../../../../record/use-record.ts'
import { useSelection } from '../../../../state/selection.ts'
import { formatBytes, formatClock } from '../../../../ui/format.ts'
import { shortId } from '../../../../ui/short-id.ts'
import { useWidth } from '../../../../ui/use-width.ts'
import { type GridColumn, VirtualGrid } from '../../../../ui/virtual-grid.tsx'
import { ExchangeStatus } from '../../exchange-status.tsx'
import type { ExchangeList } from '../../list/exchange-list.ts'
import '../../list/wire-list.css'
import { OrderTags, ProofMark, ToldText, TwinText } from './call-cells.tsx'

type ColumnId = 'time' | 'task' | 'told' | 'proof' | 'status' | 'twin' | 'size'

/** `from` is the width of the list at which there is room for the column. */
const columns: readonly (GridColumn & { readonly id: ColumnId; readonly from: number })[] = [
  { id: 'time', name: 'Time', width: '62px', from: 0 },
  { id: 'task', name: 'Task', width: '92px', from: 460 },
  { id: 'told', name: 'Told', width: 'minmax(120px, 1fr)', from: 0 },
  { id: 'proof', name: 'Proof', width: '96px', from: 0 },
  { id: 'status', name: 'Answer', width: '86px', from: 0 },
  { id: 'twin', name: 'Also told by', width: '148px', from: 660 },
  { id: 'size', name: 'Size', width: '60px', from: 720 },
]

/** Every row reads what the record tells of its own call. */
export function CallGrid({ list }: { readonly list: ExchangeList }) {
  const selectedId = useSelection((selection) => selection.exchangeId)
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const shown = useMemo(() => columns.filter(({ from }) => widthPx >= from), [widthPx])
  return (
    <div ref={ref} className="exchange-grid">
      <VirtualGrid
        name="Webhook calls"
        columns={shown}
        rowHeight={25}
        count={list.state().total}
        followsTail
        onRange={list.want}
        rowOf={list.rowAt}
        isSelected={(row) => row.id === selectedId}
        onSelect={(row) => useSelection.getState().selectExchange(row.id)}
        cellsOf={(row) => shown.map(({ id }) => <Cell key={id} column={id} row={row} />)}
      />
    </div>
  )
}

function Cell({ column, row }: { readonly column: ColumnId; readonly row: ExchangeRow }) {
  const view = useRecord((record) => record.exchange(row.id)?.webhook)
  switch (column) {
    case 'time':
      return (
        <span className="mono muted" title={new Date(row.startedAt).toISOString()}>
          {formatClock(row.startedAt)}
        </span>
      )
    case 'task':
      return (
        <span className="mono muted" title={row.taskId}>
          {shortId(row.taskId ?? '')}
        </span>
      )
    case 'told':
      return (
        <span className="call-told">
          <ToldText row={row} view={view} />
          <OrderTags row={row} view={view} />
        </span>
      )
    case 'proof':
      return <ProofMark view={view} method={row.method} />
    case 'status':
      return <ExchangeStatus exchange={row} />
    case 'twin':
      return <TwinText exchangeId={row.id} view={view} />
    case 'size':
      return <span className="muted num">{formatBytes(row.receivedBytes)}</span>
  }
}
