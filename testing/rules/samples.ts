// Valid, complete documents of each version, written by us, for mutations and comparisons.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding, JsonObject } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { Sample } from './sample.ts'
import { cardSamples } from './sample-cards.ts'

const time = '2026-11-21T04:33:32.584Z'
const bytes = 'aGVsbG8='
const picture = 'https://files.example.com/a.png'

const wrappedParts = [
  { text: 'hello', mediaType: 'text/plain' },
  { raw: bytes, filename: 'a.bin', mediaType: 'application/octet-stream' },
  { url: picture, mediaType: 'image/png' },
  { data: { answer: 42 }, metadata: { seen: true } },
]
const kindParts = [
  { kind: 'text', text: 'hello', metadata: { seen: true } },
  { kind: 'file', file: { bytes, name: 'a.bin', mimeType: 'application/octet-stream' } },
  { kind: 'file', file: { uri: picture, mimeType: 'image/png' } },
  { kind: 'data', data: { answer: 42 } },
]
const protoParts = [
  { text: 'hello' },
  { file: { fileWithBytes: bytes, mimeType: 'application/octet-stream', name: 'a.bin' } },
  { file: { fileWithUri: picture, mimeType: 'image/png' } },
  { data: { data: { answer: 42 } } },
]
const typeParts = [
  { type: 'text', text: 'hello' },
  { type: 'file', file: { bytes, name: 'a.bin', mimeType: 'application/octet-stream' } },
  { type: 'data', data: { answer: 42 } },
]

interface Words {
  readonly dialect: DialectId
  readonly binding: Binding
  /** Merged into every object with a `kind` in this version. */
  readonly kind: (name: string) => JsonObject
  readonly role: string
  readonly state: string
  readonly canceled: string
  readonly partsName: 'parts' | 'content'
  readonly parts: readonly JsonObject[]
  readonly wrapped: boolean
  readonly final: boolean
}

const withKind = (kind: string): JsonObject => ({ kind })
const without = (): JsonObject => ({})

function kindWords(dialect: DialectId, binding: Binding): Words {
  return {
    dialect,
    binding,
    kind: withKind,
    role: 'agent',
    state: 'working',
    canceled: 'canceled',
    partsName: 'parts',
    parts: kindParts,
    wrapped: false,
    final: true,
  }
}

const one: Words = {
  dialect: '1.0',
  binding: 'JSONRPC',
  kind: without,
  role: 'ROLE_AGENT',
  state: 'TASK_STATE_WORKING',
  canceled: 'TASK_STATE_CANCELED',
  partsName: 'parts',
  parts: wrappedParts,
  wrapped: true,
  final: false,
}
const proto: Words = {
  ...one,
  dialect: '0.3-proto',
  binding: 'HTTP+JSON',
  canceled: 'TASK_STATE_CANCELLED',
  partsName: 'content',
  parts: protoParts,
  final: true,
}

const families: readonly Words[] = [
  one,
  { ...one, binding: 'HTTP+JSON' },
  { ...one, dialect: '1.0-rc' },
  kindWords('0.3', 'JSONRPC'),
  kindWords('0.3-schema', 'HTTP+JSON'),
  kindWords('0.2', 'JSONRPC'),
  proto,
]

function messageIn(words: Words): JsonObject {
  return {
    ...words.kind('message'),
    messageId: 'message-1',
    role: words.role,
    contextId: 'context-1',
    taskId: 'task-1',
    metadata: { note: 'm' },
    extensions: ['https://example.com/ext/v1'],
    [words.partsName]: words.parts,
  }
}

function statusIn(words: Words, state = words.state): JsonObject {
  return { state, timestamp: time, message: messageIn(words) }
}

function artifactIn(words: Words): JsonObject {
  return {
    artifactId: 'artifact-1',
    name: 'Result',
    description: 'd',
    parts: words.parts,
    metadata: { note: 'a' },
  }
}

function taskIn(words: Words): JsonObject {
  return {
    ...words.kind('task'),
    id: 'task-1',
    contextId: 'context-1',
    status: statusIn(words, words.canceled),
    artifacts: [artifactIn(words)],
    history: [messageIn(words)],
    metadata: { note: 't' },
  }
}

function eventsIn(words: Words): Readonly<Record<string, JsonObject>> {
  const ids = { taskId: 'task-1', contextId: 'context-1' }
  return {
    task: taskIn(words),
    message: messageIn(words),
    statusUpdate: {
      ...words.kind('status-update'),
      ...ids,
      status: statusIn(words),
      ...(words.final ? { final: false } : {}),
    },
    artifactUpdate: {
      ...words.kind('artifact-update'),
      ...ids,
      artifact: artifactIn(words),
      append: false,
      lastChunk: true,
    },
  }
}

function enveloped(binding: Binding, result: JsonObject): JsonObject {
  return binding === 'JSONRPC' ? { jsonrpc: '2.0', id: 'request-1', result } : result
}

function familySamples(words: Words): readonly Sample[] {
  const { dialect, binding } = words
  const title = `${dialect} ${binding}`
  const wrap = (name: string, value: JsonObject) => (words.wrapped ? { [name]: value } : value)
  const events = Object.entries(eventsIn(words)).map(
    ([name, value]): Sample => ({
      name: `${title} event ${name}`,
      use: { as: 'event', dialect, binding },
      document: enveloped(binding, wrap(name, value)),
    }),
  )
  const reply = (operation: OperationKind, result: JsonObject): Sample => ({
    name: `${title} ${operation}`,
    use: { as: 'reply', operation, dialect, binding },
    document: enveloped(binding, result),
  })
  const replies = [
    reply('get', taskIn(words)),
    reply('send', wrap('task', taskIn(words))),
    reply('push-get', pushConfigIn(dialect)),
  ]
  const webhook: Sample = {
    name: `${title} webhook`,
    use: { as: 'webhook', dialect },
    document: dialect.startsWith('1.0') ? { task: taskIn(words) } : taskIn(kindWords('0.3', 'JSONRPC')),
  }
  return [...events, ...replies, webhook]
}

function pushConfigIn(dialect: DialectId): JsonObject {
  const url = 'https://client.example.com/hook'
  const old = {
    id: 'config-1',
    url,
    token: 'secret',
    authentication: { schemes: ['Bearer'], credentials: 'c' },
  }
  switch (dialect) {
    case '1.0':
      return {
        id: 'config-1',
        taskId: 'task-1',
        url,
        token: 'secret',
        authentication: { scheme: 'Bearer', credentials: 'c' },
      }
    case '1.0-rc':
      return {
        id: 'config-1',
        taskId: 'task-1',
        pushNotificationConfig: { id: 'config-1', url, authentication: { scheme: 'Bearer' } },
      }
    case '0.3-proto':
      return { name: 'tasks/task-1/pushNotificationConfigs/config-1', pushNotificationConfig: old }
    default:
      return { taskId: 'task-1', pushNotificationConfig: old }
  }
}

const listed: Sample = {
  name: '1.0 JSONRPC list',
  use: { as: 'reply', operation: 'list', dialect: '1.0', binding: 'JSONRPC' },
  document: enveloped('JSONRPC', {
    tasks: [
      { id: 'task-1', contextId: 'context-1', status: { state: 'TASK_STATE_COMPLETED', timestamp: time } },
    ],
    nextPageToken: '',
    pageSize: 50,
    totalSize: 1,
  }),
}

const errorInfo = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'TASK_NOT_FOUND',
  domain: 'a2a-protocol.org',
}
const errors: readonly Sample[] = [
  {
    name: '1.0 JSONRPC error',
    use: { as: 'reply', operation: 'get', dialect: '1.0', binding: 'JSONRPC' },
    document: {
      jsonrpc: '2.0',
      id: 'request-1',
      error: { code: -32001, message: 'Task not found', data: [errorInfo] },
    },
  },
  {
    name: '0.3 JSONRPC error',
    use: { as: 'reply', operation: 'get', dialect: '0.3', binding: 'JSONRPC' },
    document: { jsonrpc: '2.0', id: 'request-1', error: { code: -32001, message: 'Task not found' } },
  },
  {
    name: '1.0 HTTP+JSON error',
    use: { as: 'reply', operation: 'get', dialect: '1.0', binding: 'HTTP+JSON' },
    document: { error: { code: 404, status: 'NOT_FOUND', message: 'Task not found', details: [errorInfo] } },
  },
]

const oldest: readonly Sample[] = [
  {
    name: '0.1 JSONRPC get',
    use: { as: 'reply', operation: 'get', dialect: '0.1', binding: 'JSONRPC' },
    document: enveloped('JSONRPC', {
      id: 'task-1',
      sessionId: 'session-1',
      status: { state: 'working', timestamp: time, message: { role: 'agent', parts: typeParts } },
      artifacts: [{ name: 'Result', parts: typeParts, index: 0, append: false, lastChunk: true }],
      history: [{ role: 'user', parts: typeParts }],
    }),
  },
  {
    name: '0.1 JSONRPC event status',
    use: { as: 'event', dialect: '0.1', binding: 'JSONRPC' },
    document: enveloped('JSONRPC', {
      id: 'task-1',
      status: { state: 'working', timestamp: time },
      final: false,
    }),
  },
  {
    name: '0.1 JSONRPC event artifact',
    use: { as: 'event', dialect: '0.1', binding: 'JSONRPC' },
    document: enveloped('JSONRPC', { id: 'task-1', artifact: { parts: typeParts, index: 0 } }),
  },
]

export const samples: readonly Sample[] = [
  ...families.flatMap(familySamples),
  listed,
  ...errors,
  ...oldest,
  ...cardSamples,
]
