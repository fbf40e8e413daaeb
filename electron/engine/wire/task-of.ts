// The task that something decoded is about, as the agent names it.

import type { Decoded, Result } from '#shared/a2a/dialect.ts'
import type { Update } from '#shared/a2a/model.ts'
import { taskIdOf } from '#shared/story/updates-of.ts'

export function taskOfResult(decoded: Decoded<Result> | undefined): string | undefined {
  if (decoded?.kind !== 'result') return undefined
  const { result } = decoded
  if (result.kind === 'update') return updatedTask(result.update)
  if (result.kind === 'task') return updatedTask(result)
  if (result.kind === 'push-config') return result.config.taskId
  return undefined
}

export function updatedTask(update: Update): string | undefined {
  return taskIdOf(update) || undefined
}
