// The selected agent's card and the way in: asked of the engine once, then changed only by what the user does.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ConnectionSettings, defaultConnectionSettings } from '#shared/contract/connection-settings.ts'
import { useEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'

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

function useDiscoveryCache() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return {
    /** What the engine knows now, without asking the agent. */
    async refresh(agentId: string): Promise<void> {
      const now = await client.card.current({ agentId })
      if (now) cache.setQueryData(queries.card.discover.queryKey({ input: { agentId } }), now)
    },
    async read(agentId: string): Promise<void> {
      const now = await client.card.discover({ agentId, bypassCache: true })
      cache.setQueryData(queries.card.discover.queryKey({ input: { agentId } }), now)
      await cache.invalidateQueries({ queryKey: queries.agents.list.key() })
      await cache.invalidateQueries({ queryKey: queries.access.describe.key({ input: { agentId } }) })
    },
  }
}

/** Reads the card again, past every cache on the way. */
export function useReadAgain() {
  const { read } = useDiscoveryCache()
  return useMutation({ mutationKey: ['read-again'], mutationFn: (agentId: string) => read(agentId) })
}

export function useAcceptChange() {
  const { client } = useEngine()
  const { refresh } = useDiscoveryCache()
  return useMutation({
    mutationFn: (agentId: string) => client.card.acceptChange({ agentId }),
    onSuccess: (_result, agentId) => refresh(agentId),
  })
}

export function useSettings(agentId: string) {
  const { queries } = useEngine()
  return useQuery(queries.agents.settings.queryOptions({ input: { agentId } }))
}

/** Changes the settings of now; the way in that follows is shown at once. */
export function useConfigure(agentId: string) {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const { refresh } = useDiscoveryCache()
  return useMutation({
    mutationFn: async (change: (now: ConnectionSettings) => ConnectionSettings) =>
      client.agents.configure({ agentId, settings: change(await client.agents.settings({ agentId })) }),
    onSuccess: async (settings) => {
      cache.setQueryData(queries.agents.settings.queryKey({ input: { agentId } }), settings)
      await refresh(agentId)
    },
  })
}

/** What every call to this agent takes along. */
export function useAgentSettings(agentId: string): ConnectionSettings {
  return useSettings(agentId).data ?? defaultConnectionSettings
}
