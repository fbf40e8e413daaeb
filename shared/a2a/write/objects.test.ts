// Reading forgives spellings, so a round trip does not detect them: here each version's words are compared exactly (PROTOCOL
// 3.3, 4.2).

import { expect, test } from 'vitest'
import { agentSideOf } from '../agent-side.ts'
import type { DialectId } from '../dialect.ts'
import type { JsonObject, Task, TaskState, Update } from '../model.ts'

const task: Task = {
  id: 't',
  contextId: 'c',
  status: {
    state: 'canceled',
    timestamp: '2026-01-01T00:00:00.000Z',
    message: {
      messageId: 'm',
      role: 'agent',
      parts: [{ kind: 'text', text: 'bye' }],
      referenceTaskIds: ['t0'],
    },
  },
  artifacts: [{ artifactId: 'index:0', name: 'n', parts: [{ kind: 'data', data: 5 }] }],
  metadata: { a: 1 },
  extra: { generation: '1' },
}

const updates: readonly Update[] = [
  { kind: 'task', task },
  {
    kind: 'status',
    status: { taskId: 't', contextId: 'c', status: { state: 'input-required' }, final: true },
  },
  {
    kind: 'artifact',
    artifact: {
      taskId: 't',
      contextId: 'c',
      artifact: {
        artifactId: 'index:0',
        parts: [{ kind: 'file-url', url: 'u', mediaType: 'm', filename: 'f' }],
      },
      append: true,
      lastChunk: false,
    },
  },
  {
    kind: 'message',
    message: { messageId: 'm', role: 'user', parts: [{ kind: 'file-bytes', base64: 'aGk=' }] },
  },
]

const common = { metadata: { a: 1 }, generation: '1' }
const timestamp = '2026-01-01T00:00:00.000Z'

const new10: readonly JsonObject[] = [
  {
    task: {
      ...common,
      id: 't',
      contextId: 'c',
      status: {
        state: 'TASK_STATE_CANCELED',
        timestamp,
        message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'bye' }], referenceTaskIds: ['t0'] },
      },
      artifacts: [{ artifactId: 'index:0', name: 'n', parts: [{ data: 5 }] }],
    },
  },
  { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_INPUT_REQUIRED' } } },
  {
    artifactUpdate: {
      taskId: 't',
      contextId: 'c',
      artifact: { artifactId: 'index:0', parts: [{ url: 'u', mediaType: 'm', filename: 'f' }] },
      append: true,
    },
  },
  { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ raw: 'aGk=' }] } },
]

const json03: readonly JsonObject[] = [
  {
    ...common,
    kind: 'task',
    id: 't',
    contextId: 'c',
    status: {
      state: 'canceled',
      timestamp,
      message: {
        kind: 'message',
        messageId: 'm',
        role: 'agent',
        parts: [{ kind: 'text', text: 'bye' }],
        referenceTaskIds: ['t0'],
      },
    },
    artifacts: [{ artifactId: 'index:0', name: 'n', parts: [{ kind: 'data', data: { value: 5 } }] }],
  },
  { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'input-required' }, final: true },
  {
    kind: 'artifact-update',
    taskId: 't',
    contextId: 'c',
    artifact: {
      artifactId: 'index:0',
      parts: [{ kind: 'file', file: { uri: 'u', mimeType: 'm', name: 'f' } }],
    },
    append: true,
  },
  { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'file', file: { bytes: 'aGk=' } }] },
]

const proto03: readonly JsonObject[] = [
  {
    task: {
      ...common,
      id: 't',
      contextId: 'c',
      status: {
        state: 'TASK_STATE_CANCELLED',
        timestamp,
        message: { messageId: 'm', role: 'ROLE_AGENT', content: [{ text: 'bye' }] },
      },
      artifacts: [{ artifactId: 'index:0', name: 'n', parts: [{ data: { data: { value: 5 } } }] }],
    },
  },
  {
    statusUpdate: {
      taskId: 't',
      contextId: 'c',
      status: { state: 'TASK_STATE_INPUT_REQUIRED' },
      final: true,
    },
  },
  {
    artifactUpdate: {
      taskId: 't',
      contextId: 'c',
      artifact: { artifactId: 'index:0', parts: [{ file: { fileWithUri: 'u', mimeType: 'm', name: 'f' } }] },
      append: true,
    },
  },
  { message: { messageId: 'm', role: 'ROLE_USER', content: [{ file: { fileWithBytes: 'aGk=' } }] } },
]

const json01: readonly JsonObject[] = [
  {
    ...common,
    id: 't',
    sessionId: 'c',
    status: {
      state: 'canceled',
      timestamp,
      message: { role: 'agent', parts: [{ type: 'text', text: 'bye' }] },
    },
    artifacts: [{ index: 0, name: 'n', parts: [{ type: 'data', data: { value: 5 } }] }],
  },
  { id: 't', status: { state: 'input-required' }, final: true },
  {
    id: 't',
    artifact: {
      index: 0,
      parts: [{ type: 'file', file: { uri: 'u', mimeType: 'm', name: 'f' } }],
      append: true,
    },
  },
  { role: 'user', parts: [{ type: 'file', file: { bytes: 'aGk=' } }] },
]

test.each<[DialectId, readonly JsonObject[]]>([
  ['1.0', new10],
  ['1.0-rc', new10],
  ['0.3', json03],
  ['0.3-schema', json03],
  ['0.2', json03],
  ['0.3-proto', proto03],
  ['0.1', json01],
])('%s', (id, written) => {
  expect(updates.map((update) => agentSideOf(id).encodeUpdate(update))).toEqual(written)
})

test.each<[TaskState, string, string, string]>([
  ['submitted', 'submitted', 'TASK_STATE_SUBMITTED', 'TASK_STATE_SUBMITTED'],
  ['working', 'working', 'TASK_STATE_WORKING', 'TASK_STATE_WORKING'],
  ['input-required', 'input-required', 'TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_INPUT_REQUIRED'],
  ['auth-required', 'auth-required', 'TASK_STATE_AUTH_REQUIRED', 'TASK_STATE_AUTH_REQUIRED'],
  ['completed', 'completed', 'TASK_STATE_COMPLETED', 'TASK_STATE_COMPLETED'],
  ['canceled', 'canceled', 'TASK_STATE_CANCELLED', 'TASK_STATE_CANCELED'],
  ['failed', 'failed', 'TASK_STATE_FAILED', 'TASK_STATE_FAILED'],
  ['rejected', 'rejected', 'TASK_STATE_REJECTED', 'TASK_STATE_REJECTED'],
  ['unknown', 'unknown', 'TASK_STATE_UNSPECIFIED', 'TASK_STATE_UNSPECIFIED'],
])('the state %s', (state, plain, proto, current) => {
  const update: Update = { kind: 'status', status: { taskId: 't', status: { state } } }
  const written = (['0.3', '0.3-proto', '1.0'] as const).map((id) => agentSideOf(id).encodeUpdate(update))
  expect(written).toEqual([
    { kind: 'status-update', taskId: 't', status: { state: plain } },
    { statusUpdate: { taskId: 't', status: { state: proto } } },
    { statusUpdate: { taskId: 't', status: { state: current } } },
  ])
})
