import type { TaskLane } from '../../contract/timeline.ts'
import { defined } from '../../defined.ts'
import type { Outline } from './outline.ts'

/** A task as one of several on a common clock. */
export function laneOf(outline: Outline, agentId: string | undefined): TaskLane {
  const { taskId, startedAt, figures, openStreams, heardMs, segments, sentMs, callerMs, rates } = outline
  return {
    taskId,
    ...defined({ agentId }),
    startedAt,
    totalMs: figures.totalMs,
    open: openStreams.length > 0,
    heardMs,
    segments,
    sentMs,
    callerMs,
    rates,
  }
}
