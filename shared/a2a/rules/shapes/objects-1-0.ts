// The objects of 1.0 and of its release candidate, as ProtoJSON. Facts: a2a.proto of 1.0.1 and 1.0.0-rc.

import { authorizationIsExplained } from '../agreement.ts'
import * as check from '../checks.ts'
import { compileShape, type Foreign, type Member, type Shape, type ShapeTable } from '../shape.ts'
import { protoRoles, protoStates } from '../spelling.ts'
import { anything, nested } from '../walk.ts'
import type { ObjectBook } from './book.ts'
import {
  coreShapes,
  extensions,
  type MakeShape,
  messageIds,
  metadata,
  needed,
  pieces,
  text,
  wrappedBooks,
} from './core-shapes.ts'

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
  const parts = check.list(nested(partShape(shape)), { empty: 'warning' })
  const contextId: Member = { check: check.looseId, need: 'warning' }
  const eventIds = { taskId: needed(check.id), contextId }
  const core = coreShapes(shape, {
    state: check.oneOf(protoStates('CANCELED'), 'DM-TASK-002', 'error'),
    role: check.oneOf(protoRoles(), 'DM-MSG-002', 'error'),
    ...{ parts, timestamp: check.timestamp('error') },
    message: {
      members: {
        ...messageIds,
        parts: needed(parts),
        extensions,
        referenceTaskIds: { check: check.list(check.id) },
      },
      foreign: noKind,
    },
    status: { foreign: noKind, also: authorizationIsExplained },
    artifact: { members: { artifactId: needed(check.id), extensions }, foreign: noKind },
    task: {
      members: { contextId: version === '1.0-rc' ? contextId : text },
      aliases: { artifacts: ['aritfacts'] },
      foreign: noKind,
    },
    statusUpdate: { members: eventIds, foreign: { ...noKind, final: noFinal } },
    artifactUpdate: { members: { ...eventIds, ...pieces }, foreign: { ...noKind, final: noFinal } },
  })
  const { task, message } = core

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

  return {
    version,
    task: nested(task),
    message: nested(message),
    ...wrappedBooks(shape, core, noKind, 'PUSH-DELIVER-003'),
    page: nested(page),
    ...pushBooks(shape, version),
    deleted: 'null-or-empty',
  }
}

function partShape(shape: MakeShape): Shape {
  return shape({
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
      filename: text,
      mediaType: { check: check.mediaType },
    },
    foreign: partForeign,
  })
}

function pushBooks(shape: MakeShape, version: OneVersion) {
  const authentication = shape({
    name: 'AuthenticationInfo',
    section: 'push authentication',
    rule: 'DM-SERIAL-004',
    members: { scheme: { check: check.filled(), need: 'error' }, credentials: text },
    foreign: { schemes: { severity: 'error', message: '`schemes` ended with 0.3; 1.0 has one `scheme`.' } },
  })
  const inner = {
    url: { check: check.url, need: 'error' },
    token: text,
    authentication: { check: nested(authentication) },
  } as const
  const ids = { tenant: text, id: text, taskId: text }
  const nestedConfig = shape({
    name: 'PushNotificationConfig',
    section: 'push configuration',
    rule: 'DM-SERIAL-004',
    members: { id: text, ...inner },
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
            id: needed(check.id),
            taskId: needed(check.id),
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
    members: { configs: { check: check.list(nested(config)) }, nextPageToken: text },
  })
  // Flat since 1.0; before, a nested object.
  const inline = version === '1.0' ? config : nestedConfig
  return { pushConfig: nested(config), inlinePushConfig: nested(inline), pushPage: nested(page) }
}
