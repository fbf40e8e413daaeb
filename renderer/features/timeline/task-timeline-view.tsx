// One task as it lives: where it stands, its states over time, the figures, and its events beneath.

import { useMemo, useRef, useState } from 'react'
import type { TimelineFilter } from '#shared/contract/timeline.ts'
import type { TaskView } from '#shared/record/task-view.ts'
import type { Outline } from '#shared/record/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FigureTiles } from './figures/figure-tiles.tsx'
import { useLanes } from './follow/use-lanes.ts'
import { type ShownTimeline, useTimeline } from './follow/use-timeline.ts'
import { LaneChart } from './lane/lane-chart.tsx'
import { isLive, laneOf, onOneClock } from './lane/task-lanes.ts'
import { useNow } from './lane/use-now.ts'
import { EventGrid } from './rows/event-grid.tsx'
import { FilterBar } from './rows/filter-bar.tsx'
import { RowDetail } from './rows/row-detail.tsx'
import { selectEntry, useSelectedRow } from './rows/use-selected-row.ts'
import { TimelineStatus } from './timeline-status.tsx'
import { showTask, useTasksBeside } from './use-shown-task.ts'

export function TaskTimelineView({ task }: { readonly task: TaskView }) {
  const [filter, setFilter] = useState<TimelineFilter>({})
  const { taskId, agentId } = task
  const identity = useMemo(() => ({ taskId, ...(agentId !== undefined && { agentId }) }), [taskId, agentId])
  const shown = useTimeline(identity, filter)
  const { followed, problem } = shown
  if (!followed) {
    return problem === undefined ? (
      <p className="muted timeline-note">Reading the task…</p>
    ) : (
      <p className="notice">{problem}</p>
    )
  }
  return <Drawn task={task} shown={shown} outline={followed.outline} filter={filter} onFilter={setFilter} />
}

interface DrawnProps {
  readonly task: TaskView
  readonly shown: ShownTimeline
  readonly outline: Outline
  readonly filter: TimelineFilter
  onFilter(filter: TimelineFilter): void
}

function Drawn({ task, shown, outline, filter, onFilter }: DrawnProps) {
  const { timeline, followed, problem } = shown
  const input = useRef<HTMLInputElement>(null)
  const progress = followed?.progress ?? 1
  const matching = followed?.matching ?? 0
  return (
    <>
      <Clock task={task} outline={outline} engineNow={followed?.now ?? 0} />
      {progress < 1 && (
        <progress className="timeline-progress" aria-label="Reading the task" value={progress} />
      )}
      {problem !== undefined && <p className="notice">{problem}</p>}
      <FilterBar filter={filter} matching={matching} all={outline.rows} input={input} onChange={onFilter} />
      <Events task={task} shown={shown} outline={outline} matching={matching} key={timeline.task.taskId} />
    </>
  )
}

interface ClockProps {
  readonly task: TaskView
  readonly outline: Outline
  readonly engineNow: number
}

/** What moves with the time while a task is live. */
function Clock({ task, outline, engineNow }: ClockProps) {
  const { client } = useEngine()
  const beside = useTasksBeside(task)
  const others = useLanes(beside.map(({ taskId, agentId }) => ({ taskId, ...(agentId && { agentId }) })))
  const own = laneOf(outline, task.agentId)
  const live = isLive(own)
  const now = useNow(live || others.some(isLive))
  const skew = useSkew(engineNow)
  const lanes = others.length > 1 ? others : [own]
  const drawn = onOneClock(lanes, now + skew)

  async function select(taskId: string, row: number): Promise<void> {
    const of = beside.find((one) => one.taskId === taskId) ?? task
    const identity = { taskId, ...(of.agentId && { agentId: of.agentId }) }
    const { rows } = await client.timeline.rows({ task: identity, filter: {}, from: row, limit: 1 })
    if (rows[0]) selectEntry(rows[0], of.key)
  }
  return (
    <>
      <TimelineStatus outline={outline} live={live} nowMs={now + skew - outline.startedAt} />
      <LaneChart
        lanes={drawn}
        shownTaskId={task.taskId}
        reconnects={outline.reconnects}
        onTask={(taskId) => {
          const other = beside.find((one) => one.taskId === taskId)
          if (other) showTask(other.key)
        }}
        onSegment={(taskId, row) => void select(taskId, row).catch(() => undefined)}
      />
      <FigureTiles figures={outline.figures} live={live} />
    </>
  )
}

/** The engine's clock less this window's, which may be another machine's. */
function useSkew(engineNow: number): number {
  return useMemo(() => engineNow - Date.now(), [engineNow])
}

interface EventsProps {
  readonly task: TaskView
  readonly shown: ShownTimeline
  readonly outline: Outline
  readonly matching: number
}

function Events({ task, shown: { timeline }, outline, matching }: EventsProps) {
  const place = useSelectedRow(timeline)
  const selectedSeq = useSelection((selection) => selection.entrySeq)
  const [closed, setClosed] = useState<number>()
  const selected = place?.position === undefined ? undefined : timeline.rowAt(place.position)
  return (
    <>
      {matching === 0 && outline.rows > 0 ? (
        <EmptyState title="Nothing matches">
          <p>No event of this task matches the filter.</p>
        </EmptyState>
      ) : (
        <EventGrid
          timeline={timeline}
          outline={outline}
          matching={matching}
          taskKey={task.key}
          selected={place}
          selectedSeq={selectedSeq}
        />
      )}
      {outline.moreRows > 0 && (
        <p className="muted timeline-note">
          {outline.moreRows.toLocaleString('en')} more events are counted above and on the wire only.
        </p>
      )}
      {selected && selected.index === place?.row && closed !== selected.seq && (
        <RowDetail row={selected} onClose={() => setClosed(selected.seq)} />
      )}
    </>
  )
}
