import { grpcCodes } from '#shared/a2a/error-codes.ts'
import { isFailure } from '#shared/a2a/task-states.ts'
import { callOutcomeOf, type ExchangeRow } from '#shared/record/exchange-row.ts'
import type { FittingColumn } from '../../ui/column-grid.tsx'
import { counted, formatClock, joinDefined } from '../../ui/format.ts'
import { callOutcomeLooks } from '../../ui/marks.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import './requests.css'

export function ExchangeStatus({ exchange }: { readonly exchange: ExchangeRow }) {
  const { icon: Icon, colour } = callOutcomeLooks[callOutcomeOf(exchange)]
  const words = wordsOf(exchange)
  const title = titleOf(exchange) ?? words
  return (
    <span className="exchange-status num inline gap-4" style={{ color: colour }} title={visibleString(title)}>
      <Icon className="rigid" size={12} /> <span className="truncate">{words}</span>
    </span>
  )
}

function wordsOf(exchange: ExchangeRow): string {
  const { state, failure, status, code, frames, comments, binding, taskState } = exchange
  if (state === 'failed') return failure?.replaceAll('-', ' ') ?? ''
  if (state === 'open') return status === undefined ? 'waiting' : `${status} · open`
  // gRPC always answers 200: its own status counts.
  if (binding === 'GRPC' && code !== undefined)
    return grpcCodes[code]?.toLowerCase().replaceAll('_', ' ') ?? `grpc-status ${code}`
  return joinDefined(
    ' · ',
    status?.toString(),
    code?.toString() ?? (isFailure(taskState) && taskState),
    code === undefined && frames > 0 && counted(frames - comments, 'event'),
  )
}

function titleOf({ binding, code, problem }: ExchangeRow): string | undefined {
  return binding === 'GRPC' && code !== undefined ? `grpc-status ${code}: ${problem ?? ''}` : problem
}

/** When an exchange began, in every list of exchanges. */
export const timeColumn: FittingColumn<ExchangeRow> = {
  name: 'Time',
  width: '62px',
  fits: true,
  cell: ({ startedAt }) => (
    <span className="mono dim" title={new Date(startedAt).toISOString()}>
      {formatClock(startedAt)}
    </span>
  ),
}
