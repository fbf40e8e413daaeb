import { useEffect, useMemo, useState } from 'react'
import { createSlice, takeSteps } from './slices.ts'

/** Runs a generator in slices, the first of them at once; undefined until it has finished. Another `begin` starts anew. */
export function useSteps<T>(begin: () => Generator<void, T>): { readonly value: T } | undefined {
  const begun = useMemo(() => beginWork(begin), [begin])
  const [later, setLater] = useState<{ readonly begun: typeof begun; readonly value: T }>()
  useEffect(() => {
    if (begun.done) return
    const stop = new AbortController()
    void takeSteps(begun.steps, stop.signal).then((end) => {
      if (end) setLater({ begun, ...end })
    })
    return () => stop.abort()
  }, [begun])
  return begun.done ?? (later?.begun === begun ? later : undefined)
}

function beginWork<T>(begin: () => Generator<void, T>) {
  const steps = wrapped(begin())
  const isOver = createSlice()
  let step = steps.next()
  while (!step.done && !isOver()) step = steps.next()
  return { steps, done: step.done ? step.value : undefined }
}

/** Wraps the value, which may be undefined. */
function* wrapped<T>(steps: Generator<void, T>): Generator<void, { readonly value: T }> {
  return { value: yield* steps }
}
