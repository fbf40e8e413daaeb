import { useMemo, useRef } from 'react'
import type { ConversationPage, ConversationRow } from '#shared/contract/story.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createPagedList, type ListState, type PagedList } from '../../../record/paged-list.ts'
import { usePagedList } from '../../../record/use-paged-list.ts'
import { useContextNotes } from './use-context-notes.ts'

type ConversationList = PagedList<ConversationRow, ConversationPage>

export interface Conversations {
  readonly list: ConversationList
  readonly state: ListState<ConversationPage>
}

/** The conversations with an agent as they come, those of others if wanted. Another list is shown once it is there. */
export function useConversations(agentId: string, others: boolean): Conversations {
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
  const state = usePagedList(list)
  const shown = useRef<Conversations>(undefined)
  if (!shown.current || state.answer || state.problem !== undefined) shown.current = { list, state }
  return shown.current
}
