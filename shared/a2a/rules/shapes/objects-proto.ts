// The objects of 0.3 REST and gRPC: ProtoJSON of the package `a2a.v1` as deployed. No field of that proto is marked
// required and default values are left out, so only what no reader can do without is needed here.

import { statusEventAgrees, taskAgrees } from '../agreement.ts'
import * as check from '../checks.ts'
import { compileShape, type Foreign, type Shape, type ShapeTable } from '../shape.ts'
import { protoRoles, protoStates } from '../spelling.ts'
import { wrappedUpdate } from '../update.ts'
import { nested } from '../walk.ts'
import type { ObjectBook } from './book.ts'

const version = '0.3.0'
const shape = (table: ShapeTable): Shape => compileShape(table, version)

const noKind: Readonly<Record<string, Foreign>> = {
  kind: { severity: 'warning', message: '`kind` belongs to JSON-RPC; ProtoJSON wraps objects instead.' },
}

export function objectsOfProto(): ObjectBook {
  const metadata = { check: check.struct }
  const state = check.oneOf(protoStates('CANCELLED'), 'DM-TASK-002', 'warning')
  const role = check.oneOf(protoRoles(), 'DM-MSG-002', 'warning')
  const extensions = { check: check.list(check.uri('PARLEY-OBJ-014')) }
  const parts = check.list(nested(partShape()))

  const message = shape({
    name: 'Message',
    section: 'message',
    rule: 'DM-MSG-001',
    members: {
      messageId: { check: check.looseId, need: 'warning' },
      contextId: { check: check.text },
      taskId: { check: check.text },
      role: { check: role, need: 'error' },
      content: { check: parts, need: 'error' },
      metadata,
      extensions,
    },
    foreign: {
      ...noKind,
      parts: { severity: 'error', message: '`parts` of a message is called `content` in this dialect.' },
    },
  })
  const status = shape({
    name: 'TaskStatus',
    section: 'status',
    rule: 'DM-STATUS-001',
    members: {
      state: { check: state, need: 'error' },
      message: { check: nested(message), aliases: ['update'] },
      timestamp: { check: check.timestamp('none') },
    },
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
      extensions,
    },
    foreign: noKind,
  })
  const task = shape({
    name: 'Task',
    section: 'task',
    rule: 'DM-TASK-001',
    members: {
      id: { check: check.id, need: 'error' },
      contextId: { check: check.text },
      status: { check: nested(status), need: 'error' },
      artifacts: { check: check.list(nested(artifact)) },
      history: { check: check.list(nested(message)) },
      metadata,
    },
    foreign: noKind,
    also: taskAgrees,
  })
  const eventIds = { taskId: { check: check.id, need: 'error' }, contextId: { check: check.text } } as const
  const statusUpdate = shape({
    name: 'TaskStatusUpdateEvent',
    section: 'status event',
    rule: 'DM-SERIAL-004',
    members: {
      ...eventIds,
      status: { check: nested(status), need: 'error' },
      final: { check: check.flag },
      metadata,
    },
    foreign: noKind,
    also: statusEventAgrees,
  })
  const artifactUpdate = shape({
    name: 'TaskArtifactUpdateEvent',
    section: 'artifact event',
    rule: 'DM-SERIAL-004',
    members: {
      ...eventIds,
      artifact: { check: nested(artifact), need: 'error' },
      append: { check: check.flag },
      lastChunk: { check: check.flag },
      metadata,
    },
    foreign: noKind,
  })

  const choice = { what: 'payload', rule: 'PARLEY-OBJ-007', none: 'error' } as const
  const payloads = {
    task: { check: nested(task), choice: true },
    message: { check: nested(message), choice: true, aliases: ['msg'] },
  } as const
  const sendResponse = shape({
    name: 'SendMessageResponse',
    section: 'send',
    rule: 'DM-SERIAL-004',
    choice,
    members: payloads,
    foreign: noKind,
  })
  const streamResponse = shape({
    name: 'StreamResponse',
    section: 'stream answer',
    rule: 'DM-SERIAL-004',
    choice,
    members: {
      ...payloads,
      statusUpdate: { check: nested(statusUpdate), choice: true },
      artifactUpdate: { check: nested(artifactUpdate), choice: true },
    },
    foreign: noKind,
  })
  const push = pushConfigShape()
  const pushPage = shape({
    name: 'ListTaskPushNotificationConfigResponse',
    section: 'push list',
    rule: 'DM-SERIAL-004',
    members: { configs: { check: check.list(nested(push.config)) }, nextPageToken: { check: check.text } },
  })
  const bare = { task, message, 'status-update': statusUpdate, 'artifact-update': artifactUpdate }
  return {
    version,
    task: nested(task),
    message: nested(message),
    send: wrappedUpdate(sendResponse, { task, message }),
    event: wrappedUpdate(streamResponse, bare),
    webhook: wrappedUpdate(streamResponse, bare),
    pushConfig: nested(push.config),
    inlinePushConfig: nested(push.inline),
    pushPage: nested(pushPage),
    deleted: 'null-or-empty',
  }
}

function partShape(): Shape {
  const file = shape({
    name: 'FilePart',
    section: 'file part',
    rule: 'DM-PART-001',
    choice: { what: 'content', rule: 'DM-PART-001', none: 'error' },
    members: {
      fileWithUri: { check: check.url, choice: true, aliases: ['uri'] },
      fileWithBytes: { check: check.base64Once, choice: true, aliases: ['bytes'] },
      mimeType: { check: check.mediaType, aliases: ['mediaType'] },
      name: { check: check.text },
    },
  })
  const data = shape({
    name: 'DataPart',
    section: 'data part',
    rule: 'DM-PART-001',
    members: { data: { check: check.struct, need: 'error' } },
  })
  return shape({
    name: 'Part',
    section: 'part',
    rule: 'DM-PART-001',
    choice: { what: 'content', rule: 'DM-PART-001', none: 'error' },
    members: {
      text: { check: check.text, choice: true },
      file: { check: nested(file), choice: true },
      data: { check: nested(data), choice: true },
      metadata: { check: check.struct },
    },
    foreign: noKind,
  })
}

function pushConfigShape(): { readonly config: Shape; readonly inline: Shape } {
  const authentication = shape({
    name: 'AuthenticationInfo',
    section: 'push authentication',
    rule: 'DM-SERIAL-004',
    members: { schemes: { check: check.list(check.filled()) }, credentials: { check: check.text } },
  })
  const inline = shape({
    name: 'PushNotificationConfig',
    section: 'push configuration',
    rule: 'DM-SERIAL-004',
    members: {
      id: { check: check.text },
      url: { check: check.url, need: 'error' },
      token: { check: check.text },
      authentication: { check: nested(authentication) },
    },
  })
  const config = shape({
    name: 'TaskPushNotificationConfig',
    section: 'task push configuration',
    rule: 'DM-SERIAL-004',
    members: {
      name: { check: check.filled('warning'), need: 'warning' },
      pushNotificationConfig: { check: nested(inline), need: 'error' },
    },
  })
  return { config, inline }
}
