import { useEffect, useState } from 'react'
import { takeSteps } from './slices.ts'

/** What a work comes to that is done in slices; undefined while it is. Begun anew, and not kept, whenever `begin` is another function. */
export function useSteps<T>(begin: () => Generator<void, T>): { readonly value: T } | undefined {
  const [done, setDone] = useState<{ readonly of: typeof begin; readonly value: T }>()
  useEffect(() => {
    const stop = new AbortController()
    void takeSteps(wrapped(begin()), stop.signal).then((end) => {
      if (end) setDone({ of: begin, ...end })
    })
    return () => stop.abort()
  }, [begin])
  return done?.of === begin ? done : undefined
}

/** So that a value may be undefined. */
function* wrapped<T>(steps: Generator<void, T>): Generator<void, { readonly value: T }> {
  return { value: yield* steps }
}
