import { expect, test } from 'vitest'
import { fullOperations } from '../../../e2e/fixtures/operations.ts'
import type { HeaderList, WireCall } from '../dialect.ts'
import { dialect03Proto } from './v0-3-proto.ts'

const options = { extensions: ['urn:e'] }
// The keys of a constant object are its names; `keys` forgets it.
const names = Object.keys(fullOperations) as (keyof typeof fullOperations)[]

const message = {
  messageId: 'm1',
  contextId: 'c1',
  taskId: 't/1',
  extensions: ['urn:e'],
  role: 'ROLE_USER',
  content: [
    { text: 'hi', metadata: { lang: 'en' } },
    { file: { fileWithUri: 'https://e.x/a.png', mimeType: 'image/png', name: 'a.png' } },
    { file: { fileWithBytes: 'aGk=', mimeType: 'text/plain' } },
    { data: { data: { n: 1 } } },
  ],
  metadata: { trace: 1 },
}

const pushConfig = {
  id: 'p1',
  url: 'https://e.x/hook',
  token: 'secret',
  authentication: { schemes: ['Bearer'], credentials: 'key' },
}

const headers: HeaderList = [['X-A2A-Extensions', 'urn:e']]

const grpcHeaders: HeaderList = [['x-a2a-extensions', 'urn:e']]

const restCalls: Readonly<Record<keyof typeof fullOperations, WireCall | undefined>> = {
  send: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/v1/message:send',
    query: [],
    body: {
      message,
      configuration: {
        acceptedOutputModes: ['text/plain'],
        blocking: false,
        historyLength: 2,
        pushNotification: pushConfig,
      },
      metadata: { note: 'x' },
    },
    headers,
    streaming: false,
  },
  stream: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/v1/message:stream',
    query: [],
    body: {
      message: { messageId: 'm2', role: 'ROLE_USER', content: [{ text: 'go' }] },
      configuration: { acceptedOutputModes: [] },
    },
    headers,
    streaming: true,
  },
  get: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/v1/tasks/t%2F1',
    query: [['historyLength', '3']],
    headers,
    streaming: false,
  },
  list: { binding: 'HTTP+JSON', verb: 'GET', path: '/v1/tasks', query: [], headers, streaming: false },
  cancel: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/v1/tasks/t%2F1:cancel',
    query: [],
    body: { name: 'tasks/t/1' },
    headers,
    streaming: false,
  },
  subscribe: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/v1/tasks/t%2F1:subscribe',
    query: [],
    body: {},
    headers,
    streaming: true,
  },
  pushCreate: {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/v1/tasks/t%2F1/pushNotificationConfigs',
    query: [],
    body: {
      parent: 'tasks/t/1',
      configId: 'p1',
      config: { name: 'tasks/t/1/pushNotificationConfigs/p1', pushNotificationConfig: pushConfig },
    },
    headers,
    streaming: false,
  },
  pushGet: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/v1/tasks/t%2F1/pushNotificationConfigs/p1',
    query: [],
    headers,
    streaming: false,
  },
  pushList: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/v1/tasks/t%2F1/pushNotificationConfigs',
    query: [],
    headers,
    streaming: false,
  },
  pushDelete: {
    binding: 'HTTP+JSON',
    verb: 'DELETE',
    path: '/v1/tasks/t%2F1/pushNotificationConfigs/p1',
    query: [],
    headers,
    streaming: false,
  },
  extendedCard: { binding: 'HTTP+JSON', verb: 'GET', path: '/v1/card', query: [], headers, streaming: false },
}

const grpcCalls: Readonly<Record<keyof typeof fullOperations, WireCall | undefined>> = {
  send: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'SendMessage',
    message: {
      message,
      configuration: {
        acceptedOutputModes: ['text/plain'],
        blocking: false,
        historyLength: 2,
        pushNotification: pushConfig,
      },
      metadata: { note: 'x' },
    },
    headers: grpcHeaders,
    streaming: false,
  },
  stream: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'SendStreamingMessage',
    message: {
      message: { messageId: 'm2', role: 'ROLE_USER', content: [{ text: 'go' }] },
      configuration: { acceptedOutputModes: [] },
    },
    headers: grpcHeaders,
    streaming: true,
  },
  get: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'GetTask',
    message: { name: 'tasks/t/1', historyLength: 3 },
    headers: grpcHeaders,
    streaming: false,
  },
  list: undefined,
  cancel: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'CancelTask',
    message: { name: 'tasks/t/1' },
    headers: grpcHeaders,
    streaming: false,
  },
  subscribe: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'TaskSubscription',
    message: { name: 'tasks/t/1' },
    headers: grpcHeaders,
    streaming: true,
  },
  pushCreate: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'CreateTaskPushNotificationConfig',
    message: {
      parent: 'tasks/t/1',
      configId: 'p1',
      config: { name: 'tasks/t/1/pushNotificationConfigs/p1', pushNotificationConfig: pushConfig },
    },
    headers: grpcHeaders,
    streaming: false,
  },
  pushGet: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'GetTaskPushNotificationConfig',
    message: { name: 'tasks/t/1/pushNotificationConfigs/p1' },
    headers: grpcHeaders,
    streaming: false,
  },
  pushList: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'ListTaskPushNotificationConfig',
    message: { parent: 'tasks/t/1', pageSize: 5 },
    headers: grpcHeaders,
    streaming: false,
  },
  pushDelete: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'DeleteTaskPushNotificationConfig',
    message: { name: 'tasks/t/1/pushNotificationConfigs/p1' },
    headers: grpcHeaders,
    streaming: false,
  },
  extendedCard: {
    binding: 'GRPC',
    service: 'a2a.v1.A2AService',
    method: 'GetAgentCard',
    message: {},
    headers: grpcHeaders,
    streaming: false,
  },
}

test.each(names)('%s over HTTP+JSON', (name) => {
  expect(dialect03Proto.encode(fullOperations[name], 'HTTP+JSON', options)).toEqual(restCalls[name])
})

test.each(names)('%s over GRPC', (name) => {
  expect(dialect03Proto.encode(fullOperations[name], 'GRPC', options)).toEqual(grpcCalls[name])
})

test.each(names)('%s has no other binding', (name) => {
  const calls = (['JSONRPC'] as const).map((binding) => dialect03Proto.encode(fullOperations[name], binding))
  expect(calls).toEqual((['JSONRPC'] as const).map(() => undefined))
})
