// The files on their way to be smaller, as a dialog follows it.

import { useEffect, useRef, useState } from 'react'
import type { CompactStep } from '#shared/contract/sessions.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'

type Done = Extract<CompactStep, { readonly kind: 'done' }>

export interface Compacting {
  /** From 0 to 1 while it goes on. */
  readonly part: number | undefined
  readonly done: Done | undefined
  readonly wasCancelled: boolean
  readonly problem: string | undefined
  start(): void
  cancel(): void
}

export function useCompact(): Compacting {
  const { client } = useLiveEngine()
  const [part, setPart] = useState<number>()
  const [done, setDone] = useState<Done>()
  const [wasCancelled, setCancelled] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])

  async function run(signal: AbortSignal): Promise<void> {
    for await (const step of await client.sessions.compact(undefined, { signal })) {
      if (step.kind === 'done') setDone(step)
      else setPart(step.done / step.total)
    }
  }

  return {
    part,
    done,
    wasCancelled,
    problem,
    start() {
      running.current = new AbortController()
      const { signal } = running.current
      setPart(0)
      setDone(undefined)
      setCancelled(false)
      setProblem(undefined)
      run(signal)
        .catch((error: unknown) => {
          if (signal.aborted) setCancelled(true)
          else setProblem(messageOf(error))
        })
        .finally(() => setPart(undefined))
    },
    cancel: () => running.current.abort(),
  }
}
