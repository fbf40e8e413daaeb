import { useMemo } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { CallPage, WebhookCallRow } from '#shared/contract/story.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { createPagedList, type PagedList } from '../../../../record/paged-list.ts'
import { usePagedList } from '../../../../record/use-paged-list.ts'

export type CallList = PagedList<WebhookCallRow, CallPage>

/** The webhook calls that match a filter; drawn again whenever rows or their number change. */
export function useCallList(filter: string) {
  const { client } = useEngine()
  const list = useMemo(() => createCallList(client, filter), [client, filter])
  const { answer, problem } = usePagedList(list)
  return { list, total: answer?.total, problem }
}

function createCallList({ story }: EngineClient, filter: string): CallList {
  return createPagedList<WebhookCallRow, CallPage>({
    follow: ({ version: seen, ...more }, signal) => story.calls({ filter, ...more, seen }, { signal }),
    load: async (offset, limit, signal) => (await story.calls({ filter, offset, limit }, { signal })).rows,
  })
}
