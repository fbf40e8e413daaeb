// Requests of a client by operation: the params of JSON-RPC, which are also the bodies of REST where an operation has one.
// Facts: PROTOCOL §3.2, §3.9 and §4.2.

import type { OperationKind } from '../../operation.ts'
import * as check from '../checks.ts'
import type { Check } from '../report.ts'
import type { Topic } from '../sections.ts'
import { compileShape, type Member, type ShapeTable } from '../shape.ts'
import { protoStates } from '../spelling.ts'
import { nested } from '../walk.ts'
import type { ObjectBook } from './book.ts'

export type ParamsBook = Readonly<Partial<Record<OperationKind, Check>>>

type Members = ShapeTable['members']

const id = { check: check.id, need: 'error' } as const
const text = { check: check.text } as const
const struct = { check: check.struct } as const
const count = { check: check.count } as const
const modes = check.list(check.mediaType)

function paramsOf(name: string, section: Topic, version: string, members: Members): Check {
  return nested(compileShape({ name, section, rule: 'DM-SERIAL-004', members }, version))
}

export function paramsOne(book: ObjectBook, candidate: boolean): ParamsBook {
  const params = (name: string, section: Topic, members: Members): Check =>
    paramsOf(name, section, book.version, { tenant: text, ...members })
  const configuration = paramsOf('SendMessageConfiguration', 'send configuration', book.version, {
    acceptedOutputModes: { check: modes },
    historyLength: count,
    ...(candidate
      ? { blocking: { check: check.flag }, pushNotificationConfig: { check: book.inlinePushConfig } }
      : {
          returnImmediately: { check: check.flag },
          taskPushNotificationConfig: { check: book.inlinePushConfig },
        }),
  })
  const send = params('SendMessageRequest', 'send parameters', {
    message: { check: book.message, need: 'error' },
    configuration: { check: configuration },
    metadata: struct,
  })
  const task = (name: string, section: Topic, more: Members = {}): Check =>
    params(name, section, { id, ...more })
  const config = (name: string, section: Topic): Check => params(name, section, { taskId: id, id })
  const rcConfig = {
    taskId: id,
    configId: id,
    config: { check: book.inlinePushConfig, need: 'error' },
  } as const
  return {
    send,
    stream: send,
    get: task('GetTaskRequest', 'get', { historyLength: count }),
    list: params('ListTasksRequest', 'list', {
      contextId: text,
      status: { check: check.oneOf(protoStates('CANCELED'), 'DM-TASK-002', 'error') },
      pageSize: count,
      pageToken: text,
      historyLength: count,
      statusTimestampAfter: { check: check.timestamp('error') },
      includeArtifacts: { check: check.flag },
    }),
    cancel: task('CancelTaskRequest', 'cancel', candidate ? {} : { metadata: struct }),
    subscribe: task('SubscribeToTaskRequest', 'subscribe'),
    'push-create': candidate
      ? params('CreateTaskPushNotificationConfigRequest', 'push set', rcConfig)
      : book.pushConfig,
    'push-get': config('GetTaskPushNotificationConfigRequest', 'push get'),
    'push-list': params('ListTaskPushNotificationConfigsRequest', 'push list', {
      taskId: id,
      pageSize: count,
      pageToken: text,
    }),
    'push-delete': config('DeleteTaskPushNotificationConfigRequest', 'push delete'),
    'extended-card': params('GetExtendedAgentCardRequest', 'extended card', {}),
  }
}

export function paramsByKind(book: ObjectBook): ParamsBook {
  const { version } = book
  const modesNeeded: Member =
    version === '0.2.6' || version === '0.3.0' ? { check: modes } : { check: modes, need: 'error' }
  const configuration = paramsOf('MessageSendConfiguration', 'send configuration', version, {
    acceptedOutputModes: modesNeeded,
    blocking: { check: check.flag },
    historyLength: count,
    pushNotificationConfig: { check: book.inlinePushConfig },
  })
  const send = paramsOf('MessageSendParams', 'send parameters', version, {
    message: { check: book.message, need: 'error' },
    configuration: { check: configuration },
    metadata: struct,
  })
  const named = paramsOf('TaskIdParams', 'cancel', version, { id, metadata: struct })
  return {
    send,
    stream: send,
    get: paramsOf('TaskQueryParams', 'get', version, { id, historyLength: count, metadata: struct }),
    cancel: named,
    subscribe: named,
    'push-create': book.pushConfig,
    'push-get': paramsOf('GetTaskPushNotificationConfigParams', 'push get', version, {
      id,
      pushNotificationConfigId: { ...text, since: '0.2.5' },
      metadata: struct,
    }),
    'push-list': paramsOf('ListTaskPushNotificationConfigParams', 'push list', version, {
      id,
      metadata: struct,
    }),
    'push-delete': paramsOf('DeleteTaskPushNotificationConfigParams', 'push delete', version, {
      id,
      pushNotificationConfigId: id,
      metadata: struct,
    }),
  }
}

/** REST of 0.3 has a body only for sends; the body that creates a push configuration is disputed (PROTOCOL §4.2). */
export function paramsOfProto(book: ObjectBook): ParamsBook {
  const configuration = paramsOf('SendMessageConfiguration', 'send configuration', book.version, {
    acceptedOutputModes: { check: modes },
    blocking: { check: check.flag },
    historyLength: count,
    pushNotification: { check: book.inlinePushConfig },
  })
  const send = paramsOf('SendMessageRequest', 'send parameters', book.version, {
    message: { check: book.message, need: 'error', aliases: ['request'] },
    configuration: { check: configuration },
    metadata: struct,
  })
  return { send, stream: send }
}

export function paramsOfZeroOne(book: ObjectBook): ParamsBook {
  const params = (name: string, section: Topic, members: Members): Check =>
    paramsOf(name, section, book.version, members)
  const send = params('TaskSendParams', 'send parameters', {
    id,
    sessionId: text,
    message: { check: book.message, need: 'error' },
    pushNotification: { check: book.inlinePushConfig },
    historyLength: count,
    metadata: struct,
  })
  const query = params('TaskQueryParams', 'get', { id, historyLength: count, metadata: struct })
  const named = params('TaskIdParams', 'cancel', { id, metadata: struct })
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
