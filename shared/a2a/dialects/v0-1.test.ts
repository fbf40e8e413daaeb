import { type Calls, holdsTo, rpcWith } from '../../../e2e/fixtures/operation-calls.ts'
import { dialectOf } from '../dialects.ts'

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

const { rpc, rpcStream } = rpcWith([])

const rpcCalls: Calls = {
  send: rpc('tasks/send', {
    id: 't/1',
    sessionId: 'c1',
    message,
    pushNotification: pushConfig,
    historyLength: 2,
    metadata: { note: 'x' },
  }),
  stream: rpcStream('tasks/sendSubscribe', {
    id: 'm2',
    message: { role: 'user', parts: [{ type: 'text', text: 'go' }] },
  }),
  get: rpc('tasks/get', { id: 't/1', historyLength: 3 }),
  list: undefined,
  cancel: rpc('tasks/cancel', { id: 't/1', metadata: { why: 'enough' } }),
  subscribe: rpcStream('tasks/resubscribe', { id: 't/1' }),
  pushCreate: rpc('tasks/pushNotification/set', { id: 't/1', pushNotificationConfig: pushConfig }),
  pushGet: rpc('tasks/pushNotification/get', { id: 't/1' }),
  pushList: undefined,
  pushDelete: undefined,
  extendedCard: undefined,
}

holdsTo(dialectOf('0.1'), { JSONRPC: rpcCalls })
