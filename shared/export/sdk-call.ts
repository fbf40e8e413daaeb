// What an exchange asked for, in the words of the official SDKs: both take 1.0's request messages as their JSON.

import { agentSideOf } from '../a2a/agent-side.ts'
import { dialect10 } from '../a2a/dialects/v1-0.ts'
import type { JsonObject } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import type { RawHeaders } from '../record/entry.ts'
import { wireCallOf } from '../record/wire-call-of.ts'
import { type SentRequest, sentText } from './sent-request.ts'

export interface SdkCall {
  readonly base: string
  readonly cardPath: string
  readonly binding: 'JSONRPC' | 'HTTP+JSON'
  /** Before 1.0: the SDKs speak to such an agent through their compatibility layer. */
  readonly isOld: boolean
  readonly operation: OperationKind
  /** Name of the request message in both SDKs. */
  readonly message: string
  readonly javaScript: string
  readonly python: string
  readonly streams: boolean
  readonly params: JsonObject
  /** Headers that the SDK would not send of itself. */
  readonly headers: RawHeaders
}

type Names = readonly [message: string, javaScript: string, python: string]

/** The extended card is no call of its own in the SDKs. */
const names: Readonly<Partial<Record<OperationKind, Names>>> = {
  send: ['SendMessageRequest', 'sendMessage', 'send_message'],
  stream: ['SendMessageRequest', 'sendMessageStream', 'send_message'],
  get: ['GetTaskRequest', 'getTask', 'get_task'],
  list: ['ListTasksRequest', 'listTasks', 'list_tasks'],
  cancel: ['CancelTaskRequest', 'cancelTask', 'cancel_task'],
  subscribe: ['SubscribeToTaskRequest', 'resubscribeTask', 'subscribe'],
  'push-create': [
    'TaskPushNotificationConfig',
    'createTaskPushNotificationConfig',
    'create_task_push_notification_config',
  ],
  'push-get': [
    'GetTaskPushNotificationConfigRequest',
    'getTaskPushNotificationConfig',
    'get_task_push_notification_config',
  ],
  'push-list': [
    'ListTaskPushNotificationConfigsRequest',
    'listTaskPushNotificationConfig',
    'list_task_push_notification_configs',
  ],
  'push-delete': [
    'DeleteTaskPushNotificationConfigRequest',
    'deleteTaskPushNotificationConfig',
    'delete_task_push_notification_config',
  ],
}

const own = /^(content-type|accept|a2a-version|x-a2a-version|user-agent|accept-encoding)$/i

/** Undefined for what the SDKs have no call for; over gRPC they want a channel that is no line of code. */
export function sdkCallOf(request: SentRequest, cardUrl: string): SdkCall | undefined {
  const { call, headers } = request
  const { binding, dialect } = call
  const [, base, cardPath] = /^(https?:\/\/[^/]+)(\/.*)$/i.exec(cardUrl) ?? []
  if (
    dialect === undefined ||
    base === undefined ||
    cardPath === undefined ||
    (binding !== 'JSONRPC' && binding !== 'HTTP+JSON')
  )
    return undefined
  const written = wireCallOf(request, sentText(request))
  const operation = written && agentSideOf(dialect).decodeOperation(written)
  const named = operation && names[operation.kind]
  const encoded = operation && dialect10.encode(operation, 'JSONRPC')
  if (operation === undefined || named === undefined || encoded?.binding !== 'JSONRPC') return undefined
  const [message, javaScript, python] = named
  return {
    base,
    cardPath,
    binding,
    isOld: !dialect.startsWith('1.'),
    operation: operation.kind,
    message,
    javaScript,
    python,
    streams: operation.kind === 'stream' || operation.kind === 'subscribe',
    params: encoded.params ?? {},
    headers: headers.filter(([name]) => !own.test(name)),
  }
}
