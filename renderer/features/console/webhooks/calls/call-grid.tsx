import type { ReactNode } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { WebhookCallView } from '#shared/story/webhook-call.ts'
import { useRecord } from '../../../../record/use-record.ts'
import { useSelection } from '../../../../state/selection.ts'
import { ColumnGrid, type FittingColumn } from '../../../../ui/column-grid.tsx'
import { formatBytes } from '../../../../ui/format.ts'
import { shortId } from '../../../../ui/short-id.ts'
import { ExchangeStatus, timeColumn } from '../../exchange/index.ts'
import type { ExchangeList } from '../../list/exchange-list.ts'
import '../../list/wire-list.css'
import { OrderTags, ProofMark, ToldText, TwinText } from './call-cells.tsx'

type View = WebhookCallView | undefined

const columns: readonly FittingColumn<ExchangeRow>[] = [
  timeColumn,
  {
    id: 'task',
    name: 'Task',
    width: '92px',
    fromPx: 460,
    cell: ({ taskId = '' }) => (
      <span className="mono muted" title={taskId}>
        {shortId(taskId)}
      </span>
    ),
  },
  {
    id: 'told',
    name: 'Told',
    width: 'minmax(120px, 1fr)',
    fromPx: 0,
    cell: (row) =>
      withView(row, (view) => (
        <span className="call-told">
          <span className="truncate">
            <ToldText row={row} view={view} />
          </span>
          <OrderTags row={row} view={view} />
        </span>
      )),
  },
  {
    id: 'proof',
    name: 'Proof',
    width: '96px',
    fromPx: 0,
    cell: (row) => withView(row, (view) => <ProofMark view={view} method={row.method} />),
  },
  {
    id: 'status',
    name: 'Answer',
    width: '86px',
    fromPx: 0,
    cell: (row) => <ExchangeStatus exchange={row} />,
  },
  {
    id: 'twin',
    name: 'Also told by',
    width: '148px',
    fromPx: 660,
    cell: (row) => withView(row, (view) => <TwinText exchangeId={row.id} view={view} />),
  },
  {
    id: 'size',
    name: 'Size',
    width: '60px',
    fromPx: 720,
    cell: ({ receivedBytes }) => <span className="muted num">{formatBytes(receivedBytes)}</span>,
  },
]

/** Every row reads what the record tells of its own call. */
export function CallGrid({ list, total }: { readonly list: ExchangeList; readonly total: number }) {
  const selectedId = useSelection((selection) => selection.exchangeId)
  return (
    <ColumnGrid
      name="Webhook calls"
      columns={columns}
      rowHeight={25}
      count={total}
      followsTail
      onRange={list.want}
      rowOf={list.rowAt}
      isSelected={(row) => row.id === selectedId}
      onSelect={(row) => useSelection.getState().selectExchange(row.id)}
    />
  )
}

function withView({ id }: ExchangeRow, draw: (view: View) => ReactNode): ReactNode {
  return <WithView exchangeId={id} draw={draw} />
}

interface WithViewProps {
  readonly exchangeId: string
  draw(view: View): ReactNode
}

function WithView({ exchangeId, draw }: WithViewProps) {
  return draw(useRecord((record) => record.exchange(exchangeId)?.webhook))
}
