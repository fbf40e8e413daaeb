import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { FittingColumn } from '../../../ui/column-grid.tsx'
import { formatClock } from '../../../ui/format.ts'

/** When an exchange began, in every list of exchanges. */
export const timeColumn: FittingColumn<ExchangeRow> = {
  name: 'Time',
  width: '62px',
  fits: true,
  cell: ({ startedAt }) => (
    <span className="mono muted" title={new Date(startedAt).toISOString()}>
      {formatClock(startedAt)}
    </span>
  ),
}
