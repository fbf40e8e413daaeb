import { isSettled } from '#shared/a2a/task-states.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { usualPollMs } from '../../../state/call-defaults.ts'
import { useDraft } from '../../../state/draft.ts'
import type { RunningCall } from '../../../state/running-calls.ts'
import type { MenuItem } from '../../../ui/menu.tsx'
import type { Calls } from '../use-calls.ts'

export function taskMenuItems(
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
  const continueIt = () => {
    useDraft.getState().change(agentId, () => ({ continues: { taskId } }))
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
      label: 'Stop listening',
      disabled: listening.length === 0,
      run: () => {
        for (const call of listening) call.stop()
      },
    },
    { label: 'Cancel the task', disabled: settled, run: () => calls.cancel(task) },
    { label: 'Continue this task', run: continueIt },
    { label: 'Refer to it in the next message', run: refer },
    { label: 'Copy task ID', run: () => void navigator.clipboard.writeText(taskId) },
  ]
}
