import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { last } from '#shared/collections/list.ts'
import type { Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine, useLiveEngine } from '../../../host/engine.tsx'
import { queryClient } from '../../../host/query-client.ts'
import { useRecord } from '../../../record/use-record.ts'
import { useSelection } from '../../../state/selection.ts'
import { formatClock } from '../../../ui/format.ts'
import { shortId } from '../../../ui/short-id.ts'
import { useCurrentConversation } from '../../chat/index.ts'
import { newestOperations } from './newest-operations.ts'

export interface PartChoice {
  readonly label: string
  readonly selection: Selection
}

export interface PartChoices {
  readonly tasks: readonly PartChoice[]
  readonly contexts: readonly PartChoice[]
}

/** The tasks and contexts of a session, as its newest exchanges name them. Once shown they stay where they are: one is chosen by its place. */
export function usePartChoices(session: SessionView): PartChoices {
  const now = useShown(session)
  const shown = useState(now)[0]
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
    tasks: choices(rows, shown.taskId, ({ taskId }) => taskId, 'task'),
    contexts: choices(rows, shown.contextId, ({ contextId }) => contextId, 'context'),
  }
}

/** The task and the context on screen, when it is this session that is looked at. */
function useShown(session: SessionView): { readonly taskId?: string; readonly contextId?: string } {
  const { recorded } = useEngine()
  const selected = useSelection(({ taskId }) => taskId)
  const conversation = useCurrentConversation()
  const key = selected ?? (conversation && last(conversation.tasks))
  const task = useRecord((record) => (key === undefined ? undefined : record.task(key)))
  const isShown = recorded === undefined ? session.state !== 'kept' : recorded.session.id === session.id
  if (!isShown || task === undefined) return {}
  const { taskId, contextId } = task
  return { taskId, ...(contextId !== undefined && { contextId }) }
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
    label: [
      shortId(id),
      ...(row ? [formatClock(row.startedAt)] : []),
      ...(id === first ? ['on screen'] : []),
    ].join(' · '),
    selection: of === 'task' ? { of, taskId: id } : { of, contextId: id },
  }))
}
