import { EmptyState } from '../../ui/feedback.tsx'
import { Pane } from '../../ui/pane.tsx'

export function NoTask() {
  return (
    <Pane id="inspector" name="Task timeline" title={<h2>Timeline</h2>}>
      <EmptyState title="No task yet">
        <p>When an agent starts a task, its states and artifacts appear here as they happen.</p>
      </EmptyState>
    </Pane>
  )
}
