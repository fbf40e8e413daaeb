// The states of one task over time, or of several on a common clock: to scale, but for waits far longer than the rest.

import { useMemo } from 'react'
import type { SpanLane } from '#shared/spans/span-lanes.ts'
import type { Reconnect } from '#shared/story/timeline/outline.ts'
import { joinWords } from '../../../ui/format.ts'
import { shortId } from '../../../ui/short-id.ts'
import type { Quiet } from '../../../ui/time-scale/scale.ts'
import { TimeAxis } from '../../../ui/time-scale/time-axis.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { SpanLanes } from '../../spans/index.ts'
import type { Lane } from './activity.ts'
import { blocksOf } from './blocks.ts'
import { scaleOf } from './lane-scale.ts'
import { LaneTrack } from './lane-track.tsx'
import './lane.css'

interface LaneChartProps {
  readonly lanes: readonly Lane[]
  readonly shownTaskId: string
  readonly taskKey: string
  /** Of the shown task. */
  readonly reconnects: readonly Reconnect[]
  /** What agents say they did for it. */
  readonly spans: readonly SpanLane[]
  /** When the clock begins, in milliseconds since 1970. */
  readonly startAt: number
  onTask(taskId: string): void
  onSegment(taskId: string, row: number): void
}

/** More of them scroll. */
const fewLanes = 5

export function LaneChart(props: LaneChartProps) {
  const { lanes, shownTaskId, taskKey, reconnects, spans, startAt, onTask, onSegment } = props
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const scale = useMemo(
    () => scaleOf(lanes, widthPx, spans.length === 0 ? [] : activityOf(spans, startAt)),
    [lanes, widthPx, spans, startAt],
  )
  return (
    <div className={joinWords(' ', 'lane-chart', spans.length > 0 && 'with-spans')}>
      <div ref={ref} className="lane-width" />
      {widthPx > 0 && (
        <ul
          className={joinWords(' ', 'lane-list column gap-4', lanes.length > fewLanes && 'many')}
          aria-label="States over time"
        >
          {lanes.map((lane) => (
            <li key={lane.taskId} className={lane.taskId === shownTaskId ? 'lane shown' : 'lane'}>
              {lanes.length > 1 && (
                <button
                  type="button"
                  className="lane-name flex gap-8 muted small"
                  aria-pressed={lane.taskId === shownTaskId}
                  title={`Show task ${visibleString(lane.taskId)}`}
                  onClick={() => onTask(lane.taskId)}
                >
                  <span className="mono">{shortId(lane.taskId)}</span>
                  <span className="faint">{lane.segments.at(-1)?.state}</span>
                </button>
              )}
              <LaneTrack
                lane={lane}
                blocks={blocksOf(lane, scale)}
                scale={scale}
                reconnects={lane.taskId === shownTaskId ? reconnects : []}
                onSegment={(row) => onSegment(lane.taskId, row)}
              />
            </li>
          ))}
        </ul>
      )}
      {widthPx > 0 && spans.length > 0 && (
        <SpanLanes taskId={taskKey} lanes={spans} scale={scale} startAt={startAt} />
      )}
      <TimeAxis scale={scale} />
    </div>
  )
}

/** In milliseconds since the clock began. */
function activityOf(spans: readonly SpanLane[], startAt: number): readonly Quiet[] {
  return spans.flatMap(({ bars }) =>
    bars.map(({ start, end }) => ({ fromMs: start - startAt, toMs: end - startAt })),
  )
}
