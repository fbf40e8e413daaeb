import { useEffect, useMemo, useRef, useState } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { usePagedList } from '../../../record/use-paged-list.ts'
import { useSequence } from '../../../state/sequence.ts'
import { createSequenceList, type SequenceList } from './sequence-list.ts'

/** What was shown stays until what is asked for now is there: place and focus are not lost when calls are folded out. */
export function useSequenceList() {
  const { client } = useEngine()
  const { open, between } = useSequence()
  const seen = useRef({ from: 0, to: 0 })
  const next = useMemo(
    () => createSequenceList(client, { open: [...open], ...(between && { between }) }),
    [client, open, between],
  )
  const [shown, setShown] = useState(next)
  const latest = useRef(shown)
  latest.current = shown
  useEffect(() => {
    const { from, to } = seen.current
    next.want(from, to)
    const look = () => {
      const { answer, problem } = next.state()
      if (answer || problem !== undefined) setShown(next)
    }
    look()
    const leave = next.subscribe(look)
    return () => {
      leave()
      if (latest.current !== next) next.close()
    }
  }, [next])
  const list = useMemo(
    (): SequenceList => ({
      ...shown,
      want(from, to) {
        seen.current = { from, to }
        shown.want(from, to)
      },
    }),
    [shown],
  )
  return { list, ...usePagedList(shown) }
}
