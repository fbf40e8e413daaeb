import { expect, test } from 'vitest'
import { fullOperations } from '../../../e2e/fixtures/operations.ts'
import type { HeaderList, WireCall } from '../dialect.ts'
import { dialect10Rc } from './v1-0-rc.ts'

const options = { extensions: ['urn:e'] }
// The keys of a constant object are its names; `keys` forgets it.
const names = Object.keys(fullOperations) as (keyof typeof fullOperations)[]

const message = {
  messageId: 'm1',
  contextId: 'c1',
  taskId: 't/1',
  extensions: ['urn:e'],
  referenceTaskIds: ['t0'],
  role: 'ROLE_USER',
  parts: [
    { text: 'hi', metadata: { lang: 'en' } },
    { url: 'https://e.x/a.png', filename: 'a.png', mediaType: 'image/png' },
    { raw: 'aGk=', mediaType: 'text/plain' },
    { data: { n: 1 } },
  ],
  metadata: { trace: 1 },
}

const pushConfig = {
  id: 'p1',
  url: 'https://e.x/hook',
  token: 'secret',
  authentication: { scheme: 'Bearer', credentials: 'key' },
}

const headers: HeaderList = [
  ['A2A-Version', '1.0'],
  ['A2A-Extensions', 'urn:e'],
]

const rpcCalls: Readonly<Record<keyof typeof fullOperations, WireCall | undefined>> = {
  send: {
    binding: 'JSONRPC',
    method: 'SendMessage',
    params: {
      message,
      configuration: {
        acceptedOutputModes: ['text/plain'],
        historyLength: 2,
        pushNotificationConfig: pushConfig,
        blocking: false,
      },
      metadata: { note: 'x' },
    },
    headers,
    streaming: false,
  },
  stream: {
    binding: 'JSONRPC',
    method: 'SendStreamingMessage',
    params: { message: { messageId: 'm2', role: 'ROLE_USER', parts: [{ text: 'go' }] } },
    headers,
    streaming: true,
  },
  get: {
    binding: 'JSONRPC',
    method: 'GetTask',
    params: { id: 't/1', historyLength: 3 },
    headers,
    streaming: false,
  },
  list: {
    binding: 'JSONRPC',
    method: 'ListTasks',
    params: {
      contextId: 'c1',
      status: 'TASK_STATE_CANCELED',
      pageSize: 5,
      pageToken: 'next',
      historyLength: 0,
      statusTimestampAfter: '2026-01-01T00:00:00Z',
      includeArtifacts: true,
    },
    headers,
    streaming: false,
  },
  cancel: { binding: 'JSONRPC', method: 'CancelTask', params: { id: 't/1' }, headers, streaming: false },
  subscribe: {
    binding: 'JSONRPC',
    method: 'SubscribeToTask',
    params: { id: 't/1' },
    headers,
    streaming: true,
  },
  pushCreate: {
    binding: 'JSONRPC',
    method: 'CreateTaskPushNotificationConfig',
    params: {
      taskId: 't/1',
      configId: 'p1',
      config: pushConfig,
    },
    headers,
    streaming: false,
  },
  pushGet: {
    binding: 'JSONRPC',
    method: 'GetTaskPushNotificationConfig',
    params: { taskId: 't/1', id: 'p1' },
    headers,
    streaming: false,
  },
  pushList: {
    binding: 'JSONRPC',
    method: 'ListTaskPushNotificationConfig',
    params: { taskId: 't/1', pageSize: 5 },
    headers,
    streaming: false,
  },
  pushDelete: {
    binding: 'JSONRPC',
    method: 'DeleteTaskPushNotificationConfig',
    params: { taskId: 't/1', id: 'p1' },
    headers,
    streaming: false,
  },
  extendedCard: { binding: 'JSONRPC', method: 'GetExtendedAgentCard', headers, streaming: false },
}

const restCalls: Readonly<Record<keyof typeof fullOperations, WireCall | undefined>> = {
  send: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/message:send',
    query: [],
    body: {
      message,
      configuration: {
        acceptedOutputModes: ['text/plain'],
        historyLength: 2,
        pushNotificationConfig: pushConfig,
        blocking: false,
      },
      metadata: { note: 'x' },
    },
    headers,
    streaming: false,
  },
  stream: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/message:stream',
    query: [],
    body: { message: { messageId: 'm2', role: 'ROLE_USER', parts: [{ text: 'go' }] } },
    headers,
    streaming: true,
  },
  get: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/tasks/t%2F1',
    query: [['historyLength', '3']],
    headers,
    streaming: false,
  },
  list: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/tasks',
    query: [
      ['contextId', 'c1'],
      ['status', 'TASK_STATE_CANCELED'],
      ['pageSize', '5'],
      ['pageToken', 'next'],
      ['historyLength', '0'],
      ['statusTimestampAfter', '2026-01-01T00:00:00Z'],
      ['includeArtifacts', 'true'],
    ],
    headers,
    streaming: false,
  },
  cancel: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/tasks/t%2F1:cancel',
    query: [],
    body: {},
    headers,
    streaming: false,
  },
  subscribe: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/tasks/t%2F1:subscribe',
    query: [],
    body: {},
    headers,
    streaming: true,
  },
  pushCreate: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/tasks/t%2F1/pushNotificationConfigs',
    query: [['configId', 'p1']],
    body: pushConfig,
    headers,
    streaming: false,
  },
  pushGet: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/tasks/t%2F1/pushNotificationConfigs/p1',
    query: [],
    headers,
    streaming: false,
  },
  pushList: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/tasks/t%2F1/pushNotificationConfigs',
    query: [['pageSize', '5']],
    headers,
    streaming: false,
  },
  pushDelete: {
    binding: 'HTTP+JSON',
    verb: 'DELETE',
    path: '/tasks/t%2F1/pushNotificationConfigs/p1',
    query: [],
    headers,
    streaming: false,
  },
  extendedCard: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/extendedAgentCard',
    query: [],
    headers,
    streaming: false,
  },
}

test.each(names)('%s over JSONRPC', (name) => {
  expect(dialect10Rc.encode(fullOperations[name], 'JSONRPC', options)).toEqual(rpcCalls[name])
})

test.each(names)('%s over HTTP+JSON', (name) => {
  expect(dialect10Rc.encode(fullOperations[name], 'HTTP+JSON', options)).toEqual(restCalls[name])
})

test.each(names)('%s has no other binding', (name) => {
  const calls = (['GRPC'] as const).map((binding) => dialect10Rc.encode(fullOperations[name], binding))
  expect(calls).toEqual((['GRPC'] as const).map(() => undefined))
})
