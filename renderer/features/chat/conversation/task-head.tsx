import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleSlash, Ellipsis } from 'lucide-react'
import { isSettled } from '#shared/a2a/task-states.ts'
import type { WorkingText, WorkingTexts } from '#shared/contract/chat.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import type { ChatRow, TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { continueTask, useDraft, usualPollMs } from '../../../state/draft.ts'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/hooks.ts'
import { StateMark } from '../../../ui/marks.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { shortId } from '../../../ui/visible-text.ts'
import { reloadChat } from '../followed-chat.ts'
import { type Calls, useCalls, useListening } from '../use-calls.ts'

interface TaskHeadProps {
  readonly row: Extract<ChatRow, { kind: 'task-head' }>
}

export function TaskHead({ row: { task, state = 'unknown', isLast, note } }: TaskHeadProps) {
  const { canCall } = useEngine()
  const calls = useCalls()
  const listening = useListening(task)
  const workingText = useWorkingTexts()[task.agentId ?? '']
  const readWorkingText = useReadWorkingText()
  const goesOn = isLast && !isSettled(task.state)
  const cancel = useRunningCalls(({ calls: running }) =>
    running.find(({ kind, taskKey }) => kind === 'cancel' && taskKey === task.key),
  )
  return (
    <div className="row-box task-head line wraps">
      <span aria-live={isLast ? 'polite' : undefined}>
        <StateMark state={state} />
      </span>
      <span className="truncate fills dim">
        {note !== undefined && <UntrustedText text={shorten(note)} />}
      </span>
      <button
        type="button"
        className="task-link mono faint"
        title={`Show task ${shorten(task.taskId, maxTitleChars)} in the timeline`}
        onClick={() => useSelection.getState().selectTask(task.key, task.place)}
      >
        task {shortId(task.taskId)}
      </button>
      {goesOn && cancel && <CancelRequested since={cancel.since} />}
      {goesOn && canCall && !cancel && (
        <Button className="rigid" title="Asks the agent to cancel it" onClick={() => calls.cancel(task)}>
          <CircleSlash size={12} /> Cancel task
        </Button>
      )}
      {isLast && canCall && (
        <Menu
          label="Task"
          button={<Ellipsis size={14} />}
          subject="article"
          items={() => [
            ...taskMenuItems(task, calls, listening),
            ...workingTextItems(workingText, (as) => void readWorkingText(task.agentId ?? '', as)),
          ]}
        />
      )}
    </div>
  )
}

function CancelRequested({ since }: { readonly since: number }) {
  const seconds = Math.max(0, Math.floor((useNow(true) - since) / 1000))
  return (
    <span className="rigid dim num after-a-moment" role="timer" aria-label="Time since cancel was requested">
      Cancel requested {seconds} s ago
    </span>
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

function taskMenuItems(
  task: TaskBrief,
  calls: Calls,
  listening: readonly RunningCall[],
): readonly MenuItem[] {
  const { taskId, agentId = '', state } = task
  const settled = isSettled(state)
  const refer = () => {
    useDraft.getState().change(agentId, ({ referenceTaskIds }) => ({
      referenceTaskIds: [...new Set([...referenceTaskIds, taskId])],
    }))
    useDraft.getState().focus()
  }
  return [
    { label: 'Get the task', run: () => calls.get(task) },
    { label: 'Subscribe', disabled: settled, run: () => calls.subscribe(task) },
    {
      label: `Poll every ${usualPollMs() / 1_000} s`,
      disabled: settled,
      run: () => calls.poll(task, usualPollMs()),
    },
    {
      label: 'Disconnect',
      disabled: listening.length === 0,
      run: () => {
        for (const call of listening) call.stop()
      },
    },
    { label: 'Cancel task', disabled: settled, run: () => calls.cancel(task) },
    { label: 'Continue this task', run: () => continueTask(task) },
    { label: 'Refer to it in the next message', run: refer },
    { label: 'Copy task ID', run: () => void navigator.clipboard.writeText(taskId) },
  ]
}

// How the text of an agent at work is shown, where the user overrides the detection.

const none: WorkingTexts = {}

function useWorkingTexts(): WorkingTexts {
  const { queries } = useEngine()
  return useQuery(queries.chat.workingTexts.queryOptions()).data ?? none
}

function useReadWorkingText(): (agentId: string, as: WorkingText | null) => Promise<void> {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return async (agentId, as) => {
    const texts = await client.chat.readWorkingText({ agentId, as })
    cache.setQueryData(queries.chat.workingTexts.queryKey(), texts)
    reloadChat(client)
  }
}
