import { isSettled } from '#shared/a2a/task-states.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { formatCount, formatDuration } from '../../ui/format.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { tookMs } from './took.ts'

interface TimelineStatusProps {
  readonly outline: Outline
  readonly live: boolean
  /** Since the task began. */
  readonly nowMs: number
}

/** A pause is called silence from here on. */
const silenceMs = 2_000

/** Where the task stands, in one line that cannot be misread. */
export function TimelineStatus({ outline, live, nowMs }: TimelineStatusProps) {
  const { state, segments, heardMs, figures, openStreams, lastStream } = outline
  const since = segments.at(-1)?.fromMs ?? 0
  const impossible = segments.filter((segment) => segment.impossible).length
  const silentMs = nowMs - heardMs
  return (
    <div className="timeline-status">
      {state && (
        <span className="timeline-state">
          <StateMark state={state} />
        </span>
      )}
      <span className="muted num truncate">
        {isSettled(state)
          ? `after ${formatDuration(tookMs(outline))}`
          : live
            ? `for ${formatDuration(nowMs - since)}`
            : ''}
      </span>
      {live && silentMs > silenceMs && (
        <span className="timeline-silent num">silent for {formatDuration(silentMs)}</span>
      )}
      {openStreams.length > 1 && <span className="muted num">{openStreams.length} streams</span>}
      {!live && lastStream?.outcome === 'interrupted' && (
        <span className="timeline-silent">the stream broke off</span>
      )}
      {impossible > 0 && <span className="timeline-wrong num">{impossible} impossible</span>}
      <span className="spacer" />
      <span className="faint num timeline-count">
        {formatCount(figures.events)} {figures.events === 1 ? 'event' : 'events'}
      </span>
    </div>
  )
}
