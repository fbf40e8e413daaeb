// The state of the webhook receiver, polled, since webhook calls arrive at any time, and refetched after each action.

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

export function useReceiver(refetchInterval: number | false = false) {
  const { queries, canCall } = useEngine()
  return useQuery(queries.receiver.state.queryOptions({ refetchInterval, enabled: canCall }))
}

/** The polled state, for one component: each use polls separately. */
export function useFollowedReceiver() {
  return useReceiver(everyMs)
}

export function useReceiverAction<Input, Output>(
  act: (client: EngineClient, input: Input) => Promise<Output>,
) {
  const { client, queries } = useEngine()
  return useMutation({
    mutationFn: (input: Input) => act(client, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.receiver.key() }),
  })
}

/**
 * The lengths of the console's lists, and the notice when the record cannot be written. `agentId`: counts only exchanges with
 * this agent.
 */
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
