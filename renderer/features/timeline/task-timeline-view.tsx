// One task as it lives: where it stands, its states over time, the figures, and beneath what it is made of.

import { Download, GitCompareArrows } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { isSettled } from '#shared/a2a/task-states.ts'
import { maxLanes, type TaskLane, type TimelineFilter, type TimelineTask } from '#shared/contract/timeline.ts'
import { defined } from '#shared/defined.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { laneOf } from '#shared/story/timeline/task-lane.ts'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { followVersions } from '../../record/follow-versions.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { useMarked } from '../../ui/drawing/use-marked.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ArtifactList } from './artifacts/artifact-list.tsx'
import { Events } from './events.tsx'
import { TimelineExportDialog } from './export/timeline-export-dialog.tsx'
import { FigureList } from './figures/figure-list.tsx'
import { onOneClock } from './lane/task-lanes.ts'
import { ReconcileDialog } from './reconcile/reconcile-dialog.tsx'
import { ReconnectLab } from './reconnect/reconnect-lab.tsx'
import { selectEntry } from './rows/use-selected-row.ts'
import { type TaskTimeline, useTimeline } from './task-timeline.ts'
import { TimelineHead } from './timeline-head.tsx'
import { atTheSameTime, useTasksBeside } from './use-shown-task.ts'

type TimelineTab = 'events' | 'artifacts' | 'figures' | 'reconnect'

export function TaskTimelineView({ task }: { readonly task: TaskBrief }) {
  const [filter, setFilter] = useState<TimelineFilter>({})
  const { taskId, agentId } = task
  const identity = useMemo(() => ({ taskId, ...defined({ agentId }) }), [taskId, agentId])
  const shown = useTimeline(identity, filter)
  const { timeline, answer, problem } = shown
  useMarked(shown)
  const { canFollow } = useEngine()
  const [allTasks, setAllTasks] = useState(false)
  const tasks = useTasksBeside(task)
  const beside = allTasks ? tasks : atTheSameTime(task, tasks)
  const others = useLanes(
    beside.map((one) => ({ taskId: one.taskId, ...(one.agentId && { agentId: one.agentId }) })),
  )
  const { key } = task
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
  if (!answer) {
    return problem === undefined ? (
      <p className="muted py-6 px-12 small">Reading the task…</p>
    ) : (
      <p className="notice">{problem}</p>
    )
  }
  const { outline, progress, now } = answer
  if (outline.rows === 0 && progress === 1) {
    return (
      <EmptyState title="This task is known from a list only">
        <p>Get the task to see its events.</p>
      </EmptyState>
    )
  }
  const lanes = others.length > 1 ? others : [laneOf(outline, agentId)]
  return (
    <>
      <TimelineHead task={task} beside={beside} outline={outline} lanes={lanes} engineNow={now} />
      {(allTasks || beside.length < tasks.length) && (
        <LinkButton
          className="py-6 px-12 small"
          aria-pressed={allTasks}
          onClick={() => setAllTasks(!allTasks)}
        >
          {allTasks
            ? 'Show only what ran at the same time'
            : `Show all ${Math.min(maxLanes, tasks.length)} tasks of the context`}
        </LinkButton>
      )}
      {progress < 1 && (
        <div className="after-a-moment px-12">
          <ProgressBar label="Reading the task" part={progress} />
        </div>
      )}
      {problem !== undefined && <p className="notice">{problem}</p>}
      <Contents
        task={task}
        timeline={timeline}
        outline={outline}
        drawnLanes={() => onOneClock(lanes, canFollow ? now : undefined)}
        events={events}
      />
    </>
  )
}

interface ContentsProps {
  readonly task: TaskBrief
  readonly timeline: TaskTimeline
  readonly outline: Outline
  readonly events: React.ReactNode
  drawnLanes(): ReturnType<typeof onOneClock>
}

function Contents({ task, timeline, outline, events, drawnLanes }: ContentsProps) {
  const { canCall } = useEngine()
  const [tab, setTab] = useState<TimelineTab>('events')
  const [asked, setAsked] = useState<'reconcile' | 'export'>()
  const { agentId } = task
  const canAsk = agentId !== undefined && canCall
  const over = isSettled(outline.state)
  useCommand('timeline.reconcile', () => setAsked('reconcile'), canAsk)
  useCommand('timeline.save', () => setAsked('export'))
  return (
    <div className="fills">
      <Tabs
        name="Timeline"
        tabs={[
          { id: 'events', name: 'Events' },
          { id: 'artifacts', name: 'Artifacts', count: outline.artifacts.length + outline.moreArtifacts },
          { id: 'figures', name: 'Figures' },
          { id: 'reconnect', name: 'Reconnect', count: outline.reconnects.length },
        ]}
        current={tab}
        onChange={setTab}
        actions={
          <>
            {canAsk && (
              <Button
                aria-label="Reconcile"
                title="Ask the agent for the task and compare it with what was streamed"
                onClick={() => setAsked('reconcile')}
              >
                <GitCompareArrows size={13} />
                <span className="timeline-button-word">Reconcile</span>
              </Button>
            )}
            <IconButton
              label="Copy or save the timeline"
              icon={<Download size={13} />}
              onClick={() => setAsked('export')}
            />
          </>
        }
      >
        {tab === 'events' && events}
        {tab === 'artifacts' && (
          <ArtifactList
            task={task}
            outline={outline}
            onSelect={({ firstSeq }) => {
              void timeline
                .locate(firstSeq)
                .then((place) =>
                  place?.position === undefined ? undefined : timeline.fetchRow(place.position),
                )
                .then((row) => row && selectEntry(row, task.key))
                .catch(() => undefined)
            }}
          />
        )}
        {tab === 'figures' && <FigureList outline={outline} />}
        {tab === 'reconnect' && <ReconnectLab task={task} outline={outline} over={over} />}
      </Tabs>
      {asked === 'reconcile' && agentId !== undefined && (
        <ReconcileDialog agentId={agentId} outline={outline} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'export' && (
        <TimelineExportDialog
          timeline={timeline}
          outline={outline}
          lanes={drawnLanes()}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
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
