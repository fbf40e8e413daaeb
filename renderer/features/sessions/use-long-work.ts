// Long work of the engine as a dialog follows it. Leaving the dialog ends it.

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../host/query-client.ts'

type Work<Input, Output> = (
  input: Input,
  signal: AbortSignal,
  onPart: (part: number | undefined) => void,
) => Promise<Output>

export function useLongWork<Input, Output>(work: Work<Input, Output>, onDone?: () => void) {
  const [part, setPart] = useState<number>()
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const { mutate, data, error, isPending } = useMutation(
    {
      mutationFn(input: Input) {
        running.current.abort()
        running.current = new AbortController()
        setPart(undefined)
        return work(input, running.current.signal, setPart)
      },
      ...(onDone && { onSuccess: onDone }),
    },
    queryClient,
  )
  const wasStopped = error !== null && running.current.signal.aborted
  return {
    start: mutate,
    stop: () => running.current.abort(),
    isRunning: isPending,
    /** From 0 to 1; undefined while nobody knows. */
    part,
    done: data,
    wasStopped,
    problem: wasStopped ? undefined : error,
  }
}
