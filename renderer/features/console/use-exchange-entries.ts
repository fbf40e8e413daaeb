import { useQuery } from '@tanstack/react-query'
import type { ExchangeView } from '#shared/record/exchanges.ts'
import { useEngine } from '../../host/engine.tsx'

const most = 1000

/** The entries of one exchange, read again while it grows. */
export function useExchangeEntries(exchange: ExchangeView) {
  const { client } = useEngine()
  return useQuery({
    queryKey: ['exchange-entries', exchange.id, exchange.lastSeq],
    queryFn: ({ signal }) =>
      client.record
        .exchange({ exchangeId: exchange.id, after: 0, limit: most }, { signal })
        .then((page) => page.entries),
    placeholderData: (before) => before,
  })
}
