import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Inputs } from '#shared/contract/contract.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useFindings } from '../../../state/findings.ts'

/** Mutes the rule that is open for its agent, or unmutes it. What follows the engine is answered anew; what asked once asks again. */
export function useMute() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (of: Inputs['console']['mute']) => client.console.mute(of),
    async onSuccess({ muted }, { rule, agentId }) {
      const { open, setOpen } = useFindings.getState()
      if (open?.rule === rule && open.agentId === agentId) setOpen({ ...open, muted })
      await cache.invalidateQueries({ queryKey: queries.sessions.list.key() })
      await cache.invalidateQueries({ queryKey: ['checks', 'findings'] })
    },
  })
}
