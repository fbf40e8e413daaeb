// One task as it lives, for the inspector: where it stands, its states over time and its events; what else is known of it.

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { maxLanes } from '#shared/contract/constants.ts'
import type { TaskLane, TimelineFilter, TimelineTask } from '#shared/contract/timeline.ts'
import { defined } from '#shared/defined.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { laneOf } from '#shared/story/timeline/answer-timelines.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { followVersions } from '../../record/follow-versions.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Events } from './events.tsx'
import { onOneClock } from './lane/task-lanes.ts'
import { type TaskTimeline, useTimeline } from './task-timeline.ts'
import { TimelineHead } from './timeline-head.tsx'
import { atTheSameTime, useTasksBeside } from './use-shown-task.ts'
import './timeline.css'

export interface TaskView {
  readonly task: TaskBrief
  readonly events: ReactNode
  /** Another one when there is something new to draw. */
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
  // The task changes with every entry the window reads; the rows, at the pace they are asked for.
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
  if (outline.rows === 0 && progress === 1) return { task, drawn: shown, events: <KnownFromList /> }
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
  return <p className="muted py-6 px-12 small">Reading the task…</p>
}

function KnownFromList() {
  return (
    <EmptyState title="This task is known from a list only">
      <p>Get the task to see its events.</p>
    </EmptyState>
  )
}

/** Several tasks on one clock, as they grow; nothing is asked for fewer than two. */
function useLanes(tasks: readonly TimelineTask[]): readonly TaskLane[] {
  const { client } = useEngine()
  const [lanes, setLanes] = useState<readonly TaskLane[]>([])
  const key = JSON.stringify(tasks.slice(-maxLanes))
  useEffect(() => {
    const asked: TimelineTask[] = JSON.parse(key)
    if (asked.length < 2) return setLanes([])
    const stop = new AbortController()
    followVersions(
      (wait) => client.timeline.lanes({ tasks: asked, ...wait }, { signal: stop.signal }),
      (answer) => setLanes(answer.lanes),
      stop.signal,
    ).catch(() => {
      // The timeline of the task on screen says what is wrong.
    })
    return () => stop.abort()
  }, [client, key])
  return lanes
}
