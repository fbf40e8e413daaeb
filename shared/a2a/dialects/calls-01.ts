// The operations 0.1.0 has: `tasks/send…` with an id the client makes, push configurations by task (PROTOCOL 3.1).

import type { WireCall } from '../dialect.ts'
import type { JsonObject } from '../model.ts'
import type { Operation, OperationKind } from '../operation.ts'
import { defined } from '../write/members.ts'
import { createObjectWriter } from '../write/objects.ts'
import { innerPushConfig } from '../write/push-config.ts'
import { spelling01 } from '../write/spelling.ts'
import { rpc, strictMessage, strictPushConfig } from './calls.ts'

type Of<K extends OperationKind> = Extract<Operation, { kind: K }>

const writer = createObjectWriter(spelling01)

export function encode01(operation: Operation): WireCall | undefined {
  switch (operation.kind) {
    case 'send':
      return rpc('tasks/send', sendParams(operation), [])
    case 'stream':
      return rpc('tasks/sendSubscribe', sendParams(operation), [], true)
    case 'get':
      return rpc('tasks/get', defined({ id: operation.taskId, historyLength: operation.historyLength }), [])
    case 'cancel':
      return rpc('tasks/cancel', defined({ id: operation.taskId, metadata: operation.metadata }), [])
    case 'subscribe':
      return rpc('tasks/resubscribe', { id: operation.taskId }, [], true)
    case 'push-create':
      return rpc('tasks/pushNotification/set', pushParams(operation), [])
    case 'push-get':
      return rpc('tasks/pushNotification/get', { id: operation.taskId }, [])
    case 'list':
    case 'push-list':
    case 'push-delete':
    case 'extended-card':
      return undefined
  }
}

/** 0.1 tasks are named by the client; a message without a task begins one under its own id. */
function sendParams(operation: Of<'send' | 'stream'>): JsonObject {
  const { message, options, metadata } = operation
  return defined({
    id: message.taskId ?? message.messageId,
    sessionId: message.contextId,
    message: writer.message(strictMessage(message)),
    pushNotification: options?.push === undefined ? undefined : withoutId(options.push),
    historyLength: options?.historyLength,
    metadata,
  })
}

function pushParams(operation: Of<'push-create'>): JsonObject {
  return { id: operation.taskId, pushNotificationConfig: withoutId(operation.config) }
}

/** Configurations have ids from 0.2.2 on. */
function withoutId(config: Of<'push-create'>['config']): JsonObject {
  const { id: _, ...rest } = strictPushConfig(config)
  return innerPushConfig(rest)
}
