import type { EndEntry, FailureEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { formatBytes, formatDuration } from '../../../ui/format.ts'

/** How a stream ended, or that it has not. */
export function closeReason(row: ExchangeRow, close: EndEntry | FailureEntry | undefined): string {
  const events = row.frames - row.comments
  const counts = [
    events === 1 ? 'one event' : `${events} events`,
    row.comments > 0 && (row.comments === 1 ? 'one keep-alive' : `${row.comments} keep-alives`),
  ]
  const so = counts.filter(Boolean).join(' and ')
  if (close === undefined) return `Open: ${so} so far.`
  const after = row.endedMs === undefined ? '' : ` in ${formatDuration(row.endedMs)}`
  const half = close.leftover
    ? ` An unfinished frame of ${formatBytes(close.leftover.sizeBytes)} was left over.`
    : ''
  if (close.kind === 'failure') {
    return `${close.failure.replaceAll('-', ' ')} after ${so}${after}. ${close.message}${half}`
  }
  const status = close.grpcStatus ? ` grpc-status ${close.grpcStatus.code} ${close.grpcStatus.message}.` : ''
  return `Closed by the agent after ${so}${after}.${status}${half}`
}
