import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEngine } from '../../host/engine.tsx'
import type { WantedChecks } from '../../state/checks.ts'

/** All tests over the interfaces that were chosen; which of them are wanted is for the window to narrow. */
export function usePlan(agentId: string, { ways, active }: WantedChecks) {
  const { queries } = useEngine()
  return useQuery(
    queries.checks.plan.queryOptions({
      input: { agentId, ...(ways && { ways: [...ways] }), ...(active === true && { active }) },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
}

/** Which prompts bring about what the tests want to see of this agent. */
export function usePrompts(agentId: string) {
  const { queries } = useEngine()
  return useQuery(queries.checks.prompts.queryOptions({ input: { agentId } }))
}
