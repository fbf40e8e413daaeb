import { createHash } from 'node:crypto'
import { agentSideOf } from '#shared/a2a/agent-side.ts'
import { type Operation, webhookOf } from '#shared/a2a/operation.ts'
import type { RequestFacts } from '#shared/a2a/rules/wire/request-facts.ts'
import { defined } from '#shared/defined.ts'
import type { CallFacts, RawHeaders } from '#shared/record/entry.ts'
import { callLabelOf } from './build-request.ts'
import type { ExchangeFacts } from './reading.ts'
import { isCredentialHeader } from './secrets.ts'
import type { CallRequest } from './wire-types.ts'

export function callFactsOf(request: CallRequest): CallFacts {
  return {
    ...defined({ agentId: request.agentId }),
    purpose: request.purpose,
    operation: request.operation.kind,
    dialect: request.dialect.id,
    binding: request.call.binding,
    label: callLabelOf(request.call),
    ...defined({ chatId: request.chatId }),
  }
}

/** What the response will be judged by. */
export function awaitedOf({
  operation,
  dialect,
  call,
  minor,
  fault,
}: CallRequest): Pick<ExchangeFacts, 'taskId' | 'asked' | 'minor' | 'fault'> {
  // Before 1.0 a call specifies whether it waits, even where the operation does not.
  const isDefaulted = operation.kind === 'send' && dialect.id !== '1.0'
  const sent = isDefaulted ? agentSideOf(dialect.id).decodeOperation(call) : undefined
  return { ...taskOfOperation(operation), ...requestFactsOf(sent ?? operation), ...defined({ minor, fault }) }
}

export function taskOfOperation(operation: Operation): { readonly taskId?: string } {
  const taskId =
    operation.kind === 'send' || operation.kind === 'stream'
      ? operation.message.taskId
      : 'taskId' in operation
        ? operation.taskId
        : undefined
  return taskId === undefined ? {} : { taskId }
}

/** Tasks that a message refers to; none with a push configuration, by which the new task may end unseen. */
export function referencesOf(operation: Operation): { readonly references?: readonly string[] } {
  if (operation.kind !== 'send' && operation.kind !== 'stream') return {}
  if (operation.options?.push) return {}
  return defined({ references: operation.message.referenceTaskIds })
}

/** What the response is judged by. A limit that was not requested is left out. */
export function requestFactsOf(operation: Operation): { readonly asked?: RequestFacts } {
  switch (operation.kind) {
    case 'send':
    case 'stream': {
      const { taskId, contextId } = operation.message
      const { historyLength, returnImmediately } = operation.options ?? {}
      return {
        asked: {
          ...defined({ taskId, contextId, historyLength, returnImmediately }),
          ...webhookIn(operation),
        },
      }
    }
    case 'list': {
      const { kind: _, includeArtifacts = false, ...request } = operation
      return { asked: { ...request, includeArtifacts } }
    }
    case 'get':
      return { asked: defined({ taskId: operation.taskId, historyLength: operation.historyLength }) }
    case 'push-create':
      return { asked: { taskId: operation.taskId, ...webhookIn(operation) } }
    case 'push-get':
    case 'push-delete':
      return { asked: { taskId: operation.taskId, configId: operation.configId } }
    case 'extended-card':
      return {}
    default:
      return { asked: { taskId: operation.taskId } }
  }
}

function webhookIn(operation: Operation): Pick<RequestFacts, 'configId' | 'webhookUrl'> {
  const { id, url } = webhookOf(operation) ?? {}
  return defined({ configId: id, webhookUrl: url })
}

/** An irreversible key, equal for equal credentials; `also` has further headers of credentials. */
export function credentialsKey(headers: RawHeaders, also?: ReadonlySet<string>): string | undefined {
  const credentials = headers.filter(([name]) => isCredentialHeader(name, also))
  if (credentials.length === 0) return undefined
  return createHash('sha256').update(JSON.stringify(credentials)).digest('base64')
}
