import { useEffect } from 'react'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { useRunningCalls } from '../../state/running-calls.ts'
import { useSelection } from '../../state/selection.ts'

/** The task that this window's newest message started is selected once, so that no task of others takes its place. */
export function useSelectSent(conversation: ConversationBrief | null | undefined): void {
  const sent = useRunningCalls((running) => running.sent)
  const isNothing = useSelection(
    ({ card, problem, taskId, exchangeId }) => !card && !problem && taskId === undefined && !exchangeId,
  )
  const task = conversation?.tasks.findLast((each) => sent !== undefined && each.sent.includes(sent))
  const key = isNothing ? task?.key : undefined
  useEffect(() => {
    if (key === undefined) return
    useRunningCalls.setState({ sent: undefined })
    useSelection.getState().selectTask(key)
  }, [key])
}
