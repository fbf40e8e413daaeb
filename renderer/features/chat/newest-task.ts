import type { ConversationBrief } from '#shared/contract/story.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Draft } from '../../state/draft.ts'

/** The conversation's newest task; one of another program only if there is no other. */
export function newestTask(conversation: ConversationBrief | null | undefined): TaskBrief | undefined {
  const { tasks } = conversation ?? {}
  return tasks?.findLast(({ byCaller }) => !byCaller) ?? tasks?.at(-1)
}

/** The conversation's newest task if it waits for the user: an answer continues it. */
export function waitingTask(conversation: ConversationBrief | null | undefined): TaskBrief | undefined {
  const task = newestTask(conversation)
  return task?.phase === 'waiting' ? task : undefined
}

/** The task that the next message continues. One that has settled since the user chose it does not count. */
export function taskToContinue(
  chosen: Draft['continues'],
  conversation: ConversationBrief | null | undefined,
): string | undefined {
  if (chosen === 'no-task') return undefined
  const task = conversation?.tasks.find(({ taskId }) => taskId === chosen?.taskId)
  const settledSince = task?.phase === 'settled' && chosen?.isSettled !== true
  return (settledSince ? undefined : chosen?.taskId) ?? waitingTask(conversation)?.taskId
}
