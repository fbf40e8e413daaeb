// What the receiver is and holds now. Webhook calls arrive unprompted, so it is read again and again, and at once after something was done
// with it.

import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ConsoleCounts } from '#shared/contract/console.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../host/engine.tsx'
import { queryClient } from '../host/query-client.ts'
import { slowPoll } from './follow-versions.ts'
import { useFollowed } from './use-followed.ts'

const none = { exchanges: 0, webhooks: 0, findings: 0 }

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

/** How long the console's lists are, as they grow, and what is wrong with the place where they are kept. The lists report it when they cannot be requested. `agentId`: whose exchanges are counted. */
export function useConsoleCounts(
  agentId?: string,
): Pick<ConsoleCounts, 'exchanges' | 'webhooks' | 'findings' | 'notice'> {
  const { client } = useEngine()
  const { answer } = useFollowed<ConsoleCounts>(
    useCallback(
      (wait, signal) => client.console.counts({ ...wait, ...defined({ agentId }) }, { signal }),
      [client, agentId],
    ),
    slowPoll,
  )
  return answer ?? none
}
