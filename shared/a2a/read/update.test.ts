// The leniencies of PROTOCOL 3.3, 3.7 and 9.5: each case was sent by a real server, or is allowed by some version of the spec.

import { describe, expect, test } from 'vitest'
import type { DialectId } from '../dialect.ts'
import { dialectOf } from '../dialects.ts'
import type { JsonValue, Update } from '../model.ts'

const status = { state: 'working' } as const
const task: Update = { kind: 'task', task: { id: 't', contextId: 'c', status } }
const bareTask = { id: 't', contextId: 'c', status: { state: 'working' } }
const message: Update = {
  kind: 'message',
  message: { messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'hi' }] },
}
const wireMessage = { messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'hi' }] }
const statusUpdate: Update = { kind: 'status', status: { taskId: 't', status } }
const wireStatus = { taskId: 't', status: { state: 'working' } }
const artifactUpdate: Update = {
  kind: 'artifact',
  artifact: {
    taskId: 't',
    artifact: { artifactId: 'a', parts: [{ kind: 'text', text: 'x' }] },
    append: false,
    lastChunk: false,
  },
}
const wireArtifact = { taskId: 't', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } }

function decode(raw: JsonValue, dialect: DialectId = '1.0'): unknown {
  return dialectOf(dialect).decodeEvent('JSONRPC', raw)
}

describe('wrappers, kinds and neither', () => {
  test.each<[string, JsonValue, Update]>([
    ['1.0 wrapper', { task: bareTask }, task],
    ['in its envelope', { jsonrpc: '2.0', id: 1, result: { task: bareTask } }, task],
    ['capitalised (CrewAI)', { Task: bareTask }, task],
    ['the proto name `msg`', { msg: wireMessage }, message],
    ['snake_case', { status_update: { task_id: 't', status: { state: 'working' } } }, statusUpdate],
    ['a misspelled type name (Baidu)', { TaskAritfactUpdateEvent: wireArtifact }, artifactUpdate],
    ['`$case` beside its value', { $case: 'task', value: bareTask }, task],
    ['`$case` under `payload`', { payload: { $case: 'task', value: bareTask } }, task],
    ['a result inside a result', { jsonrpc: '2.0', id: 1, result: { result: { task: bareTask } } }, task],
    ['0.x kind', { kind: 'task', ...bareTask }, task],
    ['kind and wrapper both', { kind: 'task', task: bareTask }, task],
    ['kind inside the wrapper', { task: { kind: 'task', ...bareTask } }, task],
    [
      'kind in snake_case, which is kept',
      { kind: 'status_update', ...wireStatus },
      { kind: 'status', status: { taskId: 't', status, extra: { kind: 'status_update' } } },
    ],
    ['no kind: taskId and status', wireStatus, statusUpdate],
    ['no kind: artifact', wireArtifact, artifactUpdate],
    ['no kind: misspelled artifact', { taskId: 't', aritfact: wireArtifact.artifact }, artifactUpdate],
    ['no kind: id and status', bareTask, task],
    ['no kind: role and parts', wireMessage, message],
    ['no envelope members but the result', { result: bareTask }, task],
    ['error null beside a result', { jsonrpc: '2.0', id: 1, result: bareTask, error: null }, task],
  ])('%s', (_, raw, update) => {
    expect(decode(raw)).toEqual({ kind: 'result', result: update })
  })

  test.each<[string, JsonValue]>([
    ['an unknown kind', { kind: 'weather' }],
    ['a wrapper around nothing', { task: 'soon' }],
    ['a status alone', { status: { state: 'working' } }],
    ['a list', [bareTask]],
    ['text', 'working'],
    ['null', null],
    ['wrappers without end', { result: { result: { result: { result: { result: { task: bareTask } } } } } }],
    ['members of a prototype', JSON.parse('{"__proto__":{"task":{"id":"t","status":{"state":"working"}}}}')],
  ])('%s is unreadable', (_, raw) => {
    expect(decode(raw)).toEqual({
      kind: 'unreadable',
      reason: 'It has no task, message, status update or artifact update.',
    })
  })

  test('an error in place of an event is an error', () => {
    const raw = { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'Task not found' } }
    expect(decode(raw)).toEqual({ kind: 'error', error: { code: -32001, message: 'Task not found' } })
  })
})

describe('what is missing, null or wrong', () => {
  test.each<[string, JsonValue, Update]>([
    [
      'required members missing are empty, never invented',
      { task: { status: {} } },
      { kind: 'task', task: { id: '', status: { state: 'unknown' } } },
    ],
    [
      'null is absent everywhere',
      {
        task: {
          id: 't',
          contextId: null,
          status: { state: 'working', message: null, timestamp: null },
          artifacts: null,
          history: null,
          metadata: null,
        },
      },
      { kind: 'task', task: { id: 't', status } },
    ],
    [
      'printed defaults are absent',
      {
        message: {
          messageId: 'm',
          contextId: '',
          taskId: '',
          role: 'ROLE_AGENT',
          parts: [{ text: 'hi', filename: '', mediaType: '' }],
          extensions: [],
          referenceTaskIds: [],
        },
      },
      {
        kind: 'message',
        message: {
          messageId: 'm',
          role: 'agent',
          parts: [{ kind: 'text', text: 'hi' }],
          extensions: [],
          referenceTaskIds: [],
        },
      },
    ],
    [
      'a number is no id: it is kept as it came',
      { task: { id: 7, status: { state: 'working' } } },
      { kind: 'task', task: { id: '', status, extra: { id: 7 } } },
    ],
    [
      'an unknown state is unknown, its word kept',
      { task: { id: 't', status: { state: 'pondering' } } },
      { kind: 'task', task: { id: 't', status: { state: 'unknown', extra: { state: 'pondering' } } } },
    ],
    [
      'a state in place of the status',
      { task: { id: 't', status: 'TASK_STATE_WORKING', artifacts: [] } },
      { kind: 'task', task: { id: 't', status, artifacts: [] } },
    ],
    [
      'unknown members stay, `__proto__` among them',
      JSON.parse(
        '{"task":{"id":"t","status":{"state":"working"},"generation":"1","__proto__":{"polluted":true}}}',
      ),
      {
        kind: 'task',
        task: { id: 't', status, extra: JSON.parse('{"generation":"1","__proto__":{"polluted":true}}') },
      },
    ],
    [
      'one malformed artifact does not lose the others',
      { task: { id: 't', status: { state: 'working' }, artifacts: [null, { artifactId: 'a', parts: [] }] } },
      {
        kind: 'task',
        task: {
          id: 't',
          status,
          artifacts: [{ artifactId: 'a', parts: [] }],
          extra: { artifacts: [null, { artifactId: 'a', parts: [] }] },
        },
      },
    ],
    [
      'the alias loses against the name, and stays',
      { statusUpdate: { taskId: 't', task_id: 'u', status: { state: 'working' } } },
      { kind: 'status', status: { taskId: 't', status, extra: { task_id: 'u' } } },
    ],
    [
      'chunk marks inside the artifact (FastA2A)',
      {
        artifactUpdate: {
          taskId: 't',
          artifact: { artifactId: 'a', parts: [], append: true, lastChunk: true },
        },
      },
      {
        kind: 'artifact',
        artifact: { taskId: 't', artifact: { artifactId: 'a', parts: [] }, append: true, lastChunk: true },
      },
    ],
    [
      'snake_case throughout (vellum)',
      {
        artifact_update: {
          task_id: 't',
          context_id: 'c',
          artifact: { artifact_id: 'a', parts: [] },
          last_chunk: true,
        },
      },
      {
        kind: 'artifact',
        artifact: {
          taskId: 't',
          contextId: 'c',
          artifact: { artifactId: 'a', parts: [] },
          append: false,
          lastChunk: true,
        },
      },
    ],
    [
      'misspelled artifacts of a task (Baidu)',
      { task: { id: 't', status: { state: 'working' }, aritfacts: [{ artifactId: 'a', parts: [] }] } },
      { kind: 'task', task: { id: 't', status, artifacts: [{ artifactId: 'a', parts: [] }] } },
    ],
    [
      'an artifact that has a number in place of an id',
      { artifactUpdate: { taskId: 't', artifact: { index: 2, parts: [] } } },
      {
        kind: 'artifact',
        artifact: {
          taskId: 't',
          artifact: { artifactId: 'index:2', parts: [] },
          append: false,
          lastChunk: false,
        },
      },
    ],
  ])('%s', (_, raw, update) => {
    expect(decode(raw)).toEqual({ kind: 'result', result: update })
  })

  test('what an agent keeps in `extra` pollutes nothing', () => {
    decode(JSON.parse('{"task":{"id":"t","status":{},"__proto__":{"polluted":true}}}'))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('0.1', () => {
  test.each<[string, JsonValue, Update]>([
    [
      'a status event names its task `id`',
      { jsonrpc: '2.0', id: 1, result: { id: 't', status: { state: 'working' }, final: false } },
      { kind: 'status', status: { taskId: 't', status, final: false } },
    ],
    [
      'a status event without `final`, whose default is false',
      { jsonrpc: '2.0', id: 1, result: { id: 't', status: { state: 'working' } } },
      { kind: 'status', status: { taskId: 't', status } },
    ],
    [
      'an artifact event carries its marks and number inside',
      {
        jsonrpc: '2.0',
        id: 1,
        result: { id: 't', artifact: { index: 1, append: true, parts: [{ type: 'text', text: 'x' }] } },
      },
      {
        kind: 'artifact',
        artifact: {
          taskId: 't',
          artifact: { artifactId: 'index:1', parts: [{ kind: 'text', text: 'x' }] },
          append: true,
          lastChunk: false,
        },
      },
    ],
    [
      'an artifact without a number is the first',
      { result: { id: 't', artifact: { parts: [] } } },
      {
        kind: 'artifact',
        artifact: {
          taskId: 't',
          artifact: { artifactId: 'index:0', parts: [] },
          append: false,
          lastChunk: false,
        },
      },
    ],
    [
      'a task has a session',
      { result: { id: 't', sessionId: 's', status: { state: 'completed' } } },
      { kind: 'task', task: { id: 't', contextId: 's', status: { state: 'completed' } } },
    ],
  ])('%s', (_, raw, update) => {
    expect(decode(raw, '0.1')).toEqual({ kind: 'result', result: update })
  })

  test('a webhook body is a whole task', () => {
    const raw = { id: 't', status: { state: 'completed' } }
    expect(dialectOf('0.1').decodeWebhook(raw)).toEqual({
      kind: 'result',
      result: { kind: 'task', task: { id: 't', status: { state: 'completed' } } },
    })
  })
})
