import { Ban, CircleAlert, CircleCheck, CircleDot, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { grpcCodes } from '#shared/a2a/error-codes.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { FittingColumn } from '../../ui/column-grid.tsx'
import { formatClock } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'

/** HTTP and the agent's own error apart: a well-formed error is an answer, not a failure. */
export function ExchangeStatus({ exchange }: { readonly exchange: ExchangeRow }) {
  const { state, failure, status, code, problem, frames, binding } = exchange
  if (state === 'failed') {
    const calm = failure === 'aborted'
    return (
      <Status
        icon={calm ? <Ban size={12} /> : <CircleX size={12} />}
        colour={calm ? 'var(--canceled)' : 'var(--failed)'}
        title={problem}
      >
        {failure?.replaceAll('-', ' ')}
      </Status>
    )
  }
  if (state === 'open') {
    return (
      <Status icon={<CircleDot size={12} />} colour="var(--working)">
        {status === undefined ? 'waiting' : `${status} · open`}
      </Status>
    )
  }
  // gRPC answers 200 whatever happens: its own status is the one that says so.
  if (binding === 'GRPC' && code !== undefined) {
    return (
      <Status
        icon={<TriangleAlert size={12} />}
        colour="var(--input-required)"
        title={`grpc-status ${code}: ${problem ?? ''}`}
      >
        {grpcCodes[code]?.toLowerCase().replaceAll('_', ' ') ?? `grpc-status ${code}`}
      </Status>
    )
  }
  const httpError = status !== undefined && status >= 400
  return (
    <span className="status-pair">
      <Status
        icon={httpError ? <CircleAlert size={12} /> : <CircleCheck size={12} />}
        colour={httpError ? 'var(--failed)' : 'var(--completed)'}
        title={httpError ? problem : undefined}
      >
        {frames > 0 ? `${status} · stream` : status}
      </Status>
      {code !== undefined && (
        <Status icon={<TriangleAlert size={12} />} colour="var(--input-required)" title={problem}>
          {code}
        </Status>
      )}
    </span>
  )
}

interface StatusProps {
  readonly icon: ReactNode
  readonly colour: string
  readonly title?: string | undefined
  readonly children: ReactNode
}

function Status({ icon, colour, title, children }: StatusProps) {
  return (
    <span className="exchange-status num" style={{ color: colour }} title={title && visibleString(title)}>
      {icon} {children}
    </span>
  )
}

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
