import { showOnWire } from '../../state/show-on-wire.ts'
import { Button } from '../../ui/button.tsx'
import { GuardedDrawing } from '../../ui/drawing/guarded-drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pane } from '../../ui/pane.tsx'
import { shortId } from '../../ui/short-id.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { MessageFigures } from './figures/message-figures.tsx'
import { TaskTimelineView } from './task-timeline-view.tsx'
import { type ShownTask, useShownTask } from './use-shown-task.ts'
import './timeline.css'

/** Of why a message started no task; the chat has all of it. */
const maxFailureChars = 400

export function TimelinePane() {
  const { task, failed, answeredIn } = useShownTask()
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
      bodyClassName="timeline column"
    >
      {task ? (
        <GuardedDrawing key={task.key} of={`timeline ${task.key}`} value={task.key}>
          <TaskTimelineView task={task} />
        </GuardedDrawing>
      ) : failed ? (
        <NoTaskCame {...failed} />
      ) : answeredIn !== undefined ? (
        <MessageFigures exchangeId={answeredIn} />
      ) : (
        <EmptyState title="No task yet">
          <p>When an agent starts a task, its states and artifacts appear here as they happen.</p>
        </EmptyState>
      )}
    </Pane>
  )
}

function NoTaskCame({ what, detail, exchangeId }: NonNullable<ShownTask['failed']>) {
  return (
    <EmptyState title="This message started no task">
      <p>
        <UntrustedText text={`${what}: ${detail}`} limit={maxFailureChars} />
      </p>
      <Button onClick={() => showOnWire(exchangeId)}>Show on the wire</Button>
    </EmptyState>
  )
}
