// One live task for the inspector: its status, its states over time, its events and its other facts.

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { maxLanes } from '#shared/contract/constants.ts'
import type { TaskLane, TimelineFilter, TimelineTask } from '#shared/contract/timeline.ts'
import { defined } from '#shared/defined.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { laneOf } from '#shared/story/timeline/task-lane.ts'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { followVersions } from '../../record/follow-versions.ts'
import { useSelection } from '../../state/selection.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState, ProgressBar } from '../../ui/feedback.tsx'
import { formatCount } from '../../ui/format.ts'
import { useFilterKey } from '../../ui/hooks.ts'
import { ListAndDetail } from '../../ui/list-and-detail.tsx'
import { EventGrid, maxGridLines } from './event-grid.tsx'
import { FilterBar, type Sender } from './filter-bar.tsx'
import { RowDetail } from './row-detail.tsx'
import { onOneClock } from './task-lanes.ts'
import { type TaskTimeline, useTimeline } from './task-timeline.ts'
import { TimelineHead } from './timeline-head.tsx'
import { useSelectedRow } from './use-selected-row.ts'
import { atTheSameTime, useTasksBeside } from './use-shown-task.ts'
import './timeline.css'

export interface TaskView {
  readonly task: TaskBrief
  readonly events: ReactNode
  /** Another object after each change to draw. */
  readonly drawn: object
  /** Once it was read. */
  readonly read?: ReadTask
}

export interface ReadTask {
  readonly timeline: TaskTimeline
  readonly outline: Outline
  drawnLanes(): ReturnType<typeof onOneClock>
}

export function useTaskView(task: TaskBrief): TaskView {
  const [filter, setFilter] = useState<TimelineFilter>({})
  const { key, taskId, agentId } = task
  const identity = useMemo(() => ({ taskId, ...defined({ agentId }) }), [taskId, agentId])
  const shown = useTimeline(identity, filter)
  const { timeline, answer, problem } = shown
  const { canFollow } = useEngine()
  const [allTasks, setAllTasks] = useState(false)
  const tasks = useTasksBeside(task)
  const beside = allTasks ? tasks : atTheSameTime(task, tasks)
  const others = useLanes(
    beside.map((one) => ({ taskId: one.taskId, ...(one.agentId && { agentId: one.agentId }) })),
  )
  // The task changes with every entry; the rows, at the pace of their requests.
  const events = useMemo(
    () =>
      shown.answer && (
        <Events
          taskKey={key}
          timeline={shown.timeline}
          outline={shown.answer.outline}
          matching={shown.answer.total}
          isOld={shown.isOld}
          filter={filter}
          onFilter={setFilter}
        />
      ),
    [key, shown, filter],
  )
  if (!answer) return { task, drawn: shown, events: <NotRead problem={problem} /> }
  const { outline, progress, now } = answer
  if (outline.rows === 0 && progress === 1) return { task, drawn: shown, events: <TaskFromList /> }
  const lanes = others.length > 1 ? others : [laneOf(outline, agentId)]
  return {
    task,
    drawn: shown,
    read: { timeline, outline, drawnLanes: () => onOneClock(lanes, canFollow ? now : undefined) },
    events: (
      <div className="timeline column full-height">
        <TimelineHead task={task} beside={beside} outline={outline} lanes={lanes} engineNow={now} />
        {(allTasks || beside.length < tasks.length) && (
          <LinkButton
            className="py-6 px-12 small"
            aria-pressed={allTasks}
            onClick={() => setAllTasks(!allTasks)}
          >
            {allTasks
              ? 'Show only what ran at the same time'
              : `Show all ${Math.min(maxLanes, tasks.length)} tasks of the conversation`}
          </LinkButton>
        )}
        {progress < 1 && (
          <div className="after-a-moment px-12">
            <ProgressBar label="Reading the task" part={progress} />
          </div>
        )}
        {problem !== undefined && <p className="notice">{problem}</p>}
        <div className="fills">{events}</div>
      </div>
    ),
  }
}

function NotRead({ problem }: { readonly problem: string | undefined }) {
  if (problem !== undefined) return <p className="notice">{problem}</p>
  return <p className="dim py-6 px-12 small">Reading the task…</p>
}

function TaskFromList() {
  return (
    <EmptyState title="This task is known from a list only">
      <p>Get the task to see its events.</p>
    </EmptyState>
  )
}

/** Follows several tasks on one clock; fewer than two are not requested. */
function useLanes(tasks: readonly TimelineTask[]): readonly TaskLane[] {
  const { client } = useEngine()
  const [lanes, setLanes] = useState<readonly TaskLane[]>([])
  const key = JSON.stringify(tasks.slice(-maxLanes))
  useEffect(() => {
    const tasks: TimelineTask[] = JSON.parse(key)
    if (tasks.length < 2) return setLanes([])
    const stop = new AbortController()
    followVersions(
      (wait) => client.timeline.lanes({ tasks, ...wait }, { signal: stop.signal }),
      (answer) => setLanes(answer.lanes),
      stop.signal,
    ).catch(() => {
      // The timeline of the task on screen reports the problem.
    })
    return () => stop.abort()
  }, [client, key])
  return lanes
}

interface EventsProps {
  readonly taskKey: string
  readonly timeline: TaskTimeline
  readonly outline: Outline
  readonly matching: number
  /** The number of matches is not counted yet. */
  readonly isOld: boolean | undefined
  readonly filter: TimelineFilter
  onFilter(filter: TimelineFilter): void
}

function Events({ taskKey, timeline, outline, matching, isOld, filter, onFilter }: EventsProps) {
  const { input, onKeyDown } = useFilterKey()
  useCommand('timeline.filter', () => input.current?.focus())
  const place = useSelectedRow(timeline)
  const { exchangeId, entrySeq } = useSelection()
  const [closed, setClosed] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected again is shown again
  useEffect(() => setClosed(undefined), [place])
  const selected = place?.position === undefined ? undefined : timeline.rowAt(place.position)
  function showAll(): void {
    if (input.current) input.current.value = ''
    onFilter({})
  }
  const isShown = selected && selected.index === place?.row && closed === undefined
  // The selection may be another sighting of the event, or a chunk of a burst.
  const isEntry = exchangeId !== undefined && entrySeq !== undefined
  const entry = isEntry ? { exchangeId, seq: entrySeq } : selected
  const detail = isShown && entry && (
    <RowDetail row={selected} entry={entry} onClose={() => setClosed(selected.seq)} />
  )
  const nothing = matching === 0 && outline.rows > 0 && !isOld
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble from the list and the filter
    <div className="events column full-height" onKeyDown={onKeyDown}>
      <FilterBar
        filter={filter}
        matching={isOld ? undefined : matching}
        all={outline.rows}
        senders={sendersOf(outline)}
        input={input}
        onChange={onFilter}
        onAll={showAll}
      />
      {nothing ? (
        <EmptyState title="Nothing matches">
          <p>No event of this task matches the filter.</p>
          <Button onClick={showAll}>Show all events</Button>
        </EmptyState>
      ) : (
        <ListAndDetail
          below
          detail={detail}
          detailSize="66%"
          separator="Height of the event"
          listMinPx={60}
          detailMinPx={60}
        >
          <EventGrid
            timeline={timeline}
            outline={outline}
            matching={matching}
            taskKey={taskKey}
            selected={place}
            selectedSeq={entrySeq}
          />
        </ListAndDetail>
      )}
      {matching > maxGridLines && (
        <p className="dim py-6 px-12 small">
          The first {formatCount(maxGridLines)} events are listed. Filter to see the others.
        </p>
      )}
      {outline.moreRows > 0 && (
        <p className="dim py-6 px-12 small">
          {formatCount(outline.moreRows)} more events are only counted here. Select their request in the
          Console to list them.
        </p>
      )}
    </div>
  )
}

/** Without messages so far, the sender is the user. */
function sendersOf({ sentMs, callerMs }: Outline): readonly Sender[] {
  if (callerMs.length === 0) return ['you']
  return callerMs.length < sentMs.length ? ['you', 'caller'] : ['caller']
}
