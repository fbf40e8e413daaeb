import { useEffect, useRef, useState } from 'react'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { useCalls } from '../../chat/index.ts'

type Step = { readonly kind: 'idle' } | { readonly kind: 'waiting'; readonly leftMs: number }

const tickMs = 250

/** Cuts the open streams of a task and subscribes to it again. What comes of it is on the record. */
export function useReconnect(task: TaskBrief, { openStreams }: Outline) {
  const { client } = useEngine()
  const calls = useCalls()
  const fault = useRunningCalls(({ faults }) => faults[task.key])
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const [problem, setProblem] = useState<string>()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      clearInterval(timer.current)
    }
  }, [])

  const fail = (error: unknown) => setProblem(messageOf(error))
  async function cut(): Promise<void> {
    setProblem(undefined)
    const cuts = await Promise.all(openStreams.map((exchangeId) => client.tasks.cut({ exchangeId })))
    if (!cuts.some((one) => one.cut))
      throw new Error('The stream had ended already, or another program holds it.')
  }
  function subscribe(): void {
    if (task.agentId === undefined) setProblem('It is not known which agent has this task.')
    else calls.subscribe(task)
  }
  function stop(): void {
    clearInterval(timer.current)
    setStep({ kind: 'idle' })
  }
  function wait(waitMs: number): void {
    // Who has left while the stream was being cut stays away.
    if (isLeft.current) return
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
    problem: problem ?? fault,
    stop,
    subscribe,
    cut: () => void cut().catch(fail),
    cutAndReturn: (waitMs: number) => void cut().then(() => wait(waitMs), fail),
  }
}
