import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { PastRun } from '#shared/contract/checks.ts'
import { useEngine } from '../../host/engine.tsx'

/** The runs of an agent, the newest first. Asked for whenever they come into sight, and when one begins or ends. */
export function useRuns(agentId: string | undefined) {
  const { queries } = useEngine()
  return useQuery(
    queries.checks.runs.queryOptions({
      input: { agentId: agentId ?? '' },
      enabled: agentId !== undefined,
      staleTime: 0,
    }),
  )
}

export function useRunsChanged(): () => void {
  const { queries } = useEngine()
  const cache = useQueryClient()
  return useCallback(
    () => void cache.invalidateQueries({ queryKey: queries.checks.runs.key() }),
    [cache, queries],
  )
}

export function runningOf(runs: readonly PastRun[] | undefined): PastRun | undefined {
  return runs?.find(({ state }) => state === 'running')
}
