// The selected agent's card and interface: requested from the engine once, then changed only by the user's actions.

import {
  CancelledError,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Discovery, DiscoveryAttempt, Reach } from '#shared/contract/card.ts'
import type { ConnectionSettings } from '#shared/contract/connection-settings.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { useEngine, useLatest } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'

/** The selected agent's card and its chosen interface. Requested once; connecting again requests it again. */
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

export type NoCard = Extract<Discovery, { readonly found: false }>

/** The attempt that explains why there is no card. */
export function failedAttempt({ attempts, problem }: NoCard): DiscoveryAttempt | undefined {
  return attempts.find((attempt) => attempt.problem?.kind === problem.kind) ?? attempts.at(-1)
}

/** Selects the exchange of a failed connection, if the user requested it and its agent is still selected. */
export function selectFailedAttempt(agentId: string, discovery: Discovery): void {
  if (discovery.found || discovery.choices) return
  const attempt = failedAttempt(discovery)
  const selection = useSelection.getState()
  if (attempt && selection.agentId === agentId) selection.selectExchange(attempt.exchangeId)
}

function useDiscoveryCache() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const keyOf = (agentId: string) => queries.card.discover.queryKey({ input: { agentId } })
  return {
    /** The engine's current result, without a request to the agent. */
    async refresh(agentId: string): Promise<void> {
      const now = await client.card.current({ agentId })
      if (now) cache.setQueryData(keyOf(agentId), now)
    },
    async read(agentId: string): Promise<void> {
      const discovery = await cache.fetchQuery({
        queryKey: keyOf(agentId),
        queryFn: ({ signal }) => client.card.discover({ agentId, bypassCache: true }, { signal }),
        staleTime: 0,
      })
      selectFailedAttempt(agentId, discovery)
      await cache.invalidateQueries({ queryKey: queries.agents.list.key() })
      await cache.invalidateQueries({ queryKey: queries.access.describe.key({ input: { agentId } }) })
    },
    /** The previous result stays. */
    stop: (agentId: string) => cache.cancelQueries({ queryKey: keyOf(agentId) }),
  }
}

/** Shows the engine's current result, after it read the card by itself. */
export function useShowCurrent(): (agentId: string) => Promise<void> {
  const { queries } = useEngine()
  const cache = useQueryClient()
  const { refresh } = useDiscoveryCache()
  return async (agentId) => {
    await refresh(agentId)
    await cache.invalidateQueries({ queryKey: queries.access.describe.key() })
  }
}

/** Shows the current connections, after a setting of all agents has changed. */
export function useShowAllCurrent(): () => Promise<void> {
  const { queries } = useEngine()
  const cache = useQueryClient()
  const { refresh } = useDiscoveryCache()
  return async () => {
    const agents = await cache.ensureQueryData(queries.agents.list.queryOptions())
    const isRead = (id: string) =>
      cache.getQueryData(queries.card.discover.queryKey({ input: { agentId: id } })) !== undefined
    await Promise.all(agents.filter(({ id }) => isRead(id)).map(({ id }) => refresh(id)))
  }
}

/** Stops reading a card, whatever started it. */
export function useStopReading(): (agentId: string) => void {
  const { stop } = useDiscoveryCache()
  return (agentId) => void stop(agentId)
}

/** Reads the card again, bypassing all caches. */
export function useReadAgain() {
  const { read } = useDiscoveryCache()
  return useMutation({
    mutationKey: ['read-again'],
    mutationFn: (agentId: string) => read(agentId).catch(unlessStopped),
  })
}

/** A stopped request is not reported as a problem. */
export function unlessStopped(error: unknown): void {
  if (!(error instanceof CancelledError)) throw error
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

/** Changes the current settings; shows the resulting interface at once. */
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

/** The settings of every call to this agent. */
export function useAgentSettings(agentId: string): ConnectionSettings {
  return useSettings(agentId).data ?? defaultConnectionSettings
}

/** The selected agent's required and stored credentials. The card determines the former, so each reading of it requests them again. */
export function useAccess(agentId: string, exchangeId?: string) {
  const { queries } = useEngine()
  const discovery = useDiscovery()
  const options = queries.access.describe.queryOptions({
    input: { agentId, ...defined({ exchangeId }) },
  })
  return useQuery({
    ...options,
    queryKey: [...options.queryKey, discovery.dataUpdatedAt] as unknown as typeof options.queryKey,
    enabled: discovery.data !== undefined || discovery.error !== null,
    placeholderData: keepPreviousData,
  })
}

/** Requests the credentials again after a change. */
export function useAccessChanged(agentId: string): () => Promise<void> {
  const { queries } = useEngine()
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: queries.access.describe.key({ input: { agentId } }) })
}

/** Whether a server answered at the agent's address; undefined in a recording. */
export function useReach(agentId: string): Reach | undefined {
  const { client, canCall } = useEngine()
  const follow = useCallback(
    (engine: EngineClient, options: { readonly signal: AbortSignal }) =>
      canCall ? engine.card.reach({ agentId }, options) : Promise.resolve(noReach()),
    [agentId, canCall],
  )
  return useLatest(client, follow)
}

async function* noReach(): AsyncGenerator<Reach> {}

/** Calls the agent at another address than the card's; without one, at the card's again. */
export function useSubstitute(agentId: string) {
  const configure = useConfigure(agentId)
  return {
    ...configure,
    substitute: (from: string, to: string | undefined, onSuccess?: () => void) =>
      configure.mutate(
        ({ substitutes, ...now }) => ({
          ...now,
          substitutes: [
            ...substitutes.filter((each) => each.from !== from),
            ...(to === undefined ? [] : [{ from, to }]),
          ],
        }),
        { ...(onSuccess && { onSuccess }) },
      ),
  }
}
