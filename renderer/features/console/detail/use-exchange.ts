import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { useRecord } from '../../../record/use-record.ts'
import { useRested } from '../use-rested.ts'

/** One exchange in full, read again while it grows. What says the same keeps its reference: it is laid out and decoded once. */
export function useExchange(exchangeId: string) {
  const { client } = useEngine()
  const lastSeq = useRested(useRecord((record) => record.exchange(exchangeId)?.lastSeq ?? 0))
  const query = useQuery({
    queryKey: ['console', 'exchange', exchangeId],
    queryFn: ({ signal }) => client.console.exchange({ exchangeId }, { signal }),
    // It may have grown since it was last looked at.
    staleTime: 0,
  })
  const { refetch } = query
  const heard = useRef(lastSeq)
  useEffect(() => {
    if (heard.current === lastSeq) return
    heard.current = lastSeq
    void refetch()
  }, [lastSeq, refetch])
  return query
}
