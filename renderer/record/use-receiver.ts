// What the receiver is and holds now. Webhook calls arrive unprompted, so it is read again and again while it is looked at, and at once
// after something was done with it.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useEngine } from '../host/engine.tsx'
import { queryClient } from '../host/query-client.ts'

const everyMs = 1_000

export function useReceiver() {
  const { queries, canCall } = useEngine()
  return useQuery(
    queries.receiver.state.queryOptions({ refetchInterval: everyMs, staleTime: 0, enabled: canCall }),
  )
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
