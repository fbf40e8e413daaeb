import { useEffect } from 'react'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { usualPollMs } from '../../../state/call-defaults.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { useCalls } from '../use-calls.ts'
import { useStreams } from '../use-streams.ts'

/** Listens to a task that waits for authorization, by itself once for each message of this window that led there; and when asked to. */
export function useAuthorization(task: TaskBrief, isHeard: boolean): () => void {
  const calls = useCalls()
  const streams = useStreams()
  const hasEnded = useRunningCalls(({ ended }) => task.sent.some((each) => ended.includes(each)))
  const keepListening = () => calls.awaitAuthorization(task, usualPollMs(), streams)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins when a message has ended, and not again with what is drawn.
  useEffect(() => {
    if (hasEnded && useRunningCalls.getState().takeEnded(task.sent) && !isHeard) keepListening()
  }, [hasEnded, isHeard])
  return keepListening
}
