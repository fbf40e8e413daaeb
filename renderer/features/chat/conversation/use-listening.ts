import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'

/** This window's own calls through which it hears of a task: what "stop listening" ends. */
export function useListening({ key, sent }: TaskBrief): readonly RunningCall[] {
  const calls = useRunningCalls((running) => running.calls)
  return calls.filter(
    ({ kind, taskKey, messageId }) =>
      (taskKey === key && (kind === 'subscribe' || kind === 'poll')) ||
      (messageId !== undefined && sent.includes(messageId)),
  )
}
