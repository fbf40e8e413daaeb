// What the receiver is and holds now. Webhook calls arrive unprompted, so it is read again and again, and at once after something was done
// with it.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useEngine } from '../host/engine.tsx'
import { queryClient } from '../host/query-client.ts'

const everyMs = 1_000

/** As it was last read. */
export function useReceiver(refetchInterval: number | false = false) {
  const { queries, canCall } = useEngine()
  return useQuery(queries.receiver.state.queryOptions({ refetchInterval, enabled: canCall }))
}

/** In one place: each that follows reads by itself. */
export function useFollowedReceiver() {
  return useReceiver(everyMs)
}

/** Something done with the receiver or a configuration. */
export function useReceiverAction<Input, Output>(
  act: (client: EngineClient, input: Input) => Promise<Output>,
) {
  const { client, queries } = useEngine()
  return useMutation({
    mutationFn: (input: Input) => act(client, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.receiver.key() }),
  })
}
