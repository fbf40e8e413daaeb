// The objects of 0.1: tasks with client-made ids, numbered artifacts, parts distinguished by `type`.

import { isObject } from '../../json-kinds.ts'
import * as check from '../checks.ts'
import type { Check } from '../report.ts'
import { compileShape, type Foreign, type Shape, type ShapeTable } from '../shape.ts'
import { plainRoles, plainStates } from '../spelling.ts'
import { nested, noteType } from '../walk.ts'
import type { ObjectBook } from './book.ts'
import {
  type CoreShapes,
  coreShapes,
  fileContent,
  flag,
  metadata,
  needed,
  partsByWord,
  pieces,
  pushBooks,
  text,
} from './core-shapes.ts'

const version = '0.1.0'
const shape = (table: ShapeTable): Shape => compileShape(table, version)

const noKind: Readonly<Record<string, Foreign>> = {
  kind: { severity: 'warning', message: '`kind` was added in 0.2.' },
}

export function objectsOfZeroOne(): ObjectBook {
  const parts = check.list(partByType())
  const id = needed(check.id)
  const core = coreShapes(shape, {
    state: check.oneOf(plainStates(['rejected', 'auth-required']), 'DM-TASK-002', 'warning'),
    role: check.oneOf(plainRoles(), 'DM-MSG-002', 'warning'),
    ...{ parts, timestamp: check.timestamp('none') },
    message: { members: { parts: needed(parts) }, foreign: noKind },
    artifact: { members: { index: { check: check.count }, ...pieces } },
    task: { members: { sessionId: text }, foreign: noKind },
    statusUpdate: { members: { id, final: flag }, foreign: noKind },
    artifactUpdate: { members: { id }, foreign: noKind },
  })
  const { task, message } = core
  return {
    version,
    task: nested(task),
    message: nested(message),
    send: nested(task),
    event: eventByMembers(core),
    webhook: nested(task),
    ...pushBooks(shape, {
      ids: { id },
      authentication: { name: 'AuthenticationInfo' },
      schemes: needed(check.list(check.filled())),
    }),
    deleted: 'null',
  }
}

/** Status events and tasks both have `id` and `status`; only a task has the other members. */
function eventByMembers({ task, statusUpdate, artifactUpdate }: CoreShapes): Check {
  const asTask = nested(task)
  const asStatus = nested(statusUpdate)
  const asArtifact = nested(artifactUpdate)
  return (report, value, at) => {
    if (!isObject(value)) noteType(report, at, 'an object (event)', value)
    else if ('artifact' in value) asArtifact(report, value, at)
    else if ('artifacts' in value || 'history' in value || 'sessionId' in value) asTask(report, value, at)
    else asStatus(report, value, at)
  }
}

function partByType(): Check {
  const file = fileContent(shape, { name: 'FileContent', mimeType: { check: check.mediaType } })
  const table = (type: string, content: ShapeTable['members']): Shape =>
    shape({
      name: 'Part',
      section: 'part',
      rule: 'DM-PART-001',
      members: {
        type: {
          ...{ check: check.literal(type), need: 'warning', rule: 'PARLEY-OBJ-006' },
          hint: check.literalHint('type', type),
        },
        ...content,
        metadata,
      },
      foreign: noKind,
    })
  return partsByWord('type', {
    text: table('text', { text: needed(check.text) }),
    file: table('file', { file }),
    data: table('data', { data: needed(check.struct) }),
  })
}
