import { useCallback } from 'react'
import { defined } from '#shared/defined.ts'
import type { SpanLane } from '#shared/spans/span-lanes.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useFollowed } from '../../../record/use-followed.ts'

/** What agents did for a task over time; empty before anything is known of it. */
export function useSpanLanes(taskId: string, agentId: string | undefined): readonly SpanLane[] {
  const { client } = useEngine()
  const ask = useCallback(
    (wait: { readonly seen: number; readonly waitMs: number }, signal: AbortSignal) =>
      client.spans.lanes({ taskId, ...defined({ agentId }), ...wait }, { signal }),
    [client, taskId, agentId],
  )
  return useFollowed(ask).answer?.lanes ?? none
}

const none: readonly SpanLane[] = []
