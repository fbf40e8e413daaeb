import { useEffect, useRef, useState } from 'react'
import type { TaskView } from '#shared/record/task-view.ts'
import type { Outline } from '#shared/record/timeline/outline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'

type Step = { readonly kind: 'idle' } | { readonly kind: 'waiting'; readonly leftMs: number }

const tickMs = 250

/** Cuts the open streams of a task and subscribes to it again. What comes of it is on the record. */
export function useReconnect(task: TaskView, { openStreams, taskId }: Outline) {
  const { client } = useEngine()
  const { agentId } = task
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const [problem, setProblem] = useState<string>()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])

  const fail = (error: unknown) => setProblem(messageOf(error))
  async function cut(): Promise<void> {
    setProblem(undefined)
    const cuts = await Promise.all(openStreams.map((exchangeId) => client.tasks.cut({ exchangeId })))
    if (!cuts.some((one) => one.cut))
      throw new Error('The stream had ended already, or another program holds it.')
  }
  function subscribe(): void {
    if (agentId === undefined) {
      setProblem('It is not known which agent has this task.')
      return
    }
    // The call lasts as long as the stream: what it brings is on the record.
    client.tasks.subscribe({ agentId, taskId }).catch(fail)
  }
  function stop(): void {
    clearInterval(timer.current)
    setStep({ kind: 'idle' })
  }
  function wait(waitMs: number): void {
    const until = Date.now() + waitMs
    const look = () => {
      const leftMs = until - Date.now()
      if (leftMs > 0) return setStep({ kind: 'waiting', leftMs })
      stop()
      subscribe()
    }
    timer.current = setInterval(look, tickMs)
    look()
  }
  return {
    step,
    problem,
    stop,
    subscribe,
    cut: () => void cut().catch(fail),
    cutAndReturn: (waitMs: number) => void cut().then(() => wait(waitMs), fail),
  }
}
