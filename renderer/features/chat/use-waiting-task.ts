import { emptyList, slice } from '#shared/collections/list.ts'
import { isOffered } from '#shared/story/offered.ts'
import type { ConversationView, TaskView } from '#shared/story/task-view.ts'
import { useRecord } from '../../record/use-record.ts'

/** The conversation's newest task, but for those of others. */
export function useNewestTask(conversation: ConversationView | undefined): TaskView | undefined {
  return useRecord((record) => {
    const key = slice(conversation?.tasks ?? emptyList).findLast((each) => {
      const task = record.task(each)
      return task !== undefined && conversation !== undefined && !isOffered(task, conversation)
    })
    return key === undefined ? undefined : record.task(key)
  })
}

/** The conversation's newest task when it waits for the user: an answer continues that task. */
export function useWaitingTask(conversation: ConversationView | undefined): TaskView | undefined {
  const task = useNewestTask(conversation)
  return task?.phase === 'waiting' ? task : undefined
}
