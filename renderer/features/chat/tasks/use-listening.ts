import { values } from '#shared/collections/list.ts'
import type { TaskView } from '#shared/story/task-view.ts'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'

/** This window's own calls through which it hears of a task: what "stop listening" ends. */
export function useListening(task: TaskView): readonly RunningCall[] {
  const calls = useRunningCalls((running) => running.calls)
  if (calls.length === 0) return none
  const sent = new Set<string>()
  for (const { origin, message } of values(task.messages)) if (origin === 'sent') sent.add(message.messageId)
  return calls.filter(
    ({ kind, taskKey, messageId }) =>
      (taskKey === task.key && (kind === 'subscribe' || kind === 'poll')) ||
      (messageId !== undefined && sent.has(messageId)),
  )
}

const none: readonly RunningCall[] = []
