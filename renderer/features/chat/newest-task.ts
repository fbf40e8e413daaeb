import type { ConversationBrief } from '#shared/contract/story.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'

/** The conversation's newest task, but for those of others. */
export function newestTask(conversation: ConversationBrief | null | undefined): TaskBrief | undefined {
  return conversation?.tasks.at(-1)
}

/** The conversation's newest task when it waits for the user: an answer continues that task. */
export function waitingTask(conversation: ConversationBrief | null | undefined): TaskBrief | undefined {
  const task = newestTask(conversation)
  return task?.phase === 'waiting' ? task : undefined
}
