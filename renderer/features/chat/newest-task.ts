import type { ConversationBrief } from '#shared/contract/story.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'

/** The conversation's newest task; those of other programs only where there is no other. */
export function newestTask(conversation: ConversationBrief | null | undefined): TaskBrief | undefined {
  const { tasks } = conversation ?? {}
  return tasks?.findLast(({ byCaller }) => !byCaller) ?? tasks?.at(-1)
}

/** The conversation's newest task when it waits for the user: an answer continues that task. */
export function waitingTask(conversation: ConversationBrief | null | undefined): TaskBrief | undefined {
  const task = newestTask(conversation)
  return task?.phase === 'waiting' ? task : undefined
}
