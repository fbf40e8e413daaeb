import { base64OfAscii } from '#shared/a2a/base64.ts'
import { checkEvent, checkReply } from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { RequestFacts } from '#shared/a2a/rules/wire/request-facts.ts'
import { defined } from '#shared/defined.ts'
import { type Case, changed } from './case.ts'

type Changes = Readonly<Record<string, JsonValue | undefined>>

const part = { text: 'hello' }
const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [part] }
const task1 = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } }
const artifact = { artifactId: 'a', parts: [part] }

const body = (dialect: DialectId, operation: OperationKind, raw: JsonValue, request?: RequestFacts) => () =>
  checkReply({
    dialect,
    binding: dialect === '0.2' || dialect === '0.3' ? 'JSONRPC' : 'HTTP+JSON',
    operation,
    raw: dialect === '0.2' || dialect === '0.3' ? { jsonrpc: '2.0', id: 1, result: raw } : raw,
    requestId: 1,
    ...defined({ asked: request }),
  })

const one = (changes: Changes, request?: RequestFacts) => body('1.0', 'get', changed(task1, changes), request)
const status = (changes: JsonObject) => one({ status: { state: 'TASK_STATE_WORKING', ...changes } })
const textOf = (changes: Changes) => status({ message: changed(message, changes) })
const made = (changes: Changes) => one({ artifacts: [changed(artifact, changes)] })
const parts = (...list: JsonValue[]) => made({ parts: list })
const partAt = '/artifacts/0/parts/0'

const kindMessage = {
  kind: 'message',
  messageId: 'm',
  role: 'agent',
  parts: [{ kind: 'text', text: 'hello' }],
}
const kindTask = { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } }
const three = (changes: Changes) => body('0.3', 'get', changed(kindTask, changes))
const threeStatus = (changes: JsonObject) => three({ status: { state: 'working', ...changes } })
const threeParts = (...list: JsonValue[]) => threeStatus({ message: changed(kindMessage, { parts: list }) })
const threePart = '/result/status/message/parts/0'

const page = (changes: Changes, request: RequestFacts = {}) =>
  body(
    '1.0',
    'list',
    changed({ tasks: [task1], nextPageToken: '', pageSize: 1, totalSize: 1 }, changes),
    request,
  )
const event = (dialect: DialectId, raw: JsonValue) => () => checkEvent({ dialect, binding: 'HTTP+JSON', raw })
const updateIds = { taskId: 't', contextId: 'c' }
const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)
const long = 'x'.repeat(2000)

export const objectCases: readonly Case[] = [
  ['DM-TASK-001', 'error', '/status', 'no status', one({ status: undefined })],
  ['DM-TASK-001', 'warning', '/result/contextId', 'no context in 0.3', three({ contextId: undefined })],
  ['DM-TASK-002', 'error', '/status/state', 'no state', status({ state: 'SLEEPING' })],
  ['DM-TASK-002', 'warning', '/status/state', 'unspecified', status({ state: 'TASK_STATE_UNSPECIFIED' })],
  ['DM-STATUS-001', 'error', '/status/state', 'no state', one({ status: {} })],
  [
    'AUTH-INTASK-003',
    'warning',
    '/status/state',
    'no explanation',
    status({ state: 'TASK_STATE_AUTH_REQUIRED' }),
  ],
  ['DM-MSG-001', 'error', '/status/message/role', 'no role', textOf({ role: undefined })],
  ['DM-MSG-001', 'warning', '/status/message/messageId', 'Baidu: no id', textOf({ messageId: undefined })],
  ['DM-MSG-002', 'error', '/status/message/role', 'JS: UNRECOGNIZED', textOf({ role: 'UNRECOGNIZED' })],
  ['DM-MSG-002', 'warning', '/status/message/role', 'unspecified', textOf({ role: 'ROLE_UNSPECIFIED' })],
  ['DM-PART-001', 'error', partAt, 'two contents', parts({ text: 'a', url: 'https://a.example.com' })],
  ['DM-PART-001', 'error', partAt, 'none', parts({ mediaType: 'text/plain' })],
  [
    'DM-PART-001',
    'error',
    threePart,
    'PraisonAI: 1.0 parts in 0.3',
    threeParts({ url: 'https://a.example.com' }),
  ],
  [
    'DM-PART-001',
    'error',
    `${threePart}/file`,
    'bytes and uri',
    threeParts({ kind: 'file', file: { bytes: '', uri: 'https://a.example.com' } }),
  ],
  ['DM-ART-001', 'error', '/artifacts/0/artifactId', 'no id', made({ artifactId: undefined })],
  [
    'DM-SERIAL-001',
    'warning',
    '/artifacts/0/artifact_id',
    'snake_case',
    made({ artifactId: undefined, artifact_id: 'a' }),
  ],
  [
    'DM-SERIAL-001',
    'warning',
    `${threePart}/file/mime`,
    'Baidu: mime',
    threeParts({ kind: 'file', file: { bytes: '', mime: 'text/plain' } }),
  ],
  ['DM-SERIAL-002', 'error', '/status/state', 'lower case in 1.0', status({ state: 'working' })],
  ['DM-SERIAL-002', 'error', '/status/state', 'two L in 1.0', status({ state: 'TASK_STATE_CANCELLED' })],
  [
    'DM-SERIAL-002',
    'warning',
    '/result/status/state',
    'cogDepot: 1.0 states in 0.3',
    threeStatus({ state: 'TASK_STATE_WORKING' }),
  ],
  [
    'DM-SERIAL-002',
    'warning',
    '/status/state',
    'one L in 0.3 ProtoJSON',
    body('0.3-proto', 'get', { ...task1, status: { state: 'TASK_STATE_CANCELED' } }),
  ],
  ['DM-SERIAL-002', 'warning', '/status/state', 'a number', status({ state: 3 })],
  [
    'DM-SERIAL-003',
    'error',
    '/status/timestamp',
    'offset in 1.0',
    status({ timestamp: '2026-11-21T04:33:32+08:00' }),
  ],
  [
    'DM-SERIAL-003',
    'error',
    '/result/status/timestamp',
    'no time',
    threeStatus({ timestamp: '2026-02-30T00:00:00Z' }),
  ],
  [
    'DM-SERIAL-003',
    'warning',
    '/result/status/timestamp',
    'FastA2A: no zone',
    threeStatus({ timestamp: '2026-11-21T04:37:14.657373' }),
  ],
  [
    'DM-SERIAL-004',
    'error',
    '/artifactUpdate/artifact',
    'no artifact',
    event('1.0', { artifactUpdate: updateIds }),
  ],
  [
    'DM-SERIAL-004',
    'warning',
    '/final',
    'no final',
    event('0.3-schema', { kind: 'status-update', ...updateIds, status: { state: 'working' } }),
  ],
  ['DM-SERIAL-005', 'info', '/generation', 'the draft of 1.1', one({ generation: '3' })],
  ['PARLEY-OBJ-001', 'error', '/metadata', 'metadata as text', one({ metadata: 'none' })],
  ['PARLEY-OBJ-001', 'warning', '/result', 'more than null', body('0.3', 'push-delete', { deleted: true })],
  ['PARLEY-OBJ-002', 'info', '/artifacts', 'Java: null', one({ artifacts: null })],
  ['PARLEY-OBJ-003', 'error', '/id', 'no id', one({ id: '' })],
  ['PARLEY-OBJ-003', 'warning', '/status/message/messageId', 'no id', textOf({ messageId: '' })],
  ['PARLEY-OBJ-004', 'warning', '/artifacts/0/parts', 'no parts in 1.0', made({ parts: [] })],
  ['PARLEY-OBJ-005', 'error', '/kind', 'kind in 1.0', one({ kind: 'task' })],
  [
    'PARLEY-OBJ-005',
    'warning',
    '/statusUpdate/final',
    'final in 1.0',
    event('1.0', { statusUpdate: { ...updateIds, status: { state: 'TASK_STATE_WORKING' }, final: true } }),
  ],
  [
    'PARLEY-OBJ-005',
    'warning',
    `${threePart}/type`,
    'python-a2a: type',
    threeParts({ type: 'text', text: 'a' }),
  ],
  ['PARLEY-OBJ-006', 'error', '/result/kind', 'wrong kind', three({ kind: 'job' })],
  ['PARLEY-OBJ-006', 'warning', '/result/kind', 'no kind', three({ kind: undefined })],
  ['PARLEY-OBJ-007', 'error', '', 'bare in 1.0', event('1.0', kindMessage)],
  [
    'PARLEY-OBJ-007',
    'error',
    '/result/Task',
    'CrewAI: wrapped in 0.3',
    body('0.3', 'send', { Task: kindTask }),
  ],
  ['PARLEY-OBJ-007', 'error', '', 'nothing', event('1.0', {})],
  ['PARLEY-OBJ-008', 'error', `${partAt}/raw`, 'no base64', parts({ raw: 'not base64!' })],
  ['PARLEY-OBJ-008', 'info', `${partAt}/raw`, 'URL-safe', parts({ raw: '-_-_' })],
  ['PARLEY-OBJ-009', 'warning', `${partAt}/url`, 'relative', parts({ url: 'a.png' })],
  [
    'PARLEY-OBJ-010',
    'warning',
    `${partAt}/mediaType`,
    'no media type',
    parts({ text: 'a', mediaType: 'text' }),
  ],
  [
    'PARLEY-OBJ-012',
    'warning',
    '/artifacts/0/parts/0/file/fileWithBytes',
    'base64 of base64',
    body('0.3-proto', 'get', {
      id: 't',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [
        {
          artifactId: 'a',
          parts: [
            { file: { fileWithBytes: base64OfAscii('iVBORw0KGgoAAAANSUhEUg=='), mimeType: 'image/png' } },
          ],
        },
      ],
    }),
  ],
  ['PARLEY-OBJ-011', 'warning', '/status/message/taskId', 'another task', textOf({ taskId: 'other' })],
  ['CORE-LIST-004', 'error', '/nextPageToken', 'missing', page({ nextPageToken: undefined })],
  [
    'CORE-LIST-005',
    'error',
    '/tasks/0/artifacts',
    'not asked for',
    page({ tasks: [{ ...task1, artifacts: [artifact] }] }),
  ],
  [
    'CORE-LIST-005',
    'info',
    '/tasks/0/artifacts',
    'Python: empty',
    page({ tasks: [{ ...task1, artifacts: [] }] }),
  ],
  [
    'CORE-HIST-001',
    'warning',
    '/history',
    'none asked for',
    one({ history: [message] }, { historyLength: 0 }),
  ],
  [
    'CORE-HIST-002',
    'error',
    '/history',
    'one asked for',
    one({ history: [message, message] }, { historyLength: 1 }),
  ],
  ['PARLEY-BOUND-001', 'info', '', 'many faults', one({ history: Array.from({ length: 300 }, () => 1) })],
  ['PARLEY-BOUND-002', 'warning', '/metadata', 'deep', one({ metadata: { deep } })],
  ['PARLEY-BOUND-003', 'warning', '', 'a long name', one({ [long]: 1 })],
  [
    'PARLEY-BOUND-004',
    'info',
    '/status/message/extensions',
    'many values',
    textOf({ extensions: Array.from({ length: 60_000 }, () => 'https://a.example') }),
  ],
]
