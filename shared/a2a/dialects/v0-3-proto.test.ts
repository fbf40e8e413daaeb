import {
  type Calls,
  grpcWith,
  holdsTo,
  pushConfigOfSchemes as pushConfig,
  restWith,
} from '../../../e2e/fixtures/operation-calls.ts'
import { dialectOf } from '../dialects.ts'

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

const sendParams = {
  message,
  configuration: {
    acceptedOutputModes: ['text/plain'],
    blocking: false,
    historyLength: 2,
    pushNotification: pushConfig,
  },
  metadata: { note: 'x' },
}

const streamParams = {
  message: { messageId: 'm2', role: 'ROLE_USER', content: [{ text: 'go' }] },
  configuration: { acceptedOutputModes: [] },
}

const configName = 'tasks/t/1/pushNotificationConfigs/p1'
const createParams = {
  parent: 'tasks/t/1',
  configId: 'p1',
  config: { name: configName, pushNotificationConfig: pushConfig },
}

const { get, post, postStream, remove } = restWith([['X-A2A-Extensions', 'urn:e']])

const restCalls: Calls = {
  send: post('/v1/message:send', sendParams),
  stream: postStream('/v1/message:stream', streamParams),
  get: get('/v1/tasks/t%2F1?historyLength=3'),
  list: get('/v1/tasks'),
  cancel: post('/v1/tasks/t%2F1:cancel', { name: 'tasks/t/1' }),
  subscribe: postStream('/v1/tasks/t%2F1:subscribe', {}),
  pushCreate: post('/v1/tasks/t%2F1/pushNotificationConfigs', createParams),
  pushGet: get('/v1/tasks/t%2F1/pushNotificationConfigs/p1'),
  pushList: get('/v1/tasks/t%2F1/pushNotificationConfigs'),
  pushDelete: remove('/v1/tasks/t%2F1/pushNotificationConfigs/p1'),
  extendedCard: get('/v1/card'),
}

const { grpc, grpcStream } = grpcWith('a2a.v1.A2AService', [['x-a2a-extensions', 'urn:e']])

const grpcCalls: Calls = {
  send: grpc('SendMessage', sendParams),
  stream: grpcStream('SendStreamingMessage', streamParams),
  get: grpc('GetTask', { name: 'tasks/t/1', historyLength: 3 }),
  list: undefined,
  cancel: grpc('CancelTask', { name: 'tasks/t/1' }),
  subscribe: grpcStream('TaskSubscription', { name: 'tasks/t/1' }),
  pushCreate: grpc('CreateTaskPushNotificationConfig', createParams),
  pushGet: grpc('GetTaskPushNotificationConfig', { name: configName }),
  pushList: grpc('ListTaskPushNotificationConfig', { parent: 'tasks/t/1', pageSize: 5 }),
  pushDelete: grpc('DeleteTaskPushNotificationConfig', { name: configName }),
  extendedCard: grpc('GetAgentCard', {}),
}

holdsTo(dialectOf('0.3-proto'), { 'HTTP+JSON': restCalls, GRPC: grpcCalls })
