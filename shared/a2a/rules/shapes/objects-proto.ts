// The objects of 0.3 REST and gRPC: ProtoJSON of the package `a2a.v1` as deployed. That proto marks no field as required and
// leaves default values out, so only indispensable members are required here.

import * as check from '../checks.ts'
import { compileShape, type Foreign, type Shape, type ShapeTable } from '../shape.ts'
import { protoRoles, protoStates } from '../spelling.ts'
import { nested } from '../walk.ts'
import type { ObjectBook } from './book.ts'
import {
  coreShapes,
  extensions,
  flag,
  messageIds,
  metadata,
  needed,
  pieces,
  pushBooks,
  text,
  wrappedBooks,
} from './core-shapes.ts'

const version = '0.3.0'
const shape = (table: ShapeTable): Shape => compileShape(table, version)

const noKind: Readonly<Record<string, Foreign>> = {
  kind: { severity: 'warning', message: '`kind` belongs to JSON-RPC; ProtoJSON wraps objects instead.' },
}

export function objectsOfProto(): ObjectBook {
  const parts = check.list(nested(partShape()))
  const eventIds = { taskId: needed(check.id), contextId: text }
  const core = coreShapes(shape, {
    state: check.oneOf(protoStates('CANCELLED'), 'DM-TASK-002', 'warning'),
    role: check.oneOf(protoRoles(), 'DM-MSG-002', 'warning'),
    ...{ parts, timestamp: check.timestamp('none') },
    message: {
      members: { ...messageIds, content: needed(parts), extensions },
      foreign: {
        ...noKind,
        parts: { severity: 'error', message: '`parts` of a message is called `content` in this dialect.' },
      },
    },
    status: { aliases: { message: ['update'] } },
    artifact: { members: { artifactId: needed(check.id), extensions }, foreign: noKind },
    task: { members: { contextId: text }, foreign: noKind },
    statusUpdate: { members: { ...eventIds, final: flag }, foreign: noKind },
    artifactUpdate: { members: { ...eventIds, ...pieces }, foreign: noKind },
  })
  const { task, message } = core
  const push = pushBooks(shape, {
    ids: { name: { check: check.filled('warning'), need: 'warning' } },
    id: text,
    authentication: { name: 'AuthenticationInfo' },
    schemes: { check: check.list(check.filled()) },
  })
  const pushPage = shape({
    name: 'ListTaskPushNotificationConfigResponse',
    section: 'push list',
    rule: 'DM-SERIAL-004',
    members: { configs: { check: push.pushPage }, nextPageToken: text },
  })
  return {
    version,
    task: nested(task),
    message: nested(message),
    ...wrappedBooks(shape, core, noKind),
    ...push,
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
      name: text,
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
      metadata,
    },
    foreign: noKind,
  })
}
