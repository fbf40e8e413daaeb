import { skipToken, useQuery } from '@tanstack/react-query'
import { useEngine } from '../../../../host/engine.tsx'

/** The newest tasks of an agent, to choose from. Read once: a list that moves while one chooses helps nobody. */
export function useKnownTasks(agentId: string | undefined) {
  const { client } = useEngine()
  return useQuery({
    queryKey: ['console', 'known-tasks', agentId],
    queryFn: agentId === undefined ? skipToken : ({ signal }) => client.story.tasks({ agentId }, { signal }),
    gcTime: 0,
  }).data
}
