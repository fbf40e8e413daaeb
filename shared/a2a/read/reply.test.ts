import { describe, expect, test } from 'vitest'
import type { Decoded, DialectId, Result } from '../dialect.ts'
import { dialectOf } from '../dialects.ts'
import type { Binding, JsonValue, PushConfig } from '../model.ts'
import type { OperationKind } from '../operation.ts'

interface ResponseFacts {
  readonly dialect?: DialectId
  readonly binding?: Binding
  readonly status?: number
}

function decode(operation: OperationKind, raw: JsonValue, observed: ResponseFacts = {}): Decoded<Result> {
  const { dialect = '1.0', binding = 'JSONRPC', status = 200 } = observed
  return dialectOf(dialect).decodeReply(operation, binding, raw, status)
}

const task = { id: 't', status: { state: 'completed' } } as const
const isTask: Result = { kind: 'task', task }
const isUpdate: Result = { kind: 'update', update: { kind: 'task', task } }
const nothing: Result = { kind: 'nothing' }
const config: PushConfig = { id: 'p', taskId: 't', url: 'u' }

describe('a reply', () => {
  test.each<[string, OperationKind, JsonValue, ResponseFacts, Result]>([
    ['1.0 send', 'send', { jsonrpc: '2.0', id: 1, result: { task } }, {}, isUpdate],
    [
      '0.3 send',
      'send',
      { jsonrpc: '2.0', id: 1, result: { kind: 'task', ...task } },
      { dialect: '0.3' },
      isUpdate,
    ],
    ['a stream answered by one result', 'stream', { jsonrpc: '2.0', id: 1, result: { task } }, {}, isUpdate],
    ['a bare task', 'get', { jsonrpc: '2.0', id: 1, result: task }, {}, isTask],
    [
      'a wrapped task where it should be bare',
      'get',
      { jsonrpc: '2.0', id: 1, result: { task } },
      {},
      isTask,
    ],
    [
      'a task without a status',
      'get',
      { result: { id: 't' } },
      {},
      { kind: 'task', task: { id: 't', status: { state: 'unknown' } } },
    ],
    ['without the envelope', 'get', task, {}, isTask],
    ['REST', 'get', task, { binding: 'HTTP+JSON' }, isTask],
    ['REST in an envelope', 'get', { jsonrpc: '2.0', result: task }, { binding: 'HTTP+JSON' }, isTask],
    ['error null', 'get', { jsonrpc: '2.0', id: 1, result: task, error: null }, {}, isTask],
    [
      'a message in place of a task',
      'get',
      { result: { messageId: 'm', role: 'agent', parts: [] } },
      {},
      { kind: 'update', update: { kind: 'message', message: { messageId: 'm', role: 'agent', parts: [] } } },
    ],
    [
      'success without a result (Python 0.3)',
      'push-delete',
      { jsonrpc: '2.0', id: 1 },
      { dialect: '0.3' },
      nothing,
    ],
    ['a null result', 'push-delete', { jsonrpc: '2.0', id: 1, result: null }, {}, nothing],
    ['an empty result', 'push-delete', { jsonrpc: '2.0', id: 1, result: {} }, {}, nothing],
    ['no body', 'push-delete', null, { binding: 'HTTP+JSON', status: 204 }, nothing],
    [
      'a page of tasks',
      'list',
      { result: { tasks: [task], nextPageToken: '', pageSize: 50, totalSize: 1 } },
      {},
      { kind: 'tasks', page: { tasks: [task], nextPageToken: '', pageSize: 50, totalSize: 1 } },
    ],
    [
      'a list of tasks (0.3 prose)',
      'list',
      [task],
      { dialect: '0.3-proto', binding: 'HTTP+JSON' },
      { kind: 'tasks', page: { tasks: [task] } },
    ],
    ['an empty ProtoJSON page', 'list', { result: {} }, {}, { kind: 'tasks', page: { tasks: [] } }],
    [
      'a flat configuration',
      'push-get',
      { result: { id: 'p', taskId: 't', url: 'u' } },
      {},
      { kind: 'push-config', config },
    ],
    [
      'a nested configuration',
      'push-get',
      { result: { taskId: 't', pushNotificationConfig: { id: 'p', url: 'u' } } },
      { dialect: '0.3' },
      { kind: 'push-config', config },
    ],
    [
      'a configuration of the candidate',
      'push-get',
      { result: { id: 'p', taskId: 't', pushNotificationConfig: { id: 'p', url: 'u' } } },
      { dialect: '1.0-rc' },
      { kind: 'push-config', config },
    ],
    [
      'a configuration as it was created for the candidate (a2a-go 2.x)',
      'push-create',
      { result: { taskId: 't', config: { id: 'p', url: 'u' } } },
      {},
      { kind: 'push-config', config },
    ],
    [
      'a configuration by name',
      'push-get',
      { name: 'tasks/t/pushNotificationConfigs/p', pushNotificationConfig: { url: 'u' } },
      { dialect: '0.3-proto', binding: 'HTTP+JSON' },
      { kind: 'push-config', config },
    ],
    [
      'a configuration by the task id (0.1, FastA2A)',
      'push-get',
      { result: { id: 't', pushNotificationConfig: { url: 'u' } } },
      { dialect: '0.1' },
      { kind: 'push-config', config: { taskId: 't', url: 'u' } },
    ],
    [
      'several schemes, of which one is shown',
      'push-get',
      {
        result: {
          taskId: 't',
          pushNotificationConfig: {
            url: 'u',
            authentication: { schemes: ['Bearer', 'Basic'], credentials: 'c' },
          },
        },
      },
      { dialect: '0.3' },
      {
        kind: 'push-config',
        config: {
          taskId: 't',
          url: 'u',
          authentication: { scheme: 'Bearer', credentials: 'c', extra: { schemes: ['Bearer', 'Basic'] } },
        },
      },
    ],
    [
      'a list of configurations',
      'push-list',
      { result: [{ taskId: 't', pushNotificationConfig: { id: 'p', url: 'u' } }] },
      { dialect: '0.3' },
      { kind: 'push-configs', page: { configs: [config] } },
    ],
    [
      'a page of configurations',
      'push-list',
      { result: { configs: [{ id: 'p', taskId: 't', url: 'u' }], nextPageToken: 'n' } },
      {},
      { kind: 'push-configs', page: { configs: [config], nextPageToken: 'n' } },
    ],
    [
      'an empty page of configurations',
      'push-list',
      { result: {} },
      {},
      { kind: 'push-configs', page: { configs: [] } },
    ],
    [
      'one configuration for a list',
      'push-list',
      { result: { id: 'p', taskId: 't', url: 'u' } },
      {},
      { kind: 'push-configs', page: { configs: [config] } },
    ],
  ])('%s', (_, operation, raw, observed, result) => {
    expect(decode(operation, raw, observed)).toEqual({ kind: 'result', result })
  })

  test('a whole card is read as one', () => {
    expect(
      decode('extended-card', { result: { name: 'A', url: 'u', skills: [] } }, { dialect: '0.3' }),
    ).toMatchObject({
      kind: 'result',
      result: { kind: 'card', card: { name: 'A', interfaces: [{ url: 'u', binding: 'JSONRPC' }] } },
    })
  })

  test.each<[string, OperationKind, JsonValue, ResponseFacts, Decoded<Result>]>([
    [
      'both result and error: the error counts',
      'get',
      { jsonrpc: '2.0', id: 1, result: task, error: { code: -32603, message: 'boom' } },
      {},
      { kind: 'error', error: { code: -32603, message: 'boom', httpStatus: 200 } },
    ],
    [
      'a result under a failing status is a result',
      'get',
      { jsonrpc: '2.0', id: 1, result: task },
      { status: 500 },
      { kind: 'result', result: isTask },
    ],
    [
      'a bare body under a failing status is an error',
      'get',
      { hello: 1 },
      { status: 502 },
      { kind: 'error', error: { message: '{"hello":1}', data: { hello: 1 }, httpStatus: 502 } },
    ],
    [
      'a gateway error under 200 (Baidu)',
      'send',
      { code: 'X', message: 'no', request_id: 'r' },
      {},
      {
        kind: 'error',
        error: { message: 'no', data: { code: 'X', message: 'no', request_id: 'r' }, httpStatus: 200 },
      },
    ],
    [
      'something else',
      'get',
      { jsonrpc: '2.0', id: 1, result: { hello: 1 } },
      {},
      { kind: 'unreadable', reason: 'It has neither an error nor a result of “get”.' },
    ],
    [
      'a batch',
      'get',
      [{ jsonrpc: '2.0', id: 1, result: task }],
      {},
      { kind: 'unreadable', reason: 'It has neither an error nor a result of “get”.' },
    ],
    [
      'no configuration',
      'push-get',
      { result: { taskId: 't' } },
      {},
      { kind: 'unreadable', reason: 'It has neither an error nor a result of “push-get”.' },
    ],
    [
      'no page',
      'list',
      { result: { hello: 1 } },
      {},
      { kind: 'unreadable', reason: 'It has neither an error nor a result of “list”.' },
    ],
  ])('%s', (_, operation, raw, observed, decoded) => {
    expect(decode(operation, raw, observed)).toEqual(decoded)
  })
})
