import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from '../../host/engine.tsx'

/** What the agents are called; nothing where there is none. */
export function useAgentNames(): (agentId: string | undefined) => string {
  const { queries } = useEngine()
  const { data } = useQuery(queries.agents.list.queryOptions())
  return useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]))
    return (agentId) => (agentId === undefined ? '' : (names.get(agentId) ?? 'removed agent'))
  }, [data])
}
