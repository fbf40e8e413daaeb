import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../../host/engine.tsx'
import { useRecord } from '../../../record/use-record.ts'
import { useRested } from '../use-rested.ts'

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
