// Spans of a task by category, on the clock of the task.

import { memo, useCallback } from 'react'
import { defined } from '#shared/defined.ts'
import type { LaneSort, SpanLane, SpanLaneBar } from '#shared/spans/span-lanes.ts'
import { useEngine } from '../../host/engine.tsx'
import { slowPoll } from '../../record/follow-versions.ts'
import { useFollowed } from '../../record/use-followed.ts'
import { useSelection } from '../../state/selection.ts'
import { counted, formatCount, formatFine, joinDefined } from '../../ui/format.ts'
import { moveFocus } from '../../ui/reveal.ts'
import { endOf, type LaneScale } from '../../ui/time-scale/scale.ts'
import { SortMark, shortName } from './sort-mark.tsx'
import './spans.css'

interface SpanLanesProps {
  /** Key of the task, which stays on screen. */
  readonly taskId: string
  readonly lanes: readonly SpanLane[]
  readonly scale: LaneScale
  /** Start of the scale, milliseconds since 1970. */
  readonly startAt: number
}

const leastPx = 3

export const SpanLanes = memo(function SpanLanes({ taskId, lanes, scale, startAt }: SpanLanesProps) {
  return (
    <ul className="column gap-3 mt-6" aria-label="Spans over time">
      {lanes.map(({ sort, spans, bars }) => (
        <li key={sort} className="span-lane">
          <span className="span-lane-name line gap-5 dim small nowrap" title={counted(spans, 'span')}>
            <SortMark sort={sort} named />{' '}
            <span className="span-lane-count num faint">{formatCount(spans)}</span>
          </span>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys that bubble from the bars */}
          <div className="span-lane-track" onKeyDown={moveFocus}>
            {bars.map((bar, index) => (
              <Bar
                key={bar.key}
                taskId={taskId}
                bar={bar}
                sort={sort}
                fromPx={scale.px(bar.start - startAt)}
                toPx={scale.px(bar.end - startAt)}
                endPx={endOf(scale)}
                isFirst={index === 0}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
})

interface BarProps extends Pick<SpanLanesProps, 'taskId'> {
  readonly bar: SpanLaneBar
  readonly sort: LaneSort
  readonly fromPx: number
  readonly toPx: number
  readonly endPx: number
  readonly isFirst: boolean
}

function Bar({ taskId, bar, sort, fromPx, toPx, endPx, isFirst }: BarProps) {
  const isSelected = useSelection(({ spanKey }) => spanKey === bar.key)
  const words = barWords(bar)
  return (
    <button
      type="button"
      className={joinDefined(' ', 'span-lane-bar span-sort', sort, bar.failed > 0 && 'failed')}
      style={{ left: Math.min(fromPx, endPx - leastPx), width: Math.max(leastPx, toPx - fromPx) }}
      aria-label={words}
      aria-pressed={isSelected}
      title={words}
      tabIndex={isFirst ? 0 : -1}
      onClick={() =>
        useSelection.getState().selectSpan({ taskId, exchangeId: bar.exchangeId, spanKey: bar.key })
      }
    />
  )
}

function barWords({ spans, failed, name, start, end }: SpanLaneBar): string {
  const what = shortName(name)
  return joinDefined(
    ', ',
    spans === 1 ? what : `${counted(spans, 'span')}, the longest ${what}`,
    formatFine(end - start),
    failed > 0 && `${formatCount(failed)} failed`,
  )
}

/** Follows the span lanes of a task; empty until something arrives. */
export function useSpanLanes(taskId: string, agentId: string | undefined): readonly SpanLane[] {
  const { client } = useEngine()
  const request = useCallback(
    (wait: { readonly seen: number; readonly waitMs: number }, signal: AbortSignal) =>
      client.spans.lanes({ taskId, ...defined({ agentId }), ...wait }, { signal }),
    [client, taskId, agentId],
  )
  return useFollowed(request, slowPoll).answer?.lanes ?? none
}

const none: readonly SpanLane[] = []
