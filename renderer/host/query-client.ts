import { QueryClient } from '@tanstack/react-query'

/** The engine is local and reports changes, so queries are neither retried nor refetched when stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export const queryClient = createQueryClient()
