// The agent's end of `Dialect.encode`: decodes a call into its operation. Accepts the names of all versions, since an agent
// that replays a recording is called by newer clients.

import type { DialectId, WireCall } from '../dialect.ts'
import { plainHabits, protoHabits } from '../dialects/calls.ts'
import { isObject, textOf } from '../json-kinds.ts'
import type { JsonObject, Message, PushConfig } from '../model.ts'
import type { Operation, SendOptions } from '../operation.ts'
import { type Habits, strings, type Writable } from '../read/members.ts'
import { readMessage } from '../read/message.ts'
import { readPushConfig, resourceName } from '../read/push-config.ts'
import { stateOf } from '../read/spellings.ts'
import { type Called, calledBy } from './called.ts'

/** Undefined when the call is not an operation of this dialect, or lacks what the operation needs. */
export function decodeOperation(dialect: DialectId, call: WireCall): Operation | undefined {
  const called = calledBy(dialect, call)
  if (called === undefined) return undefined
  const reading = dialect === '0.3-proto' ? protoHabits : plainHabits
  return withoutUndefined(operationOf(called, reading, dialect))
}

function operationOf({ kind, members }: Called, reading: Habits, dialect: DialectId): Loose | undefined {
  const ids = idsOf(members)
  const { metadata } = members
  switch (kind) {
    case 'send':
    case 'stream': {
      const message = messageOf(members, reading, dialect)
      if (message === undefined) return undefined
      return {
        kind,
        message,
        options: optionsOf(members, dialect),
        metadata: isObject(metadata) ? metadata : undefined,
      }
    }
    case 'get':
      return { kind, taskId: ids.task, historyLength: numberIn(members, 'historyLength') }
    case 'list':
      return listOperation(members)
    case 'cancel':
      return { kind, taskId: ids.task, metadata: isObject(metadata) ? metadata : undefined }
    case 'subscribe':
      return { kind, taskId: ids.task }
    case 'push-create':
      return pushCreate(members)
    case 'push-get':
    case 'push-delete':
      return { kind, taskId: ids.owner, configId: ids.config }
    case 'push-list':
      return {
        kind,
        taskId: ids.owner,
        pageSize: numberIn(members, 'pageSize'),
        pageToken: textOf(members, 'pageToken'),
      }
    case 'extended-card':
      return { kind }
  }
}

type Loose = Readonly<Record<string, unknown>> & { readonly kind: Operation['kind'] }

/** Drops members that are undefined because a call left them out. */
function withoutUndefined(operation: Loose | undefined): Operation | undefined {
  if (operation === undefined) return undefined
  return Object.fromEntries(
    Object.entries(operation).filter(([, value]) => value !== undefined),
  ) as unknown as Operation
}

/** 1.0 names a task `id` and, beside a configuration's `id`, `taskId`; 0.x has `pushNotificationConfigId` beside `id`. */
function idsOf(members: JsonObject): { task: string; owner: string; config: string } {
  const { id, taskId, pushNotificationConfigId, name, parent } = members
  const resource = typeof name === 'string' ? name : parent
  const named = typeof resource === 'string' ? resourceName(resource) : undefined
  const plain = typeof id === 'string' ? id : ''
  if (named !== undefined) return { task: named.taskId, owner: named.taskId, config: named.configId ?? '' }
  if (typeof taskId === 'string') return { task: plain, owner: taskId, config: plain }
  const config = typeof pushNotificationConfigId === 'string' ? pushNotificationConfigId : ''
  return { task: plain, owner: plain, config }
}

function messageOf(members: JsonObject, reading: Habits, dialect: DialectId): Message | undefined {
  const { message, request, id, sessionId } = members
  const raw = isObject(message) ? message : request
  if (!isObject(raw)) return undefined
  const read = readMessage(raw, reading)
  if (dialect !== '0.1') return read
  return {
    ...read,
    ...(typeof id === 'string' ? { taskId: id } : {}),
    ...(typeof sessionId === 'string' ? { contextId: sessionId } : {}),
  }
}

/** 0.1 has its options beside the message, later versions under `configuration`. */
function optionsOf(members: JsonObject, dialect: DialectId): SendOptions | undefined {
  const { configuration } = members
  const from = dialect === '0.1' ? members : configuration
  if (!isObject(from)) return undefined
  const { blocking, returnImmediately, acceptedOutputModes } = from
  const options: Writable<SendOptions> = {}
  const modes = strings(acceptedOutputModes ?? null)
  if (modes !== undefined) options.acceptedOutputModes = modes
  const length = numberIn(from, 'historyLength')
  if (length !== undefined) options.historyLength = length
  if (typeof returnImmediately === 'boolean') options.returnImmediately = returnImmediately
  else if (typeof blocking === 'boolean') options.returnImmediately = !blocking
  const push = inlinePush(from)
  if (push !== undefined) options.push = push
  return dialect !== '0.1' || Object.keys(options).length > 0 ? options : undefined
}

function inlinePush(configuration: JsonObject): PushConfig | undefined {
  const { taskPushNotificationConfig, pushNotificationConfig, pushNotification } = configuration
  const raw = taskPushNotificationConfig ?? pushNotificationConfig ?? pushNotification
  return isObject(raw) ? readPushConfig(raw) : undefined
}

function listOperation(members: JsonObject): Loose {
  const { status, includeArtifacts } = members
  return {
    kind: 'list',
    contextId: textOf(members, 'contextId'),
    state: stateOf(status ?? null),
    pageSize: numberIn(members, 'pageSize'),
    pageToken: textOf(members, 'pageToken'),
    historyLength: numberIn(members, 'historyLength'),
    statusTimestampAfter: textOf(members, 'statusTimestampAfter'),
    includeArtifacts: typeof includeArtifacts === 'boolean' ? includeArtifacts : undefined,
  }
}

/** `{parent, configId, config}` in `a2a.v1`, `{taskId, configId, config}` in the candidate, else the object itself. */
function pushCreate(members: JsonObject): Loose {
  const { config: nested, configId: _, ...itself } = members
  const { parent, taskId } = itself
  const { taskId: read, ...config } = readPushConfig(isObject(nested) ? nested : itself)
  const named = typeof parent === 'string' ? resourceName(parent)?.taskId : taskId
  return { kind: 'push-create', taskId: typeof named === 'string' ? named : (read ?? ''), config }
}

function numberIn(members: JsonObject, name: string): number | undefined {
  const value = members[name]
  return typeof value === 'number' ? value : undefined
}
