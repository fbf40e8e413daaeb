// A session on its way to a file, as a dialog follows it.

import { useEffect, useRef, useState } from 'react'
import { useLiveEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { type ExportRequest, exportSession } from './transfer.ts'

export interface Exporting {
  /** From 0 to 1 while it is written. */
  readonly part: number | undefined
  readonly problem: string | undefined
  write(request: ExportRequest): void
  stop(): void
}

export function useExport(onDone: () => void): Exporting {
  const { client } = useLiveEngine()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])

  return {
    part,
    problem,
    write(request) {
      running.current = new AbortController()
      const { signal } = running.current
      setPart(0)
      setProblem(undefined)
      exportSession(client, request, signal, setPart).then(onDone, (error: unknown) => {
        setPart(undefined)
        if (!signal.aborted) setProblem(messageOf(error))
      })
    },
    stop: () => running.current.abort(),
  }
}
