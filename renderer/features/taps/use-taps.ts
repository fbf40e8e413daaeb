import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { Tap } from '#shared/contract/taps.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'
import { useRefreshAgents } from '../agent/index.ts'
import { useRemove } from '../removals/index.ts'

/** Polling interval while the dialog is open. */
export const detailEveryMs = 1_000
/** The same for the list at the side, while it is open. */
export const listEveryMs = 5_000

export function useTaps(refetchInterval: number | false) {
  const { queries } = useLiveEngine()
  return useQuery(queries.taps.list.queryOptions({ staleTime: 0, refetchInterval }), queryClient)
}

/** Updates the list of agents when a proxy finds one. */
export function useFoundAgents(): void {
  const { queries } = useLiveEngine()
  const refresh = useRefreshAgents()
  const taps = useQuery(
    queries.taps.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isOpenProxy) ? lookForAgentsEveryMs : false),
    }),
    queryClient,
  )
  const total = taps.data?.reduce((sum, { foundAgents }) => sum + foundAgents, 0) ?? 0
  useEffect(() => {
    if (total > 0) void refresh()
  }, [total, refresh])
}

const lookForAgentsEveryMs = 2_000

function isOpenProxy({ kind, state }: Tap): boolean {
  return kind === 'proxy' && state === 'listening'
}

export function useTapActions() {
  return {
    start: useTapAction((taps, requested: Inputs['taps']['start']) => taps.start(requested)),
    startProxy: useTapAction((taps, place: Inputs['taps']['startProxy']) => taps.startProxy(place)),
    resume: useTapAction((taps, id: string) => taps.resume({ id })),
    stop: useTapAction((taps, id: string) => taps.stop({ id })),
    remove: useRemove(),
    setFaults: useTapAction((taps, change: Inputs['taps']['setFaults']) => taps.setFaults(change)),
    setSignedCards: useTapAction((taps, change: Inputs['taps']['setSignedCards']) =>
      taps.setSignedCards(change),
    ),
    setWebhooks: useTapAction((taps, change: Inputs['taps']['setWebhooks']) => taps.setWebhooks(change)),
  }
}

function useTapAction<Input, Output>(act: (taps: EngineClient['taps'], input: Input) => Promise<Output>) {
  const { client, queries } = useLiveEngine()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queries.taps.key() })
  return useMutation({ mutationFn: (input: Input) => act(client.taps, input), onSettled }, queryClient)
}
