import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { type RunningCall, useRunningCalls } from '../../state/running-calls.ts'

/** This window's own calls that bring what becomes of a task: what "Disconnect" ends. */
export function useListening(task: TaskBrief): readonly RunningCall[] {
  const calls = useRunningCalls((running) => running.calls)
  return calls.filter((call) => bringsTask(call, task))
}

export function bringsTask({ kind, taskKey, messageId }: RunningCall, { key, sent }: TaskBrief): boolean {
  if (messageId !== undefined) return sent.includes(messageId)
  return taskKey === key && (kind === 'subscribe' || kind === 'poll')
}
