// How the texts of an agent at work are read where the user says so, against what each text tells by itself.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkingText, WorkingTexts } from '#shared/contract/chat.ts'
import { useEngine } from '../../host/engine.tsx'
import { askAgain } from './followed-chat.ts'

const none: WorkingTexts = {}

export function useWorkingTexts(): WorkingTexts {
  const { queries } = useEngine()
  return useQuery(queries.chat.workingTexts.queryOptions()).data ?? none
}

export function useReadWorkingText(): (agentId: string, as: WorkingText | null) => Promise<void> {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  return async (agentId, as) => {
    const texts = await client.chat.readWorkingText({ agentId, as })
    cache.setQueryData(queries.chat.workingTexts.queryKey(), texts)
    askAgain(client)
  }
}
