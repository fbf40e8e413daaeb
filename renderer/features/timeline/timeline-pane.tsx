import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { shortId } from '../../ui/short-id.ts'
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
            <small className="mono" title={task.taskId}>
              {shortId(task.taskId)}
            </small>
          )}
        </>
      }
      bodyClassName="timeline"
    >
      {task ? (
        <TaskTimelineView key={task.key} task={task} />
      ) : (
        <EmptyState title="No task yet">
          <p>When an agent begins a task, its states and artifacts appear here as they happen.</p>
        </EmptyState>
      )}
    </Pane>
  )
}
