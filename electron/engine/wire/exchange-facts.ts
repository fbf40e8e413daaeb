// What an answer tells about its exchange as a whole, for the list of exchanges.

import type { Decoded, Result } from '#shared/a2a/dialect.ts'
import type { AgentError, Update } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { contextIdOf, taskIdOf } from '#shared/story/updates-of.ts'
import type { Told } from '../store/record.ts'

interface Telling {
  readonly told?: Told
}

export function toldByReply(decoded: Decoded<Result> | undefined): Telling {
  if (decoded?.kind === 'error') return toldByError(decoded.error)
  if (decoded?.kind !== 'result') return {}
  const { result } = decoded
  if (result.kind === 'update') return toldByContext(contextIdOf(result.update))
  return result.kind === 'task' ? toldByContext(result.task.contextId) : {}
}

export function toldByUpdate(decoded: Decoded<Update> | undefined): Telling {
  if (decoded?.kind === 'error') return toldByError(decoded.error)
  return decoded?.kind === 'result' ? toldByContext(contextIdOf(decoded.result)) : {}
}

function toldByError({ code, message }: AgentError): Telling {
  return { told: { error: { message, ...defined({ code }) } } }
}

function toldByContext(contextId: string | undefined): Telling {
  return contextId === undefined || contextId === '' ? {} : { told: { contextId } }
}

/** The task that something decoded is about, as the agent names it. */
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
