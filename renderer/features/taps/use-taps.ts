import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Tap } from '#shared/contract/taps.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'
import { useRefreshAgents } from '../agent/index.ts'

/** Between two looks at what passes, as long as the dialog is open. */
const lookEveryMs = 1_000

export function useTaps() {
  const { queries } = useLiveEngine()
  return useQuery(queries.taps.list.queryOptions({ staleTime: 0, refetchInterval: lookEveryMs }), queryClient)
}

/** Agents that a proxy finds are in the list as soon as they are called. */
export function useFoundAgents(): void {
  const { queries } = useLiveEngine()
  const refresh = useRefreshAgents()
  const taps = useQuery(
    queries.taps.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isOpenProxy) ? lookForAgentsEveryMs : false),
    }),
    queryClient,
  )
  const found = taps.data?.reduce((sum, { foundAgents }) => sum + foundAgents, 0) ?? 0
  useEffect(() => {
    if (found > 0) refresh()
  }, [found, refresh])
}

const lookForAgentsEveryMs = 2_000

function isOpenProxy({ kind, state }: Tap): boolean {
  return kind === 'proxy' && state === 'listening'
}

export function useTapActions() {
  const { client, queries } = useLiveEngine()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queries.taps.key() })
  const start = useMutation(
    {
      mutationFn: (request: Parameters<typeof client.taps.start>[0]) => client.taps.start(request),
      onSettled,
    },
    queryClient,
  )
  const startProxy = useMutation(
    {
      mutationFn: (place: Parameters<typeof client.taps.startProxy>[0]) => client.taps.startProxy(place),
      onSettled,
    },
    queryClient,
  )
  const resume = useMutation(
    { mutationFn: (id: string) => client.taps.resume({ id }), onSettled },
    queryClient,
  )
  const stop = useMutation({ mutationFn: (id: string) => client.taps.stop({ id }), onSettled }, queryClient)
  const remove = useMutation(
    { mutationFn: (id: string) => client.taps.remove({ id }), onSettled },
    queryClient,
  )
  const setFaults = useMutation(
    {
      mutationFn: (change: Parameters<typeof client.taps.setFaults>[0]) => client.taps.setFaults(change),
      onSettled,
    },
    queryClient,
  )
  const setSignedCards = useMutation(
    {
      mutationFn: (change: Parameters<typeof client.taps.setSignedCards>[0]) =>
        client.taps.setSignedCards(change),
      onSettled,
    },
    queryClient,
  )
  const setWebhooks = useMutation(
    {
      mutationFn: (change: Parameters<typeof client.taps.setWebhooks>[0]) => client.taps.setWebhooks(change),
      onSettled,
    },
    queryClient,
  )
  return { start, startProxy, resume, stop, remove, setFaults, setSignedCards, setWebhooks }
}
