import type { Attempt } from '#shared/contract/story.ts'
import { useSelection } from '../../../../state/selection.ts'
import { formatClock, formatDuration } from '../../../../ui/format.ts'
import { backOffOf } from './call-sentences.ts'

interface AttemptsViewProps {
  readonly exchangeId: string
  readonly attempts: readonly Attempt[]
}

/** The tries of one notification on a line of time: how long the agent waits before the next. */
export function AttemptsView({ exchangeId, attempts }: AttemptsViewProps) {
  if (attempts.length < 2) return null
  const words = backOffOf(attempts)
  const longestMs = Math.max(1, ...attempts.map(({ waitedMs }) => waitedMs))
  return (
    <section aria-label="Attempts of this call">
      <h3 className="webhook-head mb-4 small bold">
        {attempts.length} tries <span className="muted">{words}</span>
      </h3>
      <ol className="call-tries flex at-end">
        {attempts.map((attempt, index) => (
          <AttemptMark
            key={attempt.exchangeId}
            attempt={attempt}
            number={index + 1}
            share={attempt.waitedMs / longestMs}
            isShown={attempt.exchangeId === exchangeId}
          />
        ))}
      </ol>
    </section>
  )
}

interface AttemptMarkProps {
  readonly attempt: Attempt
  readonly number: number
  /** Of the longest wait. */
  readonly share: number
  readonly isShown: boolean
}

const outcomes = {
  accepted: { colour: 'var(--completed)', shape: '●' },
  refused: { colour: 'var(--failed)', shape: '■' },
  unanswered: { colour: 'var(--canceled)', shape: '▲' },
} as const

function AttemptMark({ attempt, number, share, isShown }: AttemptMarkProps) {
  const { waitedMs, status, answered, exchangeId } = attempt
  const { colour, shape } = outcomes[answered]
  const words = `Try ${number}: ${status === 0 ? answered : `${status} ${answered}`}`
  return (
    <li className="call-try flex at-end" style={{ flexGrow: number === 1 ? 0 : 0.15 + share }}>
      {number > 1 && <span className="call-try-wait num fills muted small">{formatDuration(waitedMs)}</span>}
      <button
        type="button"
        className="call-try-mark column gap-1 small"
        style={{ color: colour }}
        aria-label={words}
        aria-current={isShown}
        title={`${words}, ${formatClock(attempt.at)}`}
        onClick={() => useSelection.getState().selectExchange(exchangeId)}
      >
        <span aria-hidden={true}>{shape}</span>
        <span className="num">{status === 0 ? '–' : status}</span>
      </button>
    </li>
  )
}
