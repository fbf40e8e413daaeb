import type { ExchangeView } from '#shared/record/exchanges.ts'
import { at } from '#shared/record/list.ts'
import { useEngine } from '../../../host/engine.tsx'
import type { RecordStore } from '../../../record/record-store.ts'
import { useSelection } from '../../../state/selection.ts'
import { useShown } from '../use-conversation.ts'

/** Fetches a task of the agent's; once the record tells of it, its conversation is shown, whichever was before. */
export function useTakeUp(agentId: string): (taskId: string) => Promise<void> {
  const { client, record } = useEngine()
  const { show } = useShown(agentId)
  return async (taskId) => {
    const { exchangeId } = await client.tasks.get({ agentId, taskId })
    useSelection.getState().selectExchange(exchangeId)
    void ended(record, exchangeId).then(({ taskKey }) => {
      const task = taskKey === undefined ? undefined : record.task(taskKey)
      if (!task) return
      useSelection.getState().selectTask(task.key)
      const conversations = record.conversations()
      for (let index = conversations.length - 1; index >= 0; index--) {
        if (at(conversations, index)?.id !== task.conversationId) continue
        show({ kind: 'conversation', index })
        return
      }
    })
  }
}

/** The engine answers before the record has been read that far. */
function ended(record: RecordStore, exchangeId: string): Promise<ExchangeView> {
  return new Promise((resolve) => {
    const look = () => {
      const exchange = record.exchange(exchangeId)
      if (!exchange || exchange.state === 'open') return
      stop()
      resolve(exchange)
    }
    const stop = record.subscribe(look)
    look()
  })
}
