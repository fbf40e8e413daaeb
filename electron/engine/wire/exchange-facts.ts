// Facts of a response about its exchange, for the list of exchanges.

import type { Decoded, Result } from '#shared/a2a/dialect.ts'
import type { AgentError, Update } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { contextIdOf, taskIdOf } from '#shared/story/updates-of.ts'
import type { ExchangeFacts } from '../store/record.ts'

interface DecodedFacts {
  readonly exchangeFacts?: ExchangeFacts
}

export function factsOfReply(decoded: Decoded<Result> | undefined): DecodedFacts {
  if (decoded?.kind === 'error') return factsOfError(decoded.error)
  if (decoded?.kind !== 'result') return {}
  const { result } = decoded
  if (result.kind === 'update') return factsOfContext(contextIdOf(result.update))
  return result.kind === 'task' ? factsOfContext(result.task.contextId) : {}
}

export function factsOfUpdate(decoded: Decoded<Update> | undefined): DecodedFacts {
  if (decoded?.kind === 'error') return factsOfError(decoded.error)
  return decoded?.kind === 'result' ? factsOfContext(contextIdOf(decoded.result)) : {}
}

function factsOfError({ code, message }: AgentError): DecodedFacts {
  return { exchangeFacts: { error: { message, ...defined({ code }) } } }
}

function factsOfContext(contextId: string | undefined): DecodedFacts {
  return contextId === undefined || contextId === '' ? {} : { exchangeFacts: { contextId } }
}

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
