import type { TaskLane } from '../../contract/timeline.ts'
import type { Outline } from './outline.ts'

/** A task as one of several on a common clock. */
export function laneOf(outline: Outline, agentId: string | undefined): TaskLane {
  const { taskId, startedAt, figures, openStreams, heardMs, segments, sentMs, callerMs, rates } = outline
  return {
    taskId,
    ...(agentId !== undefined && { agentId }),
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
