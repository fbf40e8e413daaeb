// What the user calls their contexts, and which they have put out of sight. A recording has none of its own.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContextNote } from '#shared/contract/chat.ts'
import type { ConversationView } from '#shared/story/task-view.ts'
import { useEngine } from '../../../host/engine.tsx'

type ContextOf = Pick<ConversationView, 'agentId' | 'contextId'>

const none: readonly ContextNote[] = []

export function useContextNotes(): readonly ContextNote[] {
  const { queries } = useEngine()
  return useQuery(queries.chat.contexts.queryOptions()).data ?? none
}

export function useNoteContext() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return async (note: ContextNote): Promise<void> => {
    cache.setQueryData(queries.chat.contexts.queryKey(), await client.chat.noteContext(note))
  }
}

export function noteOf(notes: readonly ContextNote[], context: ContextOf): ContextNote | undefined {
  if (context.contextId === undefined) return undefined
  return notes.find(
    ({ agentId, contextId }) => agentId === context.agentId && contextId === context.contextId,
  )
}

export function isForgotten(notes: readonly ContextNote[], context: ContextOf): boolean {
  return noteOf(notes, context)?.forgotten === true
}
