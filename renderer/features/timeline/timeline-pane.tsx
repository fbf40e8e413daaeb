import { GuardedDrawing } from '../../ui/drawing/guarded-drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { shortId } from '../../ui/short-id.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { TaskTimelineView } from './task-timeline-view.tsx'
import { useShownTask } from './use-shown-task.ts'
import './timeline.css'

export function TimelinePane() {
  const task = useShownTask()
  return (
    <Pane
      id="timeline"
      name="Task timeline"
      title={
        <>
          <h2>Timeline</h2>
          {task && (
            <small className="mono" title={visibleString(task.taskId)}>
              {shortId(task.taskId)}
            </small>
          )}
        </>
      }
      bodyClassName="timeline"
    >
      {task ? (
        <GuardedDrawing key={task.key} of={`timeline ${task.key}`} value={task.key}>
          <TaskTimelineView task={task} />
        </GuardedDrawing>
      ) : (
        <EmptyState title="No task yet">
          <p>When an agent begins a task, its states and artifacts appear here as they happen.</p>
        </EmptyState>
      )}
    </Pane>
  )
}
