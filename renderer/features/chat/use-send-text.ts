import { defined } from '#shared/defined.ts'
import { useSelection } from '../../state/selection.ts'
import { waitingTask } from './newest-task.ts'
import { useCalls, useStreams } from './use-calls.ts'
import { useCurrentConversation, useDestination } from './use-conversation.ts'

/** Sends text to an agent in the conversation on screen, like the composer, whose draft stays unchanged. */
export function useSendText(agentId: string | undefined): (text: string) => void {
  const calls = useCalls()
  const stream = useStreams()
  const waiting = waitingTask(useCurrentConversation())
  const destination = useDestination()
  return (text) => {
    if (agentId === undefined) return
    useSelection.getState().selectTask(undefined)
    calls.send({
      agentId,
      text,
      stream,
      messageId: crypto.randomUUID(),
      ...destination,
      ...defined({ taskId: waiting?.taskId }),
    })
  }
}
