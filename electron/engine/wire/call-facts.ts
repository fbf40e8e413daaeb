// What a call says about itself on the record.

import type { Operation } from '#shared/a2a/operation.ts'
import type { AskedFor } from '#shared/a2a/rules/wire/task-page.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import { callLabelOf } from './prepare.ts'
import type { ExchangeFacts } from './reading.ts'
import type { CallRequest } from './wire-types.ts'

export function callFactsOf(request: CallRequest): CallFacts {
  return {
    ...(request.agentId === undefined ? {} : { agentId: request.agentId }),
    purpose: request.purpose,
    operation: request.operation.kind,
    dialect: request.dialect.id,
    binding: request.call.binding,
    label: callLabelOf(request.call),
  }
}

/** What is known of the answer before it comes. */
export function awaitedOf({
  operation,
  minor,
}: CallRequest): Pick<ExchangeFacts, 'taskId' | 'asked' | 'minor'> {
  return { ...taskOfOperation(operation), ...askedOf(operation), ...(minor === undefined ? {} : { minor }) }
}

/** The task a request is about, before any answer. */
export function taskOfOperation(operation: Operation): { readonly taskId?: string } {
  const taskId =
    operation.kind === 'send' || operation.kind === 'stream'
      ? operation.message.taskId
      : 'taskId' in operation
        ? operation.taskId
        : undefined
  return taskId === undefined ? {} : { taskId }
}

/** What the answer is held to. A limit that was not asked for binds nobody. */
function askedOf(operation: Operation): { readonly asked?: AskedFor } {
  switch (operation.kind) {
    case 'send':
    case 'stream':
      return operation.options === undefined ? {} : { asked: limitOf(operation.options) }
    case 'get':
      return { asked: limitOf(operation) }
    case 'list':
      return { asked: { ...limitOf(operation), includeArtifacts: operation.includeArtifacts === true } }
    default:
      return {}
  }
}

function limitOf({ historyLength }: { readonly historyLength?: number }): AskedFor {
  return historyLength === undefined ? {} : { historyLength }
}
