import { useMutation, useQuery } from '@tanstack/react-query'
import { useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'

/** Between two looks at what passes, as long as the dialog is open. */
const lookEveryMs = 1_000

export function useTaps() {
  const { queries } = useLiveEngine()
  return useQuery(queries.taps.list.queryOptions({ staleTime: 0, refetchInterval: lookEveryMs }), queryClient)
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
  return { start, resume, stop, remove, setFaults, setSignedCards, setWebhooks }
}
