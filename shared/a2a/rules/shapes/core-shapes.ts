// What the objects of all versions share. The book of a version adds its own members, and the members of other versions that it
// forbids.

import { defined } from '../../../defined.ts'
import { isObject, memberOf } from '../../json-kinds.ts'
import type { JsonValue } from '../../model.ts'
import { statusEventAgrees, taskAgrees } from '../agreement.ts'
import * as check from '../checks.ts'
import { type Check, inside, note } from '../report.ts'
import type { Member, Shape, ShapeTable } from '../shape.ts'
import { wrappedUpdate } from '../update.ts'
import { nested, noteType, walk } from '../walk.ts'
import type { ObjectBook } from './book.ts'

export type MakeShape = (table: ShapeTable) => Shape
type Members = ShapeTable['members']
type ForeignMembers = NonNullable<ShapeTable['foreign']>

/** Additions of one version to an object. */
interface Own extends Pick<ShapeTable, 'foreign' | 'also'> {
  readonly members?: Members
  /** Misspellings of members that all versions have. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
}

export interface CoreOptions {
  readonly state: Check
  readonly role: Check
  readonly parts: Check
  readonly timestamp: Check
  readonly message: Own
  readonly status?: Own
  readonly artifact: Own
  readonly task: Own
  readonly statusUpdate: Own
  readonly artifactUpdate: Own
}

export interface CoreShapes {
  readonly message: Shape
  readonly task: Shape
  readonly statusUpdate: Shape
  readonly artifactUpdate: Shape
}

export const metadata: Member = { check: check.struct }
export const text: Member = { check: check.text }
export const flag: Member = { check: check.flag }
export const extensions: Member = { check: check.list(check.uri('PARLEY-OBJ-014')) }
/** A message's ids, since 0.2. */
export const messageIds: Members = {
  messageId: { check: check.looseId, need: 'warning' },
  contextId: text,
  taskId: text,
}
export const pieces: Members = { append: flag, lastChunk: flag }

export function needed(check: Check): Member {
  return { check, need: 'error' }
}

export function coreShapes(shape: MakeShape, own: CoreOptions): CoreShapes {
  const message = shape(
    withOwn(own.message, {
      ...{ name: 'Message', section: 'message', rule: 'DM-MSG-001' },
      members: { role: needed(own.role), metadata },
    }),
  )
  const status = shape(
    withOwn(own.status, {
      ...{ name: 'TaskStatus', section: 'status', rule: 'DM-STATUS-001' },
      members: {
        state: needed(own.state),
        message: { check: nested(message) },
        timestamp: { check: own.timestamp },
      },
    }),
  )
  const artifact = shape(
    withOwn(own.artifact, {
      ...{ name: 'Artifact', section: 'artifact', rule: 'DM-ART-001' },
      members: { name: text, description: text, parts: needed(own.parts), metadata },
    }),
  )
  const task = shape(
    withOwn(own.task, {
      ...{ name: 'Task', section: 'task', rule: 'DM-TASK-001', also: taskAgrees },
      members: {
        id: needed(check.id),
        status: needed(nested(status)),
        artifacts: { check: check.list(nested(artifact)) },
        history: { check: check.list(nested(message)) },
        metadata,
      },
    }),
  )
  const statusUpdate = shape(
    withOwn(own.statusUpdate, {
      ...{ name: 'TaskStatusUpdateEvent', section: 'status event', rule: 'DM-SERIAL-004' },
      members: { status: needed(nested(status)), metadata },
      also: statusEventAgrees,
    }),
  )
  const artifactUpdate = shape(
    withOwn(own.artifactUpdate, {
      ...{ name: 'TaskArtifactUpdateEvent', section: 'artifact event', rule: 'DM-SERIAL-004' },
      members: { artifact: needed(nested(artifact)), metadata },
    }),
  )
  return { message, task, statusUpdate, artifactUpdate }
}

function withOwn({ members, aliases = {}, ...rest }: Own = {}, alike: ShapeTable): ShapeTable {
  const all = Object.entries({ ...alike.members, ...members })
  const named = all.map(([name, member]) => [
    name,
    aliases[name] ? { ...member, aliases: aliases[name] } : member,
  ])
  return { ...alike, ...rest, members: Object.fromEntries(named) }
}

/** The checks of ProtoJSON, which wraps an update in one member. */
export function wrappedBooks(
  shape: MakeShape,
  { task, message, statusUpdate, artifactUpdate }: CoreShapes,
  foreign: ForeignMembers,
  webhookRule?: 'PUSH-DELIVER-003',
): Pick<ObjectBook, 'send' | 'event' | 'webhook'> {
  const alike = {
    rule: 'DM-SERIAL-004',
    choice: { what: 'payload', rule: 'PARLEY-OBJ-007', none: 'error' },
    foreign,
  } as const
  const payloads: Members = {
    task: { check: nested(task), choice: true },
    message: { check: nested(message), choice: true, aliases: ['msg'] },
  }
  const send = shape({ ...alike, name: 'SendMessageResponse', section: 'send', members: payloads })
  const event = shape({
    ...{ ...alike, name: 'StreamResponse', section: 'stream answer' },
    members: {
      ...payloads,
      statusUpdate: { check: nested(statusUpdate), choice: true },
      artifactUpdate: { check: nested(artifactUpdate), choice: true },
    },
  })
  const bare = { task, message, 'status-update': statusUpdate, 'artifact-update': artifactUpdate }
  return {
    send: wrappedUpdate(send, { task, message }),
    event: wrappedUpdate(event, bare),
    webhook: wrappedUpdate(event, bare, webhookRule),
  }
}

/** Push configurations of one version before 1.0. */
interface OwnPush {
  /** Members that name the task. */
  readonly ids: Members
  /** Id of the configuration itself. */
  readonly id?: Member
  readonly authentication: Pick<ShapeTable, 'name' | 'foreign'>
  readonly schemes: Member
}

/** Before 1.0 a configuration is nested in an object that names its task; inside a send it is bare. */
export function pushBooks(
  shape: MakeShape,
  { ids, id, authentication, schemes }: OwnPush,
): Pick<ObjectBook, 'pushConfig' | 'inlinePushConfig' | 'pushPage'> {
  const authenticates = shape({
    ...authentication,
    section: 'push authentication',
    rule: 'DM-SERIAL-004',
    members: { schemes, credentials: text },
  })
  const inline = shape({
    name: 'PushNotificationConfig',
    section: 'push configuration',
    rule: 'DM-SERIAL-004',
    members: {
      ...defined({ id }),
      url: needed(check.url),
      token: text,
      authentication: { check: nested(authenticates) },
    },
  })
  const config = shape({
    name: 'TaskPushNotificationConfig',
    section: 'task push configuration',
    rule: 'DM-SERIAL-004',
    members: { ...ids, pushNotificationConfig: needed(nested(inline)) },
  })
  const pushConfig = nested(config)
  return { pushConfig, inlinePushConfig: nested(inline), pushPage: check.list(pushConfig) }
}

/** The content of a file part before 1.0, in JSON-RPC. */
export function fileContent(
  shape: MakeShape,
  table: Pick<ShapeTable, 'name' | 'foreign'> & { readonly mimeType: Member },
): Member {
  const { mimeType, ...rest } = table
  const file = shape({
    ...{ ...rest, section: 'file', rule: 'DM-PART-001' },
    choice: { what: 'content', rule: 'DM-PART-001', none: 'error' },
    members: {
      bytes: { check: check.base64, choice: true },
      uri: { check: check.url, choice: true },
      name: text,
      mimeType,
    },
  })
  return needed(nested(file))
}

/** Before 1.0 one member distinguishes parts; a part without it is recognised by its content. */
export function partsByWord(
  word: 'kind' | 'type',
  shapes: Readonly<Record<'text' | 'file' | 'data', Shape>>,
): Check {
  const byName = new Map<JsonValue | undefined, Shape>(Object.entries(shapes))
  return (report, value, at) => {
    if (!isObject(value)) {
      noteType(report, at, 'an object (Part)', value)
      return
    }
    const shape =
      byName.get(memberOf(value, word)) ?? byName.get(['text', 'file', 'data'].find((name) => name in value))
    inside(report, at, () => {
      if (shape !== undefined) walk(shape, report, value)
      else note(report, 'DM-PART-001', undefined, 'The part has none of `text`, `file` and `data`.')
    })
  }
}
