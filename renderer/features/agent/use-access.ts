import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../../host/engine.tsx'
import { useDiscovery } from './use-discovery.ts'

/** What the selected agent asks for and what is set. The card says the former: every reading of it asks again. */
export function useAccess(agentId: string, exchangeId?: string) {
  const { queries } = useEngine()
  const discovery = useDiscovery()
  const options = queries.access.describe.queryOptions({
    input: { agentId, ...defined({ exchangeId }) },
  })
  return useQuery({
    ...options,
    queryKey: [...options.queryKey, discovery.dataUpdatedAt] as unknown as typeof options.queryKey,
    enabled: discovery.data !== undefined || discovery.error !== null,
    placeholderData: keepPreviousData,
  })
}

/** Asks for that once more, after a change of it. */
export function useAccessChanged(agentId: string): () => Promise<void> {
  const { queries } = useEngine()
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: queries.access.describe.key({ input: { agentId } }) })
}
