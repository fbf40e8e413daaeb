import { useQuery } from '@tanstack/react-query'
import { CircleDashed, CircleDot, CircleX } from 'lucide-react'
import type { SpanCounts, SpanReceiverState } from '#shared/contract/spans.ts'
import { useEngine } from '../../../host/engine.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { counted, formatCount, joinWords, whenOf } from '../../../ui/format.ts'
import { Mark } from '../../../ui/mark.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

interface ReceiverStatusProps {
  readonly state: SpanReceiverState
  onUnknown(): void
}

/** Whether it listens, and what has come. */
export function ReceiverStatus({ state, onUnknown }: ReceiverStatusProps) {
  const { counts, problem } = state
  const unknown = useUnknownCount(counts.received)
  return (
    <section className="span-receiver-status column gap-6 small" aria-label="Receiver status">
      <p role="status">
        <Listening state={state} />
      </p>
      {problem !== undefined && <p className="notice">{visibleString(problem)}</p>}
      <p className="muted">
        {countWords(counts)}
        {unknown > 0 && (
          <>
            {' '}
            <LinkButton onClick={onUnknown}>{counted(unknown, 'unknown trace')}</LinkButton>
          </>
        )}
      </p>
      {counts.lastProblem && (
        <p className="notice warning">
          {whenOf(counts.lastProblem.at)}: {visibleString(counts.lastProblem.message)}
        </p>
      )}
    </section>
  )
}

function Listening({ state: { listening, problem } }: Pick<ReceiverStatusProps, 'state'>) {
  if (!listening) {
    return problem === undefined ? (
      <Mark icon={CircleDashed} colour="var(--muted)" word="off" />
    ) : (
      <Mark icon={CircleX} colour="var(--failed)" word="can’t listen" />
    )
  }
  const word = (
    <span>
      listening on <span className="mono">{listening.http}</span> (HTTP) and{' '}
      <span className="mono">{listening.grpc}</span> (gRPC)
    </span>
  )
  return <Mark icon={CircleDot} colour="var(--completed)" word={word} />
}

function countWords({ received, repeated, refused, dropped, badRequests, lastAt }: SpanCounts): string {
  const words = joinWords(
    '. ',
    `${counted(received, 'span')} received${lastAt === undefined ? '' : `, the last ${whenOf(lastAt)}`}`,
    repeated > 0 && `${formatCount(repeated)} sent again`,
    refused > 0 && `${formatCount(refused)} rejected: no valid ids`,
    dropped > 0 && `${formatCount(dropped)} not kept: too many, or not recording`,
    badRequests > 0 && `${counted(badRequests, 'request')} couldn’t be read`,
  )
  return `${words}.`
}

/** Of the session that is looked at, asked again whenever spans have come. */
function useUnknownCount(received: number): number {
  const { client } = useEngine()
  const { data } = useQuery({
    queryKey: ['spans', 'unknown', received],
    queryFn: ({ signal }) => client.spans.unknown({ offset: 0, limit: 1 }, { signal }),
    placeholderData: (before) => before,
    gcTime: 1_000,
  })
  return data?.total ?? 0
}
