// The states of one task over time, or of several on a common clock: to scale, but for waits far longer than the rest.

import { useMemo } from 'react'
import type { Reconnect } from '#shared/story/timeline/outline.ts'
import { shortId } from '../../../ui/short-id.ts'
import { TimeAxis } from '../../../ui/time-scale/time-axis.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import type { Lane } from './activity.ts'
import { blocksOf } from './blocks.ts'
import { scaleOf } from './lane-scale.ts'
import { LaneTrack } from './lane-track.tsx'
import './lane.css'

interface LaneChartProps {
  readonly lanes: readonly Lane[]
  readonly shownTaskId: string
  /** Of the shown task. */
  readonly reconnects: readonly Reconnect[]
  onTask(taskId: string): void
  onSegment(taskId: string, row: number): void
}

/** More of them scroll. */
const fewLanes = 5

export function LaneChart({ lanes, shownTaskId, reconnects, onTask, onSegment }: LaneChartProps) {
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const scale = useMemo(() => scaleOf(lanes, widthPx), [lanes, widthPx])
  return (
    <div className="lane-chart">
      <div ref={ref} className="lane-width" />
      {widthPx > 0 && (
        <ul
          className={lanes.length > fewLanes ? 'lane-list many' : 'lane-list'}
          aria-label="States over time"
        >
          {lanes.map((lane) => (
            <li key={lane.taskId} className={lane.taskId === shownTaskId ? 'lane shown' : 'lane'}>
              {lanes.length > 1 && (
                <button
                  type="button"
                  className="lane-name"
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
      <TimeAxis scale={scale} />
    </div>
  )
}
