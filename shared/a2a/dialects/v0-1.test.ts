import { expect, test } from 'vitest'
import { fullOperations } from '../../../e2e/fixtures/operations.ts'
import type { WireCall } from '../dialect.ts'
import { dialect01 } from './v0-1.ts'

const options = { extensions: ['urn:e'] }
// The keys of a constant object are its names; `keys` forgets it.
const names = Object.keys(fullOperations) as (keyof typeof fullOperations)[]

const message = {
  role: 'user',
  parts: [
    { type: 'text', text: 'hi', metadata: { lang: 'en' } },
    { type: 'file', file: { uri: 'https://e.x/a.png', mimeType: 'image/png', name: 'a.png' } },
    { type: 'file', file: { bytes: 'aGk=', mimeType: 'text/plain' } },
    { type: 'data', data: { n: 1 } },
  ],
  metadata: { trace: 1 },
}

const pushConfig = {
  url: 'https://e.x/hook',
  token: 'secret',
  authentication: { schemes: ['Bearer'], credentials: 'key' },
}

const rpcCalls: Readonly<Record<keyof typeof fullOperations, WireCall | undefined>> = {
  send: {
    binding: 'JSONRPC',
    method: 'tasks/send',
    params: {
      id: 't/1',
      sessionId: 'c1',
      message,
      pushNotification: pushConfig,
      historyLength: 2,
      metadata: { note: 'x' },
    },
    headers: [],
    streaming: false,
  },
  stream: {
    binding: 'JSONRPC',
    method: 'tasks/sendSubscribe',
    params: { id: 'm2', message: { role: 'user', parts: [{ type: 'text', text: 'go' }] } },
    headers: [],
    streaming: true,
  },
  get: {
    binding: 'JSONRPC',
    method: 'tasks/get',
    params: { id: 't/1', historyLength: 3 },
    headers: [],
    streaming: false,
  },
  list: undefined,
  cancel: {
    binding: 'JSONRPC',
    method: 'tasks/cancel',
    params: { id: 't/1', metadata: { why: 'enough' } },
    headers: [],
    streaming: false,
  },
  subscribe: {
    binding: 'JSONRPC',
    method: 'tasks/resubscribe',
    params: { id: 't/1' },
    headers: [],
    streaming: true,
  },
  pushCreate: {
    binding: 'JSONRPC',
    method: 'tasks/pushNotification/set',
    params: { id: 't/1', pushNotificationConfig: pushConfig },
    headers: [],
    streaming: false,
  },
  pushGet: {
    binding: 'JSONRPC',
    method: 'tasks/pushNotification/get',
    params: { id: 't/1' },
    headers: [],
    streaming: false,
  },
  pushList: undefined,
  pushDelete: undefined,
  extendedCard: undefined,
}

test.each(names)('%s over JSONRPC', (name) => {
  expect(dialect01.encode(fullOperations[name], 'JSONRPC', options)).toEqual(rpcCalls[name])
})

test.each(names)('%s has no other binding', (name) => {
  const calls = (['HTTP+JSON', 'GRPC'] as const).map((binding) =>
    dialect01.encode(fullOperations[name], binding),
  )
  expect(calls).toEqual((['HTTP+JSON', 'GRPC'] as const).map(() => undefined))
})
