import { useMemo } from 'react'
import type { ConversationPage, ConversationRow } from '#shared/contract/story.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createPagedList, type PagedList } from '../../../record/paged-list.ts'
import { useSteadyList } from '../../../record/use-steady-list.ts'
import { useContextNotes } from './use-context-notes.ts'

type ConversationList = PagedList<ConversationRow, ConversationPage>

export type Conversations = ReturnType<typeof useConversations>

/** The conversations with an agent as they come, those of others if wanted. Another list is shown once it is there. */
export function useConversations(agentId: string, others: boolean) {
  const { client } = useEngine()
  const notes = useContextNotes()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was put out of sight is left out
  const list = useMemo(
    (): ConversationList =>
      createPagedList({
        follow: ({ version: seen, ...more }, signal) =>
          client.story.conversations({ agentId, others, ...more, seen }, { signal }),
        load: async (offset, limit, signal) =>
          (await client.story.conversations({ agentId, others, offset, limit }, { signal })).rows,
      }),
    [client, agentId, others, notes],
  )
  return useSteadyList(list)
}
