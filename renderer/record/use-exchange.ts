import { skipToken, useQuery } from '@tanstack/react-query'
import type { FollowedExchange } from '#shared/contract/console.ts'
import { maxWaitMs } from '#shared/contract/constants.ts'
import { useEngine } from '../host/engine.tsx'

/** What comes fast is asked for no oftener. */
const restMs = 250

export function exchangeKey(exchangeId: string | undefined) {
  return ['console', 'exchange', exchangeId]
}

/** One exchange in full, as it grows; whoever looks at the same one shares it. What says the same keeps its reference: it is laid out and decoded once. */
export function useExchange(exchangeId: string | undefined) {
  const { client } = useEngine()
  return useQuery({
    queryKey: exchangeKey(exchangeId),
    queryFn:
      exchangeId === undefined
        ? skipToken
        : ({ client: queries, queryKey, signal }) => {
            const seen = queries.getQueryData<FollowedExchange>(queryKey)?.version
            return client.console.exchange(
              { exchangeId, ...(seen !== undefined && { seen, waitMs: maxWaitMs }) },
              { signal },
            )
          },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.fetchStatus === 'idle' && state.status === 'success' ? restMs : false,
  })
}
