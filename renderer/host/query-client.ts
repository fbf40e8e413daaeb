import { QueryClient } from '@tanstack/react-query'

/** The engine is on this machine and reports it itself when something changed: nothing is asked twice for good measure. */
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

/** Of the live panes. */
export const queryClient = createQueryClient()
