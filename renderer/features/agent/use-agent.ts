import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
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

/** The selected agent's card and the way in that was chosen. Asked once; connecting again asks again. */
export function useDiscovery() {
  const agentId = useSelection((selection) => selection.agentId)
  const { queries } = useEngine()
  return useQuery(
    queries.card.discover.queryOptions({
      input: { agentId: agentId ?? '' },
      enabled: agentId !== undefined,
    }),
  )
}

export function speaks(discovery: Discovery | undefined): string | undefined {
  if (!discovery?.found || !discovery.connection) return undefined
  const { dialect, binding } = discovery.connection
  return `${dialect} · ${bindingName(binding)}`
}

export function bindingName(binding: string): string {
  const names: Readonly<Record<string, string>> = { JSONRPC: 'JSON-RPC', 'HTTP+JSON': 'REST', GRPC: 'gRPC' }
  return names[binding] ?? binding
}

/** Adds the agent if it is new, selects it and reads its card afresh. */
export function useConnect() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (address: string) => client.agents.add({ address }),
    onSuccess: async (agent) => {
      await cache.invalidateQueries({ queryKey: queries.agents.list.key() })
      useSelection.getState().selectAgent(agent.id)
      const input = { agentId: agent.id }
      await cache.resetQueries({ queryKey: queries.card.discover.key({ input }) })
      await cache.ensureQueryData(queries.card.discover.queryOptions({ input }))
      await cache.invalidateQueries({ queryKey: queries.agents.list.key() })
    },
  })
}

export function useStartDemo() {
  const { client } = useEngine()
  const connect = useConnect()
  return useMutation({
    mutationFn: async () => {
      const { address } = await client.demo.start()
      await connect.mutateAsync(address)
    },
  })
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
