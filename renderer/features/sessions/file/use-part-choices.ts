import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine, useLiveEngine } from '../../../host/engine.tsx'
import { queryClient } from '../../../host/query-client.ts'
import { taskOfKey } from '../../../state/named-task.ts'
import { useSelection } from '../../../state/selection.ts'
import { formatClock, joinWords } from '../../../ui/format.ts'
import { shortId } from '../../../ui/short-id.ts'
import { useCurrentConversation } from '../../chat/index.ts'
import { newestOperations } from './newest-operations.ts'

export interface PartChoice {
  readonly label: string
  readonly selection: Selection
}

/** The tasks and contexts of a session, as its newest exchanges name them. Once shown they stay where they are: one is chosen by its place. */
export function usePartChoices(session: SessionView) {
  const now = useShown(session)
  const [shown, setShown] = useState(now)
  if (shown === undefined && now !== undefined) setShown(now)
  const { client } = useLiveEngine()
  const { data: rows = [] } = useQuery(
    {
      queryKey: ['sessions', 'newest-operations', session.id],
      queryFn: ({ signal }) => newestOperations(client, session.id, signal),
      staleTime: 0,
      // Asked anew whenever somebody is to choose.
      gcTime: 0,
    },
    queryClient,
  )
  return {
    tasks: choices(rows, shown?.taskId, ({ taskId }) => taskId, 'task'),
    contexts: choices(rows, shown?.contextId, ({ contextId }) => contextId, 'context'),
  }
}

/** The task and the context on screen, when it is this session that is looked at. */
function useShown(session: SessionView): Pick<TaskBrief, 'taskId' | 'contextId'> | undefined {
  const { recorded } = useEngine()
  const selected = useSelection(({ taskId }) => taskId)
  const tasks = useCurrentConversation()?.tasks
  const isShown = recorded === undefined ? session.state !== 'kept' : recorded.session.id === session.id
  if (!isShown || tasks === undefined) return undefined
  if (selected === undefined) return tasks.at(-1)
  return tasks.find(({ key }) => key === selected) ?? taskOfKey(selected)
}

function choices(
  rows: readonly ExchangeRow[],
  first: string | undefined,
  idOf: (row: ExchangeRow) => string | undefined,
  of: 'task' | 'context',
): readonly PartChoice[] {
  const seen = new Map<string, ExchangeRow | undefined>(first === undefined ? [] : [[first, undefined]])
  for (const row of rows) {
    const id = idOf(row)
    if (id !== undefined && seen.get(id) === undefined) seen.set(id, row)
  }
  return [...seen].map(([id, row]) => ({
    label: joinWords(' · ', shortId(id), row && formatClock(row.startedAt), id === first && 'on screen'),
    selection: of === 'task' ? { of, taskId: id } : { of, contextId: id },
  }))
}
