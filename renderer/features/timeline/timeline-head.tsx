// The parts that change with time while a task is live: its status, its first figures, its states.

import { useMemo } from 'react'
import { isSettled } from '#shared/a2a/task-states.ts'
import type { TaskLane } from '#shared/contract/timeline.ts'
import { defined } from '#shared/defined.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { formatCount, formatDuration, joinDefined } from '../../ui/format.ts'
import { useNow } from '../../ui/hooks.ts'
import { StateMark } from '../../ui/marks.tsx'
import { useSpanLanes } from '../spans/index.ts'
import { LaneChart } from './lane-chart.tsx'
import { isLive, onOneClock } from './task-lanes.ts'
import { tookMs } from './took.ts'
import { selectEntry } from './use-selected-row.ts'
import { showTask } from './use-shown-task.ts'

interface TimelineHeadProps {
  readonly task: TaskBrief
  /** The tasks of its conversation, including itself. */
  readonly beside: readonly TaskBrief[]
  readonly outline: Outline
  readonly lanes: readonly TaskLane[]
  /** The engine's clock at its last answer. */
  readonly engineNow: number
}

export function TimelineHead({ task, beside, outline, lanes, engineNow }: TimelineHeadProps) {
  const { client, canFollow } = useEngine()
  const own = lanes.find(({ taskId }) => taskId === task.taskId)
  const goesOn = (lane: TaskLane) => canFollow && isLive(lane)
  const live = own !== undefined && goesOn(own)
  const windowNow = useNow(lanes.some(goesOn))
  // The engine may be on another machine.
  const skew = useMemo(() => engineNow - Date.now(), [engineNow])
  const now = canFollow ? windowNow + skew : undefined
  const drawn = onOneClock(lanes, now)
  const spans = useSpanLanes(task.taskId, task.agentId)
  const sinceMs = now === undefined ? outline.figures.totalMs : now - outline.startedAt

  async function select(taskId: string, row: number): Promise<void> {
    const { agentId, key } = beside.find((one) => one.taskId === taskId) ?? task
    const identity = { taskId, ...defined({ agentId }) }
    const { rows } = await client.timeline.rows({ task: identity, filter: {}, from: row, limit: 1 })
    if (rows[0]) selectEntry(rows[0], key)
  }
  return (
    <>
      <TimelineStatus outline={outline} live={live} nowMs={sinceMs} />
      <LaneChart
        lanes={drawn}
        shownTaskId={task.taskId}
        taskKey={task.key}
        reconnects={outline.reconnects}
        spans={spans}
        startAt={Math.min(...lanes.map(({ startedAt }) => startedAt))}
        onTask={(taskId) => {
          const other = beside.find((one) => one.taskId === taskId)
          if (other) showTask(other.key)
        }}
        onSegment={(taskId, row) => void select(taskId, row).catch(() => undefined)}
      />
    </>
  )
}

interface TimelineStatusProps {
  readonly outline: Outline
  readonly live: boolean
  /** Since the task began. */
  readonly nowMs: number
}

/** A longer pause is called silence. */
const silenceMs = 2_000

function TimelineStatus({ outline, live, nowMs }: TimelineStatusProps) {
  const { state, segments, heardMs, openStreams, lastStream } = outline
  const since = segments.at(-1)?.fromMs ?? 0
  const impossible = segments.filter((segment) => segment.impossible).length
  const silentMs = nowMs - heardMs
  const isCutHere = outline.reconnects.at(-1)?.onPurpose
  const words = joinDefined(
    ' · ',
    timeOf(outline, live ? nowMs - since : undefined),
    ...figuresOf(outline, live, silentMs),
  )
  return (
    <div className="timeline-status line rigid gap-8 small nowrap">
      {state && (
        <span className="timeline-state">
          <StateMark state={state} />
        </span>
      )}
      <span className="dim num truncate" title={words}>
        {words}
      </span>
      {live && silentMs > silenceMs && (
        <span className="num tone-warn">silent for {formatDuration(silentMs)}</span>
      )}
      {openStreams.length > 1 && <span className="dim num">{openStreams.length} streams</span>}
      {!live && lastStream?.outcome === 'interrupted' && !(isCutHere && isSettled(state)) && (
        <span className={isCutHere ? 'dim' : 'tone-bad'}>
          {isCutHere ? 'disconnected' : 'stream interrupted'}
        </span>
      )}
      {impossible > 0 && <span className="num tone-bad">{impossible} impossible</span>}
    </div>
  )
}

function timeOf(outline: Outline, sinceMs: number | undefined): string | false {
  if (isSettled(outline.state)) return `after ${formatDuration(tookMs(outline))}`
  return sinceMs !== undefined && `for ${formatDuration(sinceMs)}`
}

/** The most important ones; the others are among its times. */
function figuresOf({ figures }: Outline, live: boolean, silentMs: number): readonly (string | false)[] {
  const { firstByteMs, firstTextMs, longestSilence, lastSecond } = figures
  return [
    firstByteMs !== undefined && `first byte ${formatDuration(firstByteMs)}`,
    firstTextMs !== undefined && `first text ${formatDuration(firstTextMs)}`,
    live
      ? silentMs < 1_000 && `${formatCount(lastSecond.events)} events/s`
      : longestSilence !== undefined && `longest gap ${formatDuration(longestSilence.ms)}`,
  ]
}
