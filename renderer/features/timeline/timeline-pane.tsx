import { last } from '#shared/record/list.ts'
import type { TaskView } from '#shared/record/task-view.ts'
import { useRecord } from '../../record/use-record.ts'
import { useSelection } from '../../state/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { shortId } from '../../ui/short-id.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { useCurrentConversation } from '../chat/index.ts'
import { EventGrid } from './event-grid.tsx'
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
      actions={task?.status && <StateMark state={task.status.state} />}
    >
      {task ? (
        <EventGrid task={task} />
      ) : (
        <EmptyState title="No task yet">
          <p>When an agent begins a task, its states and artifacts appear here as they happen.</p>
        </EmptyState>
      )}
    </Pane>
  )
}

/** The selected task, else the newest of the conversation on screen. */
function useShownTask(): TaskView | undefined {
  const selected = useSelection((selection) => selection.taskId)
  const conversation = useCurrentConversation()
  const key = selected ?? (conversation && last(conversation.tasks))
  return useRecord((record) => (key === undefined ? undefined : record.task(key)))
}
