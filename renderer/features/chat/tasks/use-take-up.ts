import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { choiceOf, useShow } from '../use-conversation.ts'

/** Fetches a task of the agent's; then its conversation is shown, whichever was before. */
export function useTakeUp(agentId: string): (taskId: string) => Promise<void> {
  const { client } = useEngine()
  const show = useShow(agentId)
  return async (taskId) => {
    const { exchangeId } = await client.tasks.get({ agentId, taskId })
    useSelection.getState().selectExchange(exchangeId)
    const task = await client.story.task({ agentId, taskId })
    if (!task) return
    useSelection.getState().selectTask(task.key)
    show(choiceOf(task.of))
  }
}
