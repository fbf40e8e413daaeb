// The operations 0.1.0 has: `tasks/send…` with an id the client makes, push configurations by task (PROTOCOL 3.1).

import { defined } from '../../defined.ts'
import type { WireCall } from '../dialect.ts'
import type { JsonObject } from '../model.ts'
import type { Operation, OperationKind, OperationOf } from '../operation.ts'
import { createObjectWriter } from '../write/objects.ts'
import { innerPushConfig01 } from '../write/push-config.ts'
import { spelling01 } from '../write/spelling.ts'
import { rpcCall, strictMessage, strictPushConfig } from './calls.ts'

const writer = createObjectWriter(spelling01)

type Missing = 'list' | 'push-list' | 'push-delete' | 'extended-card'

export const methods01: Readonly<Record<Exclude<OperationKind, Missing>, string>> = {
  send: 'tasks/send',
  stream: 'tasks/sendSubscribe',
  get: 'tasks/get',
  cancel: 'tasks/cancel',
  subscribe: 'tasks/resubscribe',
  'push-create': 'tasks/pushNotification/set',
  'push-get': 'tasks/pushNotification/get',
}

export function encode01(operation: Operation): WireCall | undefined {
  switch (operation.kind) {
    case 'send':
      return rpcCall(methods01.send, sendParams(operation), [])
    case 'stream':
      return rpcCall(methods01.stream, sendParams(operation), [], true)
    case 'get': {
      const params = defined({ id: operation.taskId, historyLength: operation.historyLength })
      return rpcCall(methods01.get, params, [])
    }
    case 'cancel':
      return rpcCall(methods01.cancel, defined({ id: operation.taskId, metadata: operation.metadata }), [])
    case 'subscribe':
      return rpcCall(methods01.subscribe, { id: operation.taskId }, [], true)
    case 'push-create':
      return rpcCall(methods01['push-create'], pushParams(operation), [])
    case 'push-get':
      return rpcCall(methods01['push-get'], { id: operation.taskId }, [])
    case 'list':
    case 'push-list':
    case 'push-delete':
    case 'extended-card':
      return undefined
  }
}

/** The client names 0.1 tasks; a message without a task begins one under its own id. */
function sendParams(operation: OperationOf<'send' | 'stream'>): JsonObject {
  const { message, options, metadata } = operation
  return defined({
    id: message.taskId ?? message.messageId,
    sessionId: message.contextId,
    message: writer.message(strictMessage(message)),
    pushNotification:
      options?.push === undefined ? undefined : innerPushConfig01(strictPushConfig(options.push)),
    historyLength: options?.historyLength,
    metadata,
  })
}

function pushParams(operation: OperationOf<'push-create'>): JsonObject {
  return {
    id: operation.taskId,
    pushNotificationConfig: innerPushConfig01(strictPushConfig(operation.config)),
  }
}
