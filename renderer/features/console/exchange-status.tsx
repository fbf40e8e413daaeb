import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleX,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
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
    const words = failure?.replaceAll('-', ' ')
    return failure === 'aborted' ? (
      <Status icon={Ban} colour="canceled" title={problem} words={words} />
    ) : (
      <Status icon={CircleX} colour="failed" title={problem} words={words} />
    )
  }
  if (state === 'open') {
    const words = status === undefined ? 'waiting' : `${status} · open`
    return <Status icon={CircleDot} colour="working" words={words} />
  }
  // gRPC answers 200 whatever happens: its own status is the one that says so.
  if (binding === 'GRPC' && code !== undefined) {
    const words = grpcCodes[code]?.toLowerCase().replaceAll('_', ' ') ?? `grpc-status ${code}`
    const title = `grpc-status ${code}: ${problem ?? ''}`
    return <Status icon={TriangleAlert} colour="input-required" title={title} words={words} />
  }
  const words = frames > 0 ? `${status} · stream` : status
  return (
    <span className="status-pair inline">
      {status !== undefined && status >= 400 ? (
        <Status icon={CircleAlert} colour="failed" title={problem} words={words} />
      ) : (
        <Status icon={CircleCheck} colour="completed" words={words} />
      )}
      {code !== undefined && (
        <Status icon={TriangleAlert} colour="input-required" title={problem} words={code} />
      )}
    </span>
  )
}

interface StatusProps {
  readonly icon: LucideIcon
  /** A token of the theme. */
  readonly colour: string
  readonly title?: string | undefined
  readonly words: ReactNode
}

function Status({ icon: Icon, colour, title, words }: StatusProps) {
  return (
    <span
      className="exchange-status num inline"
      style={{ color: `var(--${colour})` }}
      title={title && visibleString(title)}
    >
      <Icon size={12} /> {words}
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
