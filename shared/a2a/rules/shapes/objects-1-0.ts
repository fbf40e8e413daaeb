// The objects of 1.0 and of its release candidate, as ProtoJSON. Facts: a2a.proto of 1.0.1 and 1.0.0-rc.

import { authorizationIsExplained, statusEventAgrees, taskAgrees } from '../agreement.ts'
import * as check from '../checks.ts'
import { anything } from '../free-json.ts'
import { compileShape, type Foreign, type Shape, type ShapeTable } from '../shape.ts'
import { protoRoles, protoStates } from '../spelling.ts'
import { wrappedUpdate } from '../update.ts'
import { nested } from '../walk.ts'
import type { ObjectBook } from './book.ts'

export type OneVersion = '1.0-rc' | '1.0'

const noKind: Readonly<Record<string, Foreign>> = {
  kind: {
    severity: 'error',
    message: '`kind` ended with 0.3; 1.0 tells objects apart by the member that wraps them.',
    hint: 'Leave `kind` out.',
  },
}

const noFinal: Foreign = {
  severity: 'warning',
  message: '`final` ended with 0.3; in 1.0 the stream is over when it closes.',
}

const partForeign: Readonly<Record<string, Foreign>> = {
  ...noKind,
  type: { severity: 'error', message: '`type` tells parts apart in 0.1 only.' },
  file: {
    severity: 'error',
    message: '`file` ended with 0.3; 1.0 has `raw` or `url` with `filename` and `mediaType`.',
  },
  mimeType: { severity: 'warning', message: '`mimeType` is called `mediaType` since 1.0.' },
}

export function objectsOneZero(version: OneVersion): ObjectBook {
  const shape = (table: ShapeTable): Shape => compileShape(table, version)
  const state = check.oneOf(protoStates('CANCELED'), 'DM-TASK-002', 'error')
  const role = check.oneOf(protoRoles(), 'DM-MSG-002', 'error')
  const metadata = { check: check.struct }

  const part = shape({
    name: 'Part',
    section: 'part',
    rule: 'DM-PART-001',
    choice: { what: 'content', rule: 'DM-PART-001', none: 'error' },
    members: {
      text: { check: check.text, choice: true },
      raw: { check: check.base64, choice: true },
      url: { check: check.url, choice: true },
      data: { check: anything, choice: true, nullable: true },
      metadata,
      filename: { check: check.text },
      mediaType: { check: check.mediaType },
    },
    foreign: partForeign,
  })
  const parts = check.list(nested(part), { empty: 'warning' })

  const message = shape({
    name: 'Message',
    section: 'message',
    rule: 'DM-MSG-001',
    members: {
      messageId: { check: check.looseId, need: 'warning' },
      contextId: { check: check.text },
      taskId: { check: check.text },
      role: { check: role, need: 'error' },
      parts: { check: parts, need: 'error' },
      metadata,
      extensions: { check: check.list(check.uri('PARLEY-OBJ-014')) },
      referenceTaskIds: { check: check.list(check.id) },
    },
    foreign: noKind,
  })

  const status = shape({
    name: 'TaskStatus',
    section: 'status',
    rule: 'DM-STATUS-001',
    members: {
      state: { check: state, need: 'error' },
      message: { check: nested(message) },
      timestamp: { check: check.timestamp('error') },
    },
    foreign: noKind,
    also: authorizationIsExplained,
  })

  const artifact = shape({
    name: 'Artifact',
    section: 'artifact',
    rule: 'DM-ART-001',
    members: {
      artifactId: { check: check.id, need: 'error' },
      name: { check: check.text },
      description: { check: check.text },
      parts: { check: parts, need: 'error' },
      metadata,
      extensions: { check: check.list(check.uri('PARLEY-OBJ-014')) },
    },
    foreign: noKind,
  })

  const task = shape({
    name: 'Task',
    section: 'task',
    rule: 'DM-TASK-001',
    members: {
      id: { check: check.id, need: 'error' },
      contextId: version === '1.0-rc' ? { check: check.looseId, need: 'warning' } : { check: check.text },
      status: { check: nested(status), need: 'error' },
      artifacts: { check: check.list(nested(artifact)), aliases: ['aritfacts'] },
      history: { check: check.list(nested(message)) },
      metadata,
    },
    foreign: noKind,
    also: taskAgrees,
  })

  const statusUpdate = shape({
    name: 'TaskStatusUpdateEvent',
    section: 'status event',
    rule: 'DM-SERIAL-004',
    members: {
      taskId: { check: check.id, need: 'error' },
      contextId: { check: check.looseId, need: 'warning' },
      status: { check: nested(status), need: 'error' },
      metadata,
    },
    foreign: { ...noKind, final: noFinal },
    also: statusEventAgrees,
  })

  const artifactUpdate = shape({
    name: 'TaskArtifactUpdateEvent',
    section: 'artifact event',
    rule: 'DM-SERIAL-004',
    members: {
      taskId: { check: check.id, need: 'error' },
      contextId: { check: check.looseId, need: 'warning' },
      artifact: { check: nested(artifact), need: 'error' },
      append: { check: check.flag },
      lastChunk: { check: check.flag },
      metadata,
    },
    foreign: { ...noKind, final: noFinal },
  })

  const payload = { what: 'payload', rule: 'PARLEY-OBJ-007', none: 'error' } as const
  const sendResponse = shape({
    name: 'SendMessageResponse',
    section: 'send',
    rule: 'DM-SERIAL-004',
    choice: payload,
    members: {
      task: { check: nested(task), choice: true },
      message: { check: nested(message), choice: true, aliases: ['msg'] },
    },
    foreign: noKind,
  })
  const streamResponse = shape({
    name: 'StreamResponse',
    section: 'stream answer',
    rule: 'DM-SERIAL-004',
    choice: payload,
    members: {
      task: { check: nested(task), choice: true },
      message: { check: nested(message), choice: true, aliases: ['msg'] },
      statusUpdate: { check: nested(statusUpdate), choice: true },
      artifactUpdate: { check: nested(artifactUpdate), choice: true },
    },
    foreign: noKind,
  })

  const page = shape({
    name: 'ListTasksResponse',
    section: 'list',
    rule: 'DM-SERIAL-004',
    members: {
      tasks: { check: check.list(nested(task)), need: 'error' },
      nextPageToken: { check: check.text, need: 'error', rule: 'CORE-LIST-004' },
      pageSize: { check: check.count, need: 'error' },
      totalSize: { check: check.count, need: 'error' },
    },
  })

  const push = pushShapes(shape, version)
  const bare = { task, message, 'status-update': statusUpdate, 'artifact-update': artifactUpdate }
  return {
    version,
    task: nested(task),
    message: nested(message),
    send: wrappedUpdate(sendResponse, { task, message }),
    event: wrappedUpdate(streamResponse, bare),
    webhook: wrappedUpdate(streamResponse, bare, 'PUSH-DELIVER-003'),
    page: nested(page),
    pushConfig: nested(push.config),
    inlinePushConfig: nested(push.inline),
    pushPage: nested(push.page),
    deleted: 'null-or-empty',
  }
}

function pushShapes(shape: (table: ShapeTable) => Shape, version: OneVersion) {
  const authentication = shape({
    name: 'AuthenticationInfo',
    section: 'push authentication',
    rule: 'DM-SERIAL-004',
    members: { scheme: { check: check.filled(), need: 'error' }, credentials: { check: check.text } },
    foreign: { schemes: { severity: 'error', message: '`schemes` ended with 0.3; 1.0 has one `scheme`.' } },
  })
  const inner = {
    url: { check: check.url, need: 'error' },
    token: { check: check.text },
    authentication: { check: nested(authentication) },
  } as const
  const ids = { tenant: { check: check.text }, id: { check: check.text }, taskId: { check: check.text } }
  const nestedConfig = shape({
    name: 'PushNotificationConfig',
    section: 'push configuration',
    rule: 'DM-SERIAL-004',
    members: { id: { check: check.text }, ...inner },
  })
  const config = shape({
    name: 'TaskPushNotificationConfig',
    section: 'push configuration',
    rule: 'DM-SERIAL-004',
    members:
      version === '1.0'
        ? { ...ids, ...inner }
        : {
            tenant: ids.tenant,
            id: { check: check.id, need: 'error' },
            taskId: { check: check.id, need: 'error' },
            pushNotificationConfig: { check: nested(nestedConfig), need: 'error' },
          },
    foreign:
      version === '1.0'
        ? {
            pushNotificationConfig: {
              severity: 'error',
              message: '1.0 has the configuration flat, not nested.',
            },
          }
        : {},
  })
  const page = shape({
    name: 'ListTaskPushNotificationConfigsResponse',
    section: 'push list',
    rule: 'DM-SERIAL-004',
    members: { configs: { check: check.list(nested(config)) }, nextPageToken: { check: check.text } },
  })
  // Flat since 1.0; before, an object of its own.
  return { config, page, inline: version === '1.0' ? config : nestedConfig }
}
