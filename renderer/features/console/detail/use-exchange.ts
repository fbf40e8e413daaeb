import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { useRecord } from '../../../record/use-record.ts'

const restMs = 120

/** One exchange in full, read again while it grows. */
export function useExchange(exchangeId: string) {
  const { client } = useEngine()
  const lastSeq = useRested(useRecord((record) => record.exchange(exchangeId)?.lastSeq ?? 0))
  return useQuery({
    queryKey: ['console', 'exchange', exchangeId, lastSeq],
    queryFn: ({ signal }) => client.console.exchange({ exchangeId }, { signal }),
    placeholderData: (before) => (before?.row.id === exchangeId ? before : undefined),
  })
}

/** A value that may change with every frame, at a pace one can ask the engine at. */
function useRested(value: number): number {
  const [rested, setRested] = useState(value)
  const latest = useRef(value)
  latest.current = value
  const differs = value !== rested
  // Not started anew with each change: a steady stream would never come to rest.
  useEffect(() => {
    if (!differs) return
    const timer = setTimeout(() => setRested(latest.current), restMs)
    return () => clearTimeout(timer)
  }, [differs])
  return rested
}
