import type { WebhookCallRow } from '#shared/contract/story.ts'
import type { Rows } from '../../../../record/paged-list.ts'
import { openRowMenu } from '../../../../state/row-menu.ts'
import { useSelection } from '../../../../state/selection.ts'
import { ColumnGrid, type FittingColumn } from '../../../../ui/column-grid.tsx'
import { formatBytes } from '../../../../ui/format.ts'
import { shortId } from '../../../../ui/short-id.ts'
import { visibleString } from '../../../../ui/visible-text.ts'
import { ExchangeStatus, timeColumn } from '../../../requests/index.ts'
import '../../list/wire-list.css'
import { OrderTags, ProofMark, ToldText, TwinText } from './call-cells.tsx'

const columns: readonly FittingColumn<WebhookCallRow>[] = [
  // Below, words of states need the room.
  { ...timeColumn, fromPx: 430 },
  {
    name: 'Task',
    width: '92px',
    fromPx: 460,
    cell: ({ taskId = '' }) => (
      <span className="mono muted" title={taskId && visibleString(taskId)}>
        {shortId(taskId)}
      </span>
    ),
  },
  {
    name: 'Update',
    width: 'minmax(120px, 1fr)',
    cell: (row) => (
      <span className="call-told line gap-6">
        <span className="truncate">
          <ToldText row={row} />
        </span>
        <OrderTags row={row} />
      </span>
    ),
  },
  {
    name: 'Authentication',
    width: '96px',
    fromPx: 400,
    cell: (row) => <ProofMark row={row} />,
  },
  {
    name: 'Response',
    width: '86px',
    cell: (row) => <ExchangeStatus exchange={row} />,
  },
  {
    name: 'Also reported by',
    width: '148px',
    fromPx: 660,
    cell: ({ twin }) => twin && <TwinText twin={twin} />,
  },
  {
    name: 'Size',
    width: '60px',
    fromPx: 720,
    cell: ({ receivedBytes }) => <span className="muted num">{formatBytes(receivedBytes)}</span>,
  },
]

interface CallGridProps {
  readonly list: Rows<WebhookCallRow>
  readonly total: number
}

export function CallGrid({ list, total }: CallGridProps) {
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
      onContext={(row, at) => openRowMenu(row.id, at)}
    />
  )
}
