import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Agent, AgentChanges } from '#shared/contract/agents.ts'
import { useEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'

export function useAgents() {
  const { queries } = useEngine()
  return useQuery(queries.agents.list.queryOptions())
}

export function useSelectedAgent(): Agent | undefined {
  const agentId = useSelection((selection) => selection.agentId)
  return useAgents().data?.find(({ id }) => id === agentId)
}

/** Selects an agent that was just added and reads its card afresh. */
function useOpenAgent() {
  const { queries } = useEngine()
  const cache = useQueryClient()
  return async (agent: Agent): Promise<void> => {
    await cache.invalidateQueries({ queryKey: queries.agents.list.key() })
    useSelection.getState().selectAgent(agent.id)
    const input = { agentId: agent.id }
    await cache.resetQueries({ queryKey: queries.card.discover.key({ input }) })
    await cache.ensureQueryData(queries.card.discover.queryOptions({ input }))
    // The card names the agent.
    await cache.invalidateQueries({ queryKey: queries.agents.list.key() })
  }
}

/** Whoever asks to connect, the address bar or a link, the address bar tells what came of it. */
const connecting = ['connect']

/** Adds the agent if it is new, selects it and reads its card afresh. */
export function useConnect() {
  const { client } = useEngine()
  const open = useOpenAgent()
  return useMutation({
    mutationKey: connecting,
    mutationFn: (address: string) => client.agents.add({ address }),
    onSuccess: open,
  })
}

interface ConnectProblem {
  readonly error: unknown
  readonly at: number
}

/** Why the last attempt to connect failed, if it did. */
export function useConnectProblem(): ConnectProblem | undefined {
  const attempts = useMutationState<ConnectProblem | undefined>({
    filters: { mutationKey: connecting },
    select: ({ state }) =>
      state.status === 'error' ? { error: state.error, at: state.submittedAt } : undefined,
  })
  return attempts.at(-1)
}

export function useAddCard() {
  const { client } = useEngine()
  const open = useOpenAgent()
  return useMutation({
    mutationFn: (input: { readonly text: string; readonly baseUrl?: string }) => client.agents.addCard(input),
    onSuccess: open,
  })
}

export function useStartDemo() {
  const { client } = useEngine()
  const connect = useConnect()
  return useMutation({
    mutationKey: connecting,
    mutationFn: async () => {
      const { address } = await client.demo.start()
      await connect.mutateAsync(address)
    },
  })
}

export function useEditAgent() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: { readonly agentId: string; readonly changes: AgentChanges }) =>
      client.agents.edit(input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.agents.list.key() }),
  })
}

const reordering = ['agents', 'reorder']

/**
 * Puts the agents into another order: at once in the window, one after another in the engine. The next move builds on what
 * is shown, and no list that was on its way before puts an agent back.
 */
export function useReorderAgents() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const queryKey = queries.agents.list.queryKey()
  const { mutate } = useMutation({
    mutationKey: reordering,
    scope: { id: reordering.join(' ') },
    mutationFn: (agents: readonly Agent[]) => client.agents.reorder({ agentIds: agents.map(({ id }) => id) }),
    onSettled: () => {
      const last = cache.isMutating({ mutationKey: reordering }) === 1
      return last ? cache.invalidateQueries({ queryKey }) : undefined
    },
  })
  return (change: (shown: readonly Agent[]) => readonly Agent[]): readonly Agent[] | undefined => {
    const shown = cache.getQueryData(queryKey) ?? []
    const next = change(shown)
    if (next === shown) return undefined
    void cache.cancelQueries({ queryKey })
    cache.setQueryData(queryKey, next)
    mutate(next)
    return next
  }
}

export function useRemoveAgent() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (agentId: string) => client.agents.remove({ agentId }),
    onSuccess: async (_result, agentId) => {
      if (useSelection.getState().agentId === agentId) useSelection.getState().selectAgent(undefined)
      await cache.invalidateQueries({ queryKey: queries.agents.list.key() })
    },
  })
}
