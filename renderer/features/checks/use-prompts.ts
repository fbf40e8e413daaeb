import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../host/engine.tsx'

/** Which prompts bring about what the tests want to see of this agent. */
export function usePrompts(agentId: string) {
  const { queries } = useEngine()
  return useQuery(queries.checks.prompts.queryOptions({ input: { agentId } }))
}
