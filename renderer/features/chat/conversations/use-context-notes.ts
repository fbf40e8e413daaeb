// The user's names for contexts, and which ones are hidden. A recording has none.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContextNote } from '#shared/contract/chat.ts'
import { useEngine } from '../../../host/engine.tsx'

export function useContextNotes(): readonly ContextNote[] | undefined {
  const { queries } = useEngine()
  return useQuery(queries.chat.contexts.queryOptions()).data
}

export function useContextName(agentId: string): (contextId: string | undefined) => string | undefined {
  const notes = useContextNotes()
  return (contextId) =>
    contextId === undefined
      ? undefined
      : notes?.find((note) => note.agentId === agentId && note.contextId === contextId)?.name
}

export function useNoteContext() {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return async (note: ContextNote): Promise<void> => {
    cache.setQueryData(queries.chat.contexts.queryKey(), await client.chat.noteContext(note))
  }
}
