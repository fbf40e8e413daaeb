import { useEffect, useRef } from 'react'
import { useRecord } from '../../record/use-record.ts'
import { useRested } from './use-rested.ts'

/** Asks anew what is shown of an exchange while it grows. */
export function useAsItGrows(exchangeId: string, refetch: () => unknown): void {
  const lastSeq = useRested(useRecord((record) => record.exchange(exchangeId)?.lastSeq ?? 0))
  const heard = useRef(lastSeq)
  useEffect(() => {
    if (heard.current === lastSeq) return
    heard.current = lastSeq
    void refetch()
  }, [lastSeq, refetch])
}
