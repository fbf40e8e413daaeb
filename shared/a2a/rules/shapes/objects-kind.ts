// The objects of 0.2.0 to 0.3.0 as JSON-RPC and the schema-shaped REST dialect send them: distinguished by `kind`.
// Facts: the JSON Schemas of those tags.

import * as check from '../checks.ts'
import type { Check } from '../report.ts'
import type { Topic } from '../sections.ts'
import { compileShape, type Foreign, type Member, type Shape, type ShapeTable } from '../shape.ts'
import { plainRoles, plainStates } from '../spelling.ts'
import { updateByKind } from '../update.ts'
import { nested } from '../walk.ts'
import type { ObjectBook } from './book.ts'
import {
  coreShapes,
  extensions,
  fileContent,
  type MakeShape,
  messageIds,
  metadata,
  needed,
  partsByWord,
  pieces,
  pushBooks,
} from './core-shapes.ts'

export type KindVersion = '0.2.0' | '0.2.1' | '0.2.2' | '0.2.3' | '0.2.4' | '0.2.5' | '0.2.6' | '0.3.0'

const noType: Foreign = {
  severity: 'warning',
  message: '`type` told parts apart in 0.1; since 0.2 it is `kind`.',
}

const protoFile: Readonly<Record<string, Foreign>> = {
  fileWithBytes: { severity: 'error', message: '`fileWithBytes` is the REST spelling; here it is `bytes`.' },
  fileWithUri: { severity: 'error', message: '`fileWithUri` is the REST spelling; here it is `uri`.' },
}

function kindMember(kind: string) {
  const hint = check.literalHint('kind', kind)
  return { check: check.literal(kind), need: 'warning', rule: 'PARLEY-OBJ-006', hint } as const
}

export function objectsByKind(version: KindVersion): ObjectBook {
  const shape = (table: ShapeTable): Shape => compileShape(table, version)
  const parts = check.list(partByKind(shape))
  const contextId: Member = { check: check.looseId, need: 'warning' }
  const eventIds = { taskId: needed(check.id), contextId }
  const since022 = { extensions: { ...extensions, since: '0.2.2' } }
  const { message, task, statusUpdate, artifactUpdate } = coreShapes(shape, {
    state: check.oneOf(plainStates(), 'DM-TASK-002', 'warning'),
    role: check.oneOf(plainRoles(), 'DM-MSG-002', 'warning'),
    ...{ parts, timestamp: check.timestamp('none') },
    message: {
      members: {
        kind: kindMember('message'),
        ...messageIds,
        parts: needed(parts),
        referenceTaskIds: { check: check.list(check.id), since: '0.2.1' },
        ...since022,
      },
      foreign: {
        content: { severity: 'error', message: '`content` is the REST spelling; here it is `parts`.' },
      },
    },
    artifact: { members: { artifactId: needed(check.id), ...since022 } },
    task: { members: { kind: kindMember('task'), contextId }, aliases: { artifacts: ['aritfacts'] } },
    statusUpdate: {
      members: {
        kind: kindMember('status-update'),
        ...eventIds,
        final: { check: check.flag, need: 'warning' },
      },
    },
    artifactUpdate: {
      members: { kind: kindMember('artifact-update'), ...eventIds, ...pieces },
      aliases: { artifact: ['aritfact'] },
    },
  })

  return {
    version,
    task: nested(task),
    message: nested(message),
    send: updateByKind({ task, message }, 'send'),
    event: updateByKind(
      { task, message, 'status-update': statusUpdate, 'artifact-update': artifactUpdate },
      'stream answer',
    ),
    webhook: updateByKind({ task }, 'notification', 'PUSH-DELIVER-003'),
    // The prose of 0.2.6 and 0.3 gives REST a bare list of tasks.
    page: check.list(nested(task)),
    ...pushBooks(shape, {
      ids: { taskId: needed(check.id) },
      id: { check: check.text, since: '0.2.2' },
      authentication: {
        name: 'PushNotificationAuthenticationInfo',
        foreign: {
          scheme: { severity: 'warning', message: '`scheme` was added in 1.0; before, `schemes` is a list.' },
        },
      },
      schemes: needed(check.list(check.filled())),
    }),
    deleted: 'null',
  }
}

function partByKind(shape: MakeShape): Check {
  const file = fileContent(shape, {
    name: 'FilePart.file',
    mimeType: { check: check.mediaType, aliases: ['mime', 'mediaType'] },
    foreign: protoFile,
  })
  const table = (name: string, kind: string, section: Topic, content: ShapeTable['members']): Shape =>
    shape({
      name,
      section,
      rule: 'DM-PART-001',
      members: { kind: kindMember(kind), ...content, metadata },
      foreign: { type: noType },
    })
  return partsByWord('kind', {
    text: table('TextPart', 'text', 'text part', { text: needed(check.text) }),
    file: table('FilePart', 'file', 'file part', { file }),
    data: table('DataPart', 'data', 'data part', { data: needed(check.struct) }),
  })
}
