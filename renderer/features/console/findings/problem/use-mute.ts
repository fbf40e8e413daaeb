import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { maxReadRows } from '#shared/contract/constants.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { useFollowed } from '../../../../record/use-followed.ts'

/** Mutes a rule for an agent, or unmutes it. What follows the engine is updated; what was read once is read again. */
export function useMute() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: Inputs['console']['mute']) => client.console.mute(input),
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: queries.sessions.list.key() })
      await cache.invalidateQueries({ queryKey: ['checks', 'findings'] })
    },
  })
}

export function useIsMuted(rule: string, agentId: string | undefined): boolean {
  const { client } = useEngine()
  const { answer } = useFollowed(
    useCallback(
      (wait, signal) => {
        const range = { offset: 0, limit: maxReadRows }
        const muted = { rule, ...defined({ agentId }), muted: true, ...range }
        return client.console.findingGroups({ ...muted, ...wait }, { signal })
      },
      [client, rule, agentId],
    ),
  )
  return answer?.rows.some((group) => group.rule === rule && group.agentId === agentId) ?? false
}
