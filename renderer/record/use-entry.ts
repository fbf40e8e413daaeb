import { useQuery } from '@tanstack/react-query'
import type { Entry } from '#shared/record/entry.ts'
import { useEngine } from '../host/engine.tsx'

/** One entry of an exchange, once it was read. */
export function useEntry(exchangeId: string | undefined, seq: number | undefined): Entry | undefined {
  const { client } = useEngine()
  const { data } = useQuery({
    queryKey: ['record', 'entry', exchangeId, seq],
    enabled: exchangeId !== undefined && seq !== undefined,
    queryFn: async ({ signal }) => {
      const request = { exchangeId: exchangeId ?? '', after: (seq ?? 1) - 1, limit: 1 }
      const { entries } = await client.record.exchange(request, { signal })
      return entries.find((entry) => entry.seq === seq) ?? null
    },
  })
  return data ?? undefined
}
