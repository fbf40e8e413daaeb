// What a client sends, operation by operation: the params of JSON-RPC, which are also the bodies of REST where an
// operation has one. Facts: PROTOCOL §3.2, §3.9 and §4.2.

import type { OperationKind } from '../../operation.ts'
import * as check from '../checks.ts'
import type { Check } from '../report.ts'
import { compileShape, type Member, type ShapeTable } from '../shape.ts'
import { protoStates } from '../spelling.ts'
import { nested } from '../walk.ts'
import type { ObjectBook } from './book.ts'

export type ParamsBook = Readonly<Partial<Record<OperationKind, Check>>>

type Members = ShapeTable['members']

const id = { check: check.id, need: 'error' } as const
const text = { check: check.text } as const
const struct = { check: check.struct } as const
const count = { check: check.whole } as const
const modes = check.list(check.mediaType)

function paramsOf(name: string, section: string, version: string, members: Members): Check {
  return nested(compileShape({ name, section, rule: 'DM-SERIAL-004', members }, version))
}

export function paramsOne(book: ObjectBook, candidate: boolean): ParamsBook {
  const params = (name: string, section: string, members: Members): Check =>
    paramsOf(name, section, book.version, { tenant: text, ...members })
  const configuration = paramsOf('SendMessageConfiguration', '3.2.2', book.version, {
    acceptedOutputModes: { check: modes },
    historyLength: count,
    ...(candidate
      ? { blocking: { check: check.flag }, pushNotificationConfig: { check: book.inlinePushConfig } }
      : {
          returnImmediately: { check: check.flag },
          taskPushNotificationConfig: { check: book.inlinePushConfig },
        }),
  })
  const send = params('SendMessageRequest', '3.2.1', {
    message: { check: book.message, need: 'error' },
    configuration: { check: configuration },
    metadata: struct,
  })
  const task = (name: string, section: string, more: Members = {}): Check =>
    params(name, section, { id, ...more })
  const config = (name: string, section: string): Check => params(name, section, { taskId: id, id })
  const rcConfig = {
    taskId: id,
    configId: id,
    config: { check: book.inlinePushConfig, need: 'error' },
  } as const
  return {
    send,
    stream: send,
    get: task('GetTaskRequest', '3.1.3', { historyLength: count }),
    list: params('ListTasksRequest', '3.1.4', {
      contextId: text,
      status: { check: check.oneOf(protoStates('CANCELED'), 'DM-TASK-002', 'error') },
      pageSize: count,
      pageToken: text,
      historyLength: count,
      statusTimestampAfter: { check: check.timestamp('error') },
      includeArtifacts: { check: check.flag },
    }),
    cancel: task('CancelTaskRequest', '3.1.5', candidate ? {} : { metadata: struct }),
    subscribe: task('SubscribeToTaskRequest', '3.1.6'),
    'push-create': candidate
      ? params('CreateTaskPushNotificationConfigRequest', '3.1.7', rcConfig)
      : book.pushConfig,
    'push-get': config('GetTaskPushNotificationConfigRequest', '3.1.8'),
    'push-list': params('ListTaskPushNotificationConfigsRequest', '3.1.9', {
      taskId: id,
      pageSize: count,
      pageToken: text,
    }),
    'push-delete': config('DeleteTaskPushNotificationConfigRequest', '3.1.10'),
    'extended-card': params('GetExtendedAgentCardRequest', '3.1.11', {}),
  }
}

export function paramsByKind(book: ObjectBook): ParamsBook {
  const { version } = book
  const modesNeeded: Member =
    version === '0.2.6' || version === '0.3.0' ? { check: modes } : { check: modes, need: 'error' }
  const configuration = paramsOf('MessageSendConfiguration', '7.1.2', version, {
    acceptedOutputModes: modesNeeded,
    blocking: { check: check.flag },
    historyLength: count,
    pushNotificationConfig: { check: book.inlinePushConfig },
  })
  const send = paramsOf('MessageSendParams', '7.1.1', version, {
    message: { check: book.message, need: 'error' },
    configuration: { check: configuration },
    metadata: struct,
  })
  const named = paramsOf('TaskIdParams', '7.4.1', version, { id, metadata: struct })
  return {
    send,
    stream: send,
    get: paramsOf('TaskQueryParams', '7.3.1', version, { id, historyLength: count, metadata: struct }),
    cancel: named,
    subscribe: named,
    'push-create': book.pushConfig,
    'push-get': paramsOf('GetTaskPushNotificationConfigParams', '7.6.1', version, {
      id,
      pushNotificationConfigId: { ...text, since: '0.2.5' },
      metadata: struct,
    }),
    'push-list': paramsOf('ListTaskPushNotificationConfigParams', '7.7.1', version, { id, metadata: struct }),
    'push-delete': paramsOf('DeleteTaskPushNotificationConfigParams', '7.8.1', version, {
      id,
      pushNotificationConfigId: id,
      metadata: struct,
    }),
  }
}

/** REST of 0.3 has a body only for sends; the body that creates a push configuration is disputed (PROTOCOL §4.2). */
export function paramsOfProto(book: ObjectBook): ParamsBook {
  const configuration = paramsOf('SendMessageConfiguration', 'a2a.proto', book.version, {
    acceptedOutputModes: { check: modes },
    blocking: { check: check.flag },
    historyLength: count,
    pushNotification: { check: book.inlinePushConfig },
  })
  const send = paramsOf('SendMessageRequest', 'a2a.proto', book.version, {
    message: { check: book.message, need: 'error', aliases: ['request'] },
    configuration: { check: configuration },
    metadata: struct,
  })
  return { send, stream: send }
}

export function paramsOfZeroOne(book: ObjectBook): ParamsBook {
  const params = (name: string, members: Members): Check =>
    paramsOf(name, 'JSON Schema', book.version, members)
  const send = params('TaskSendParams', {
    id,
    sessionId: text,
    message: { check: book.message, need: 'error' },
    pushNotification: { check: book.inlinePushConfig },
    historyLength: count,
    metadata: struct,
  })
  const query = params('TaskQueryParams', { id, historyLength: count, metadata: struct })
  const named = params('TaskIdParams', { id, metadata: struct })
  return {
    send,
    stream: send,
    get: query,
    cancel: named,
    subscribe: query,
    'push-create': book.pushConfig,
    'push-get': named,
  }
}
