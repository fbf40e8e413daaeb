import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from '../../host/engine.tsx'

/** What the agents are called; one that is not in the list goes by the host that was called. */
export function useAgentNames(): (agentId: string | undefined, url?: string) => string {
  const { queries } = useEngine()
  const { data } = useQuery(queries.agents.list.queryOptions())
  return useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]))
    return (agentId, url = '') => {
      if (agentId === undefined) return ''
      return names.get(agentId) ?? (URL.parse(url)?.host || 'removed agent')
    }
  }, [data])
}
