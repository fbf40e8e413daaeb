import { slice } from '#shared/collections/list.ts'
import { isOffered } from '#shared/story/offered.ts'
import type { ConversationView, TaskView } from '#shared/story/task-view.ts'
import { useEngine } from '../../host/engine.tsx'
import type { RecordStore } from '../../record/record-store.ts'
import { useRecord } from '../../record/use-record.ts'
import { useSelection } from '../../state/selection.ts'
import { useCurrentConversation } from '../chat/index.ts'

/** The task of the selected exchange, or the selected task, whichever was selected last; else the conversation's newest. */
export function useShownTask(): TaskView | undefined {
  const { taskId, exchangeId, lead } = useSelection()
  const conversation = useCurrentConversation()
  const ofExchange = useRecord((record) =>
    lead === 'exchange' && exchangeId !== undefined ? record.exchange(exchangeId)?.taskKey : undefined,
  )
  const key = ofExchange ?? taskId
  return useRecord((record) => {
    if (key !== undefined) return record.task(key)
    return conversation && tasksOf(conversation, record).findLast((task) => !isOffered(task, conversation))
  })
}

function tasksOf({ tasks }: ConversationView, record: RecordStore): readonly TaskView[] {
  return slice(tasks).flatMap((key) => record.task(key) ?? [])
}

/** The tasks of the conversation that a task is part of, oldest first. */
export function useTasksBeside(task: TaskView): readonly TaskView[] {
  const { record } = useEngine()
  const conversation = useCurrentConversation()
  if (conversation === undefined || conversation.id !== task.conversationId) return [task]
  return tasksOf(conversation, record).filter(
    (each) => each.key === task.key || !isOffered(each, conversation),
  )
}

/** So many stand side by side without being asked for. */
const fewTasks = 4

/** All tasks where they are few, else those that were at work while this one was. */
export function atTheSameTime(task: TaskView, tasks: readonly TaskView[]): readonly TaskView[] {
  if (tasks.length <= fewTasks) return tasks
  return tasks.filter(({ first, lastAt }) => first.at <= task.lastAt && lastAt >= task.first.at)
}

export function showTask(key: string): void {
  useSelection.getState().selectTask(key)
}
