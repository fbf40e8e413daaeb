import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Agent, AgentChanges } from '#shared/contract/agents.ts'
import { useEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'
import { counted } from '../../ui/format.ts'
import { useRemove } from '../removals/index.ts'
import { forgetOffered, useOffered } from './access/offered-credentials.ts'
import { useOpenDialog } from './open-dialog.ts'
import { readCurlLine } from './toolbar/curl-line.ts'
import { failedAttempt, selectFailedAttempt, unlessStopped, useDiscovery } from './use-discovery.ts'

export function useAgents() {
  const { queries } = useEngine()
  return useQuery(queries.agents.list.queryOptions())
}

/** Resolves once the list is current. */
export function useRefreshAgents(): () => Promise<void> {
  const { queries } = useEngine()
  const cache = useQueryClient()
  return useCallback(() => cache.invalidateQueries({ queryKey: queries.agents.list.key() }), [cache, queries])
}

/**
 * Reading a card names its agent and decides whether it is saved; the demo agent may have moved. Replaces the failed exchange
 * from before.
 */
export function useFollowCard(): void {
  const refresh = useRefreshAgents()
  const { data, dataUpdatedAt } = useDiscovery()
  const before = useRef(data)
  useEffect(() => {
    if (dataUpdatedAt > 0) void refresh()
  }, [dataUpdatedAt, refresh])
  useEffect(() => {
    const failed = before.current?.found === false ? failedAttempt(before.current) : undefined
    before.current = data
    const { exchangeId, selectCard } = useSelection.getState()
    if (data?.found && failed !== undefined && failed.exchangeId === exchangeId) selectCard()
  }, [data])
}

export function useSelectedAgent(): Agent | undefined {
  const agentId = useSelection((selection) => selection.agentId)
  return useAgents().data?.find(({ id }) => id === agentId)
}

/** Selects an agent that was just added and reads its card. */
function useOpenAgent() {
  const { queries } = useEngine()
  const cache = useQueryClient()
  const refresh = useRefreshAgents()
  return async (agent: Agent): Promise<void> => {
    await refresh()
    useSelection.getState().selectAgent(agent.id)
    const input = { agentId: agent.id }
    await cache.resetQueries({ queryKey: queries.card.discover.key({ input }) })
    const discovery = await cache
      .ensureQueryData(queries.card.discover.queryOptions({ input }))
      .catch(unlessStopped)
    if (discovery) selectFailedAttempt(agent.id, discovery)
    // The card names the agent.
    await refresh()
  }
}

/** Shared key: the address bar shows the result of any connection, also of a link. */
const connecting = ['connect']

/**
 * Adds the agent if it is new, selects it and reads its card. Also accepts a curl command, whose credentials are put into the
 * access form.
 */
export function useConnect() {
  const { client } = useEngine()
  const open = useOpenAgent()
  return useMutation({
    mutationKey: connecting,
    mutationFn: async (typed: string) => {
      const command = readCurlLine(typed)
      if (command && command.url === undefined) throw new Error('This curl command contains no address.')
      const agent = await client.agents.add({ address: command?.url ?? typed, tentative: true })
      if (command && command.credentials.length > 0) {
        useOffered.setState({ offered: { agentId: agent.id, credentials: command.credentials } })
      }
      return agent
    },
    onSuccess: async (agent) => {
      await open(agent)
      if (useOffered.getState().offered?.agentId === agent.id) useOpenDialog.getState().show('access')
    },
    onError: forgetOffered,
  })
}

/** Adds agents of the list at an agent's address, and opens the chosen one. */
export function useAddChosen(agentId: string) {
  const { client } = useEngine()
  const refresh = useRefreshAgents()
  const open = useOpenAgent()
  return useMutation({
    mutationFn: (chosen: { readonly places: number[]; readonly group?: string }) =>
      client.agents.addChosen({ agentId, ...chosen }),
    onSuccess: async (agents) => {
      const [first, ...others] = agents
      if (first && others.length === 0) await open(first)
      else await refresh()
    },
  })
}

interface ConnectProblem {
  readonly error: unknown
  readonly at: number
}

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
  const open = useOpenAgent()
  return useMutation({
    mutationKey: connecting,
    mutationFn: (which: { readonly behindSignIn: boolean } | undefined) => client.demo.start(which),
    onSuccess: open,
  })
}

export function useEditAgent() {
  const { client } = useEngine()
  return useMutation({
    mutationFn: (input: { readonly agentId: string; readonly changes: AgentChanges }) =>
      client.agents.edit(input),
    onSuccess: useRefreshAgents(),
  })
}

const reordering = ['agents', 'reorder']

/**
 * Reorders the agents: at once in the window, one after another in the engine. The next move builds on what is shown, and an
 * earlier list that arrives late moves no agent back.
 */
export function useReorderAgents() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const queryKey = queries.agents.list.queryKey()
  const { mutate } = useMutation({
    mutationKey: reordering,
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

export function useRemoveAgents() {
  const { mutate, ...removing } = useRemove()
  return {
    ...removing,
    remove(agents: readonly Agent[], onSuccess?: () => void): void {
      const [first] = agents
      const name = agents.length === 1 && first ? first.name : counted(agents.length, 'agent')
      const objects = agents.map(({ id }) => ({ kind: 'agent', agentId: id }) as const)
      mutate({ objects, name }, { onSuccess: () => onSuccess?.() })
    },
  }
}
