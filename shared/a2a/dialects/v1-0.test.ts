import {
  type Calls,
  grpcWith,
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
    taskPushNotificationConfig: pushConfig,
    returnImmediately: true,
  },
  metadata: { note: 'x' },
}

const createParams = { taskId: 't/1', ...pushConfig }

const { rpc, rpcStream } = rpcWith(headers)

const rpcCalls: Calls = {
  send: rpc('SendMessage', sendParams),
  stream: rpcStream('SendStreamingMessage', { message: message10Short }),
  get: rpc('GetTask', { id: 't/1', historyLength: 3 }),
  list: rpc('ListTasks', listParams10),
  cancel: rpc('CancelTask', { id: 't/1', metadata: { why: 'enough' } }),
  subscribe: rpcStream('SubscribeToTask', { id: 't/1' }),
  pushCreate: rpc('CreateTaskPushNotificationConfig', createParams),
  pushGet: rpc('GetTaskPushNotificationConfig', { taskId: 't/1', id: 'p1' }),
  pushList: rpc('ListTaskPushNotificationConfigs', { taskId: 't/1', pageSize: 5 }),
  pushDelete: rpc('DeleteTaskPushNotificationConfig', { taskId: 't/1', id: 'p1' }),
  extendedCard: rpc('GetExtendedAgentCard'),
}

const { get, post, postStream, remove } = restWith(headers)

const restCalls: Calls = {
  send: post('/message:send', sendParams),
  stream: postStream('/message:stream', { message: message10Short }),
  get: get('/tasks/t%2F1?historyLength=3'),
  list: get(`/tasks?${listQuery10}`),
  cancel: post('/tasks/t%2F1:cancel', { metadata: { why: 'enough' } }),
  subscribe: postStream('/tasks/t%2F1:subscribe', {}),
  pushCreate: post('/tasks/t%2F1/pushNotificationConfigs', createParams),
  pushGet: get('/tasks/t%2F1/pushNotificationConfigs/p1'),
  pushList: get('/tasks/t%2F1/pushNotificationConfigs?pageSize=5'),
  pushDelete: remove('/tasks/t%2F1/pushNotificationConfigs/p1'),
  extendedCard: get('/extendedAgentCard'),
}

const { grpc, grpcStream } = grpcWith('lf.a2a.v1.A2AService', [
  ['a2a-version', '1.0'],
  ['a2a-extensions', 'urn:e'],
])

const grpcCalls: Calls = {
  send: grpc('SendMessage', sendParams),
  stream: grpcStream('SendStreamingMessage', { message: message10Short }),
  get: grpc('GetTask', { id: 't/1', historyLength: 3 }),
  list: grpc('ListTasks', listParams10),
  cancel: grpc('CancelTask', { id: 't/1', metadata: { why: 'enough' } }),
  subscribe: grpcStream('SubscribeToTask', { id: 't/1' }),
  pushCreate: grpc('CreateTaskPushNotificationConfig', createParams),
  pushGet: grpc('GetTaskPushNotificationConfig', { taskId: 't/1', id: 'p1' }),
  pushList: grpc('ListTaskPushNotificationConfigs', { taskId: 't/1', pageSize: 5 }),
  pushDelete: grpc('DeleteTaskPushNotificationConfig', { taskId: 't/1', id: 'p1' }),
  extendedCard: grpc('GetExtendedAgentCard', {}),
}

holdsTo(dialectOf('1.0'), { JSONRPC: rpcCalls, 'HTTP+JSON': restCalls, GRPC: grpcCalls })
