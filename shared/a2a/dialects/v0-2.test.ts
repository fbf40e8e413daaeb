import { expect, test } from 'vitest'
import { fullOperations } from '../../../e2e/fixtures/operations.ts'
import type { HeaderList, WireCall } from '../dialect.ts'
import { dialect02 } from './v0-2.ts'

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

const rpcCalls: Readonly<Record<keyof typeof fullOperations, WireCall | undefined>> = {
  send: {
    binding: 'JSONRPC',
    method: 'message/send',
    params: {
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
    binding: 'JSONRPC',
    method: 'message/stream',
    params: {
      message: { kind: 'message', messageId: 'm2', role: 'user', parts: [{ kind: 'text', text: 'go' }] },
      configuration: { acceptedOutputModes: [] },
    },
    headers,
    streaming: true,
  },
  get: {
    binding: 'JSONRPC',
    method: 'tasks/get',
    params: { id: 't/1', historyLength: 3 },
    headers,
    streaming: false,
  },
  list: undefined,
  cancel: {
    binding: 'JSONRPC',
    method: 'tasks/cancel',
    params: { id: 't/1', metadata: { why: 'enough' } },
    headers,
    streaming: false,
  },
  subscribe: {
    binding: 'JSONRPC',
    method: 'tasks/resubscribe',
    params: { id: 't/1' },
    headers,
    streaming: true,
  },
  pushCreate: {
    binding: 'JSONRPC',
    method: 'tasks/pushNotificationConfig/set',
    params: { taskId: 't/1', pushNotificationConfig: pushConfig },
    headers,
    streaming: false,
  },
  pushGet: {
    binding: 'JSONRPC',
    method: 'tasks/pushNotificationConfig/get',
    params: { id: 't/1', pushNotificationConfigId: 'p1' },
    headers,
    streaming: false,
  },
  pushList: {
    binding: 'JSONRPC',
    method: 'tasks/pushNotificationConfig/list',
    params: { id: 't/1' },
    headers,
    streaming: false,
  },
  pushDelete: {
    binding: 'JSONRPC',
    method: 'tasks/pushNotificationConfig/delete',
    params: { id: 't/1', pushNotificationConfigId: 'p1' },
    headers,
    streaming: false,
  },
  extendedCard: {
    binding: 'HTTP+JSON',
    verb: 'GET',
    path: '/../agent/authenticatedExtendedCard',
    query: [],
    headers,
    streaming: false,
  },
}

test.each(names)('%s over JSONRPC', (name) => {
  expect(dialect02.encode(fullOperations[name], 'JSONRPC', options)).toEqual(rpcCalls[name])
})

test.each(names)('%s has no other binding', (name) => {
  const calls = (['HTTP+JSON', 'GRPC'] as const).map((binding) =>
    dialect02.encode(fullOperations[name], binding),
  )
  expect(calls).toEqual((['HTTP+JSON', 'GRPC'] as const).map(() => undefined))
})
