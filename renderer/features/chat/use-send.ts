import { useRef, useState } from 'react'
import { useEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'

export interface Draft {
  readonly text: string
  readonly stream: boolean
  readonly contextId: string | undefined
  readonly taskId: string | undefined
}

/** Sends to one agent. What is said comes back through the record; here is only whether something runs, and what could not be sent at all. */
export function useSend(agentId: string) {
  const { client } = useEngine()
  const running = useRef(new Set<AbortController>())
  const [count, setCount] = useState(0)
  const [error, setError] = useState<unknown>()

  async function send({ text, stream, contextId, taskId }: Draft): Promise<void> {
    const call = new AbortController()
    running.current.add(call)
    setCount(running.current.size)
    setError(undefined)
    useSelection.getState().selectTask(undefined)
    try {
      const input = { agentId, text, stream, ...(contextId && { contextId }), ...(taskId && { taskId }) }
      await client.conversation.send(input, { signal: call.signal })
    } catch (thrown) {
      if (!call.signal.aborted) setError(thrown)
    } finally {
      running.current.delete(call)
      setCount(running.current.size)
    }
  }

  return {
    send: (draft: Draft) => void send(draft),
    stop: () => {
      for (const call of running.current) call.abort()
    },
    running: count > 0,
    error,
  }
}
