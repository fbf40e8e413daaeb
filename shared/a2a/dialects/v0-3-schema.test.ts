import { expect, test } from 'vitest'
import { fullOperations } from '../../../e2e/fixtures/operations.ts'
import type { HeaderList, WireCall } from '../dialect.ts'
import { dialect03Schema } from './v0-3-schema.ts'

const options = { extensions: ['urn:e'] }
// The keys of a constant object are its names; `keys` forgets it.
const names = Object.keys(fullOperations) as (keyof typeof fullOperations)[]

const message = {
  kind: 'message',
  messageId: 'm1',
  contextId: 'c1',
  taskId: 't/1',
  extensions: ['urn:e'],
  referenceTaskIds: ['t0'],
  role: 'user',
  parts: [
    { kind: 'text', text: 'hi', metadata: { lang: 'en' } },
    { kind: 'file', file: { uri: 'https://e.x/a.png', mimeType: 'image/png', name: 'a.png' } },
    { kind: 'file', file: { bytes: 'aGk=', mimeType: 'text/plain' } },
    { kind: 'data', data: { n: 1 } },
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
        pushNotificationConfig: pushConfig,
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
      message: { kind: 'message', messageId: 'm2', role: 'user', parts: [{ kind: 'text', text: 'go' }] },
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
    body: { metadata: { why: 'enough' } },
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
    body: { taskId: 't/1', pushNotificationConfig: pushConfig },
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

test.each(names)('%s over HTTP+JSON', (name) => {
  expect(dialect03Schema.encode(fullOperations[name], 'HTTP+JSON', options)).toEqual(restCalls[name])
})

test.each(names)('%s has no other binding', (name) => {
  const calls = (['JSONRPC', 'GRPC'] as const).map((binding) =>
    dialect03Schema.encode(fullOperations[name], binding),
  )
  expect(calls).toEqual((['JSONRPC', 'GRPC'] as const).map(() => undefined))
})
