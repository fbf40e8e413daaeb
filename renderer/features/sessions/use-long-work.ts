// Long work of the engine as a dialog follows it. Leaving the dialog ends it.

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../host/query-client.ts'

type Work<Input, Output> = (
  input: Input,
  signal: AbortSignal,
  onPart: (part: number) => void,
) => Promise<Output>

export function useLongWork<Input, Output>(work: Work<Input, Output>, onDone?: () => void) {
  const [part, setPart] = useState(0)
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const { mutate, data, error, isPending } = useMutation(
    {
      mutationFn(input: Input) {
        running.current = new AbortController()
        setPart(0)
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
    /** From 0 to 1 while it goes on. */
    part: isPending ? part : undefined,
    done: data,
    wasStopped,
    problem: wasStopped ? undefined : error,
  }
}
