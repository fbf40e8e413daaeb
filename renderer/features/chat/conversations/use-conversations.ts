import { useMemo } from 'react'
import { useEngine } from '../../../host/engine.tsx'
import { slowPoll } from '../../../record/follow-versions.ts'
import { createListOf } from '../../../record/paged-list.ts'
import { useSteadyList } from '../../../record/use-steady-list.ts'
import { useRemovals } from '../../../state/removals.ts'
import { useContextNotes } from './use-context-notes.ts'

export type Conversations = ReturnType<typeof useConversations>

/** The conversations with an agent as they come, those of others if wanted. Another list is shown once it is there. */
export function useConversations(agentId: string, others: boolean) {
  const { client } = useEngine()
  const notes = useContextNotes()
  const removals = useRemovals(({ pending }) => pending)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was put out of sight is left out
  const list = useMemo(
    () =>
      createListOf((asked, options) => client.story.conversations({ agentId, others, ...asked }, options), {
        rest: slowPoll,
      }),
    [client, agentId, others, notes, removals],
  )
  return useSteadyList(list)
}
