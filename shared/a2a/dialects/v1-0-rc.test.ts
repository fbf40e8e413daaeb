import {
  type Calls,
  holdsTo,
  listParams10,
  listQuery10,
  message10,
  message10Short,
  pushConfigOfScheme as pushConfig,
  restWith,
  rpcWith,
} from '../../../e2e/fixtures/operation-calls.ts'
import type { HeaderList } from '../dialect.ts'
import { dialectOf } from '../dialects.ts'

const headers: HeaderList = [
  ['A2A-Version', '1.0'],
  ['A2A-Extensions', 'urn:e'],
]

const sendParams = {
  message: message10,
  configuration: {
    acceptedOutputModes: ['text/plain'],
    historyLength: 2,
    pushNotificationConfig: pushConfig,
    blocking: false,
  },
  metadata: { note: 'x' },
}

const { rpc, rpcStream } = rpcWith(headers)

const rpcCalls: Calls = {
  send: rpc('SendMessage', sendParams),
  stream: rpcStream('SendStreamingMessage', { message: message10Short }),
  get: rpc('GetTask', { id: 't/1', historyLength: 3 }),
  list: rpc('ListTasks', listParams10),
  cancel: rpc('CancelTask', { id: 't/1' }),
  subscribe: rpcStream('SubscribeToTask', { id: 't/1' }),
  pushCreate: rpc('CreateTaskPushNotificationConfig', { taskId: 't/1', configId: 'p1', config: pushConfig }),
  pushGet: rpc('GetTaskPushNotificationConfig', { taskId: 't/1', id: 'p1' }),
  pushList: rpc('ListTaskPushNotificationConfig', { taskId: 't/1', pageSize: 5 }),
  pushDelete: rpc('DeleteTaskPushNotificationConfig', { taskId: 't/1', id: 'p1' }),
  extendedCard: rpc('GetExtendedAgentCard'),
}

const { get, post, postStream, remove } = restWith(headers)

const restCalls: Calls = {
  send: post('/message:send', sendParams),
  stream: postStream('/message:stream', { message: message10Short }),
  get: get('/tasks/t%2F1?historyLength=3'),
  list: get(`/tasks?${listQuery10}`),
  cancel: post('/tasks/t%2F1:cancel', {}),
  subscribe: postStream('/tasks/t%2F1:subscribe', {}),
  pushCreate: post('/tasks/t%2F1/pushNotificationConfigs?configId=p1', pushConfig),
  pushGet: get('/tasks/t%2F1/pushNotificationConfigs/p1'),
  pushList: get('/tasks/t%2F1/pushNotificationConfigs?pageSize=5'),
  pushDelete: remove('/tasks/t%2F1/pushNotificationConfigs/p1'),
  extendedCard: get('/extendedAgentCard'),
}

holdsTo(dialectOf('1.0-rc'), { JSONRPC: rpcCalls, 'HTTP+JSON': restCalls })
