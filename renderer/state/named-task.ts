import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'

/** The task whose key this is: its agent, who may be unknown, and its id. */
export function taskOfKey(key: string): TimelineTask {
  const end = key.indexOf(' ')
  return named(key.slice(end + 1), key.slice(0, end))
}

export function keyOfTask({ taskId, agentId = '' }: TimelineTask): string {
  return `${agentId} ${taskId}`
}

export function taskOfRow({ taskId, agentId }: ExchangeRow): TimelineTask | undefined {
  return taskId === undefined ? undefined : named(taskId, agentId)
}

/** A webhook call that nobody registered names no agent: its task is known by the id alone. */
export function isSameTask(
  one: Pick<TimelineTask, 'taskId' | 'agentId'>,
  other: Pick<TimelineTask, 'taskId' | 'agentId'>,
): boolean {
  return one.taskId === other.taskId && (!one.agentId || !other.agentId || one.agentId === other.agentId)
}

function named(taskId: string, agentId: string | undefined): TimelineTask {
  return { taskId, ...(agentId && { agentId }) }
}
