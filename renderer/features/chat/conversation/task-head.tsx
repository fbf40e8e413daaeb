import { Ellipsis, Square } from 'lucide-react'
import { isSettled } from '#shared/a2a/task-states.ts'
import type { WorkingText } from '#shared/contract/chat.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { taskMenuItems, useListening } from '../tasks/index.ts'
import { useCalls } from '../use-calls.ts'
import { useReadWorkingText, useWorkingTexts } from '../use-working-text.ts'

interface TaskHeadProps {
  readonly row: Extract<ChatRow, { kind: 'task-head' }>
}

/** The state of a task, what it says of itself, and what can be asked about it. */
export function TaskHead({ row: { task, state = 'unknown', isLast, note } }: TaskHeadProps) {
  const { canCall } = useEngine()
  const calls = useCalls()
  const listening = useListening(task)
  const workingText = useWorkingTexts()[task.agentId ?? '']
  const readWorkingText = useReadWorkingText()
  const goesOn = isLast && !isSettled(task.state)
  return (
    <div className="row-box task-head">
      <span aria-live={isLast ? 'polite' : undefined}>
        <StateMark state={state} />
      </span>
      <span className="task-saying truncate">
        {note !== undefined && <UntrustedText text={shorten(note)} />}
      </span>
      <button
        type="button"
        className="task-link mono"
        title={`Show task ${shorten(task.taskId, maxTitleChars)} in the timeline`}
        onClick={() => {
          useSelection.getState().selectTask(task.key)
          useSelection.getState().selectExchange(task.place.exchangeId, task.place.seq)
        }}
      >
        task {shortId(task.taskId)}
      </button>
      {goesOn && canCall && (
        <IconButton
          label="Cancel the task"
          icon={<Square size={11} aria-hidden={true} />}
          onClick={() => calls.cancel(task)}
        />
      )}
      {isLast && canCall && (
        <Menu
          label="Task"
          button={<Ellipsis size={14} aria-hidden={true} />}
          items={() => [
            ...taskMenuItems(task, calls, listening),
            ...workingTextItems(workingText, (as) => void readWorkingText(task.agentId ?? '', as)),
          ]}
        />
      )}
    </div>
  )
}

/** For all tasks of the agent. */
function workingTextItems(
  now: WorkingText | undefined,
  choose: (as: WorkingText | null) => void,
): readonly MenuItem[] {
  const item = (label: string, as: WorkingText | undefined): MenuItem => ({
    label,
    checked: now === as,
    run: () => choose(as ?? null),
  })
  return [
    item('Working text: as it reads', undefined),
    item('Working text: the answer', 'text'),
    item('Working text: notes', 'notes'),
  ]
}
