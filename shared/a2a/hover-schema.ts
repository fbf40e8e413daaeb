// The meaning of A2A's members, as JSON schemas for hovers and completion in editors. They judge nothing: that is up to the
// rules, which cover the exceptions of every version.

import { defined } from '../defined.ts'
import type { DialectId } from './dialect.ts'
import { methods03 } from './dialects/calls-03.ts'
import { methods10 } from './dialects/calls-10.ts'
import { type Binding, type JsonObject, taskStates } from './model.ts'
import { spelling10 } from './write/spelling.ts'

// The meaning of each member in a few words, before and from 1.0 on.

/** The meaning of a member, alone or with its content: an object by name, a list of them, a set of values. */
type HoverMember = string | readonly [description: string, within: Within]
type Within = { readonly of: string } | { readonly list: string } | { readonly words: readonly string[] }
type Objects = Readonly<Record<string, Readonly<Record<string, HoverMember>>>>

const id = {
  task: 'The task this is about; made by the agent.',
  context: 'Groups tasks and messages into one conversation; made by the agent.',
}
const metadata = 'Free members, for extensions and applications.'
const timestamp = 'When this state was reached, ISO 8601 in UTC.'

const newStates = taskStates.filter((state) => state !== 'unknown').map((state) => spelling10.state[state])

const common: Objects = {
  Message: {
    messageId: 'Unique to this message; made by its sender.',
    contextId: id.context,
    taskId: 'The task this message continues; absent to begin something new.',
    parts: ['What is said, piece by piece.', { list: 'Part' }],
    referenceTaskIds: 'Other tasks that this message speaks of.',
    extensions: 'URIs of extensions that this message makes use of.',
    metadata,
  },
  Artifact: {
    artifactId: 'Unique within its task; chunks of one artifact share it.',
    name: 'For people.',
    description: 'For people.',
    parts: ['Its content, or the next chunk of it.', { list: 'Part' }],
    extensions: 'URIs of extensions that shaped this artifact.',
    metadata,
  },
  Task: {
    id: 'The task’s own id; made by the agent.',
    contextId: id.context,
    status: ['Where the task stands.', { of: 'TaskStatus' }],
    artifacts: ['What the task has made so far.', { list: 'Artifact' }],
    history: ['Messages of the task, the oldest first.', { list: 'Message' }],
    metadata,
  },
  StatusUpdate: {
    taskId: id.task,
    contextId: id.context,
    status: ['The new status.', { of: 'TaskStatus' }],
    metadata,
  },
  ArtifactUpdate: {
    taskId: id.task,
    contextId: id.context,
    artifact: ['The artifact, or its next chunk.', { of: 'Artifact' }],
    append: 'Whether the parts are appended to earlier ones of the same artifactId.',
    lastChunk: 'Whether the artifact is whole now.',
    metadata,
  },
  Configuration: {
    acceptedOutputModes: 'Media types the client can show.',
    historyLength: 'How many messages of the history to answer with, at most.',
  },
  Authentication: { credentials: 'What to send along, such as a token.' },
  PushConfig: {
    id: 'Tells configurations of one task apart.',
    url: 'Where the agent is to send updates.',
    token: 'Sent back by the agent with each call, to know it by.',
    authentication: ['How the agent is to authenticate itself there.', { of: 'Authentication' }],
  },
  Error: {
    code: 'JSON-RPC 2.0 codes, and those of A2A from -32001 on.',
    message: 'What went wrong, for people.',
    data: 'Details, in the words of the version.',
  },
  Rpc: {
    jsonrpc: ['The version of JSON-RPC: always 2.0.', { words: ['2.0'] }],
    id: 'Given by the client; the answer carries the same.',
  },
}

/** From 1.0 on, and in the protobuf of 0.3. */
const fresh: Objects = merged(common, {
  Message: { role: ['Who speaks.', { words: ['ROLE_USER', 'ROLE_AGENT'] }] },
  Part: {
    text: 'Plain text.',
    raw: 'The bytes of a file, as base64.',
    url: 'Where the file is.',
    data: 'Any JSON.',
    mediaType: 'The media type of the content.',
    filename: 'What to call the file.',
    metadata,
  },
  TaskStatus: {
    state: ['The state of the task.', { words: newStates }],
    message: ['The agent’s message about it.', { of: 'Message' }],
    timestamp,
  },
  Configuration: {
    returnImmediately: 'Answer as soon as the task exists instead of when it rests.',
    taskPushNotificationConfig: ['Where to send updates of the task.', { of: 'PushConfig' }],
  },
  Authentication: { scheme: 'An HTTP scheme such as Bearer.' },
  PushConfig: { taskId: id.task },
  Params: {
    message: ['What is said to the agent.', { of: 'Message' }],
    configuration: ['How to answer.', { of: 'Configuration' }],
    metadata,
    tenant: 'Which tenant of the agent is meant.',
    id: 'The task, or the configuration, that is meant.',
    taskId: id.task,
    historyLength: 'How many messages of the history to answer with, at most.',
    contextId: id.context,
    status: ['Only tasks in this state.', { words: newStates }],
    pageSize: 'How many tasks to a page.',
    pageToken: 'Where the page before ended.',
    statusTimestampAfter: 'Only tasks whose status is newer.',
    includeArtifacts: 'Whether the tasks come with their artifacts.',
    url: 'Where the agent is to send updates.',
    token: 'Sent back by the agent with each call, to know it by.',
    authentication: ['How the agent is to authenticate itself there.', { of: 'Authentication' }],
  },
  Result: {
    task: ['A task.', { of: 'Task' }],
    message: ['A direct answer, without a task.', { of: 'Message' }],
    statusUpdate: ['The state of a task changed.', { of: 'StatusUpdate' }],
    artifactUpdate: ['A task made something.', { of: 'ArtifactUpdate' }],
    tasks: ['A page of tasks.', { list: 'Task' }],
    nextPageToken: 'Pass as pageToken for the next page; empty at the end.',
    totalSize: 'How many tasks match in all.',
  },
  Rpc: {
    method: ['The call.', { words: Object.values(methods10) }],
  },
})

const former: Objects = merged(common, {
  Message: {
    kind: ['What this object is.', { words: ['message'] }],
    role: ['Who speaks.', { words: ['user', 'agent'] }],
  },
  Part: {
    kind: ['Which kind of content.', { words: ['text', 'file', 'data'] }],
    text: 'Plain text.',
    file: ['A file.', { of: 'File' }],
    data: 'Any JSON object.',
    metadata,
  },
  File: {
    bytes: 'The content, as base64.',
    uri: 'Where the file is.',
    mimeType: 'The media type of the content.',
    name: 'What to call the file.',
  },
  Task: { kind: ['What this object is.', { words: ['task'] }] },
  TaskStatus: {
    state: ['The state of the task.', { words: taskStates }],
    message: ['The agent’s message about it.', { of: 'Message' }],
    timestamp,
  },
  Configuration: {
    blocking: 'Answer when the task rests instead of as soon as it exists.',
    pushNotificationConfig: ['Where to send updates of the task.', { of: 'PushConfig' }],
  },
  Authentication: { schemes: 'HTTP schemes such as Bearer.' },
  Params: {
    message: ['What is said to the agent.', { of: 'Message' }],
    configuration: ['How to answer.', { of: 'Configuration' }],
    metadata,
    id: 'The task that is meant.',
    taskId: id.task,
    historyLength: 'How many messages of the history to answer with, at most.',
    pushNotificationConfig: ['Where to send updates of the task.', { of: 'PushConfig' }],
    pushNotificationConfigId: 'The configuration that is meant.',
  },
  Result: {
    kind: ['What this object is.', { words: ['task', 'message', 'status-update', 'artifact-update'] }],
    id: 'The task’s own id.',
    contextId: id.context,
    taskId: id.task,
    status: ['Where the task stands.', { of: 'TaskStatus' }],
    artifacts: ['What the task has made so far.', { list: 'Artifact' }],
    history: ['Messages of the task, the oldest first.', { list: 'Message' }],
    artifact: ['The artifact, or its next chunk.', { of: 'Artifact' }],
    append: 'Whether the parts are appended to earlier ones of the same artifactId.',
    lastChunk: 'Whether the artifact is whole now.',
    final: 'Whether the stream ends with this event.',
    messageId: 'Unique to this message.',
    role: ['Who speaks.', { words: ['user', 'agent'] }],
    parts: ['What is said, piece by piece.', { list: 'Part' }],
    metadata,
  },
  Rpc: {
    method: ['The call.', { words: [...Object.values(methods03), 'agent/getAuthenticatedExtendedCard'] }],
  },
})

function merged(below: Objects, above: Objects): Objects {
  const names = new Set([...Object.keys(below), ...Object.keys(above)])
  return Object.fromEntries([...names].map((name) => [name, { ...below[name], ...above[name] }]))
}

type HoverSchemaId = `${'old' | 'new'}-${'rpc' | 'rest' | 'answer'}`

export interface HoverSchema extends JsonObject {
  readonly description?: string
  readonly properties?: Readonly<Record<string, HoverSchema>>
  readonly items?: HoverSchema
  readonly enum?: readonly string[]
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, HoverSchema>>
}

export function hoverSchemaOf(dialect: DialectId, binding: Binding, side: 'request' | 'answer'): HoverSchema {
  const era = dialect.startsWith('1.') || dialect === '0.3-proto' ? 'new' : 'old'
  if (side === 'answer') return schemas[`${era}-answer`]
  return schemas[`${era}-${binding === 'JSONRPC' ? 'rpc' : 'rest'}`]
}

const schemas: Readonly<Record<HoverSchemaId, HoverSchema>> = {
  'new-rpc': rootOf(fresh, { ...objectOf(fresh, 'Rpc'), params: ref('Params') }),
  'new-rest': rootOf(fresh, objectOf(fresh, 'Params')),
  'new-answer': rootOf(fresh, answerOf(fresh)),
  'old-rpc': rootOf(former, { ...objectOf(former, 'Rpc'), params: ref('Params') }),
  'old-rest': rootOf(former, objectOf(former, 'Params')),
  'old-answer': rootOf(former, answerOf(former)),
}

/** In its envelope or bare. */
function answerOf(objects: Objects): Readonly<Record<string, HoverSchema>> {
  const { jsonrpc, id: requestId } = objectOf(objects, 'Rpc')
  return {
    ...objectOf(objects, 'Task'),
    ...objectOf(objects, 'Result'),
    ...defined({ jsonrpc, id: requestId }),
    result: { ...ref('Result'), description: 'What the agent answers.' },
    error: { ...ref('Error'), description: 'Why the agent does not do it.' },
  }
}

function rootOf(objects: Objects, properties: Readonly<Record<string, HoverSchema>>): HoverSchema {
  const definitions = Object.keys(objects).map(
    (name) => [name, { properties: objectOf(objects, name) }] as const,
  )
  return { properties, definitions: Object.fromEntries(definitions) }
}

function objectOf(objects: Objects, name: string): Readonly<Record<string, HoverSchema>> {
  return Object.fromEntries(
    Object.entries(objects[name] ?? {}).map(([member, what]) => [member, memberSchema(what)]),
  )
}

function memberSchema(member: HoverMember): HoverSchema {
  if (typeof member === 'string') return { description: member }
  const [description, within] = member
  if ('of' in within) return { description, ...ref(within.of) }
  if ('list' in within) return { description, items: ref(within.list) }
  return { description, enum: within.words }
}

function ref(name: string): HoverSchema {
  return { $ref: `#/definitions/${name}` }
}
