import { last } from '#shared/collections/list.ts'
import type { ConversationView, TaskView } from '#shared/story/task-view.ts'
import { useRecord } from '../../record/use-record.ts'

/** The conversation's newest task. */
export function useNewestTask(conversation: ConversationView | undefined): TaskView | undefined {
  const key = conversation && last(conversation.tasks)
  return useRecord((record) => (key === undefined ? undefined : record.task(key)))
}

/** The conversation's newest task when it waits for the user: an answer continues that task. */
export function useWaitingTask(conversation: ConversationView | undefined): TaskView | undefined {
  const task = useNewestTask(conversation)
  return task?.phase === 'waiting' ? task : undefined
}
