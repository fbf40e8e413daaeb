import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../../host/engine.tsx'
import { useAsItGrows } from '../use-as-it-grows.ts'

/** One exchange in full, read again while it grows. What says the same keeps its reference: it is laid out and decoded once. */
export function useExchange(exchangeId: string) {
  const { client } = useEngine()
  const query = useQuery({
    queryKey: ['console', 'exchange', exchangeId],
    queryFn: ({ signal }) => client.console.exchange({ exchangeId }, { signal }),
    // It may have grown since it was last looked at.
    staleTime: 0,
  })
  useAsItGrows(exchangeId, query.refetch)
  return query
}
