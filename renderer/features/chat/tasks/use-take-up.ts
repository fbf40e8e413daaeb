import { useEffect, useRef } from 'react'
import { at } from '#shared/collections/list.ts'
import { useEngine } from '../../../host/engine.tsx'
import { ended } from '../../../record/ended.ts'
import { useSelection } from '../../../state/selection.ts'
import { useShown } from '../use-conversation.ts'

/** Fetches a task of the agent's; once the record tells of it, its conversation is shown, whichever was before. */
export function useTakeUp(agentId: string): (taskId: string) => Promise<void> {
  const { client, record } = useEngine()
  const { show } = useShown(agentId)
  const gone = useGone()
  return async (taskId) => {
    const signal = gone()
    const { exchangeId } = await client.tasks.get({ agentId, taskId })
    useSelection.getState().selectExchange(exchangeId)
    const taskKey = (await ended(record, exchangeId, signal))?.taskKey
    const task = taskKey === undefined ? undefined : record.task(taskKey)
    if (!task) return
    useSelection.getState().selectTask(task.key)
    const conversations = record.conversations()
    for (let index = conversations.length - 1; index >= 0; index--) {
      if (at(conversations, index)?.id !== task.conversationId) continue
      show({ kind: 'conversation', index })
      return
    }
  }
}

/** Nobody waits any longer once the component is gone. */
function useGone(): () => AbortSignal {
  const stop = useRef(new AbortController())
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])
  return () => stop.current.signal
}
