// The client of @a2a-js/sdk 1.x: each operation once, at the address and over the binding that it is given.

import { SendMessageRequest, TaskState } from '@a2a-js/sdk'
import {
  AgentCardResolver,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc'
import { all, runOperations, subscribed } from './run-operations.mjs'

const [base, binding] = process.argv.slice(2)
const factory = new ClientFactory({
  ...ClientFactoryOptions.default,
  transports: [new JsonRpcTransportFactory(), new RestTransportFactory(), new GrpcTransportFactory()],
  preferredTransports: [binding],
})
const client = await factory.createFromUrl(base)
let made = 0
const say = (text, configuration) => {
  const message = { messageId: `message-${++made}`, role: 'ROLE_USER', parts: [{ text }] }
  return SendMessageRequest.fromJSON({ message, ...(configuration && { configuration }) })
}
const tenant = ''
const hook = { tenant, id: 'hook-1', url: 'http://127.0.0.1:9/hook', token: 'interop-token' }
let sent
let asked

await runOperations([
  ['card', () => AgentCardResolver.default.resolve(base)],
  ['extended card', () => client.getAgentCard()],
  ['send', async () => (sent = await client.sendMessage(say('echo hello wörld 🌍')))],
  ['stream', () => all(client.sendMessageStream(say('count')))],
  ['get', () => client.getTask({ tenant, id: sent.id, historyLength: 10 })],
  [
    'list',
    () =>
      client.listTasks({
        ...{ tenant, contextId: sent.contextId, status: TaskState.TASK_STATE_UNSPECIFIED, pageToken: '' },
        ...{ statusTimestampAfter: undefined, includeArtifacts: true },
      }),
  ],
  ['question', async () => (asked = await client.sendMessage(say('ask')))],
  ['push set', () => client.createTaskPushNotificationConfig({ ...hook, taskId: asked.id })],
  ['push get', () => client.getTaskPushNotificationConfig({ tenant, taskId: asked.id, id: hook.id })],
  [
    'push list',
    () => client.listTaskPushNotificationConfig({ tenant, taskId: asked.id, pageSize: 10, pageToken: '' }),
  ],
  ['push delete', () => client.deleteTaskPushNotificationConfig({ tenant, taskId: asked.id, id: hook.id })],
  ['subscribe', () => subscribed(client.sendMessageStream(say('slow')), isWorking, subscribe)],
  [
    'cancel',
    async () => {
      const { id } = await client.sendMessage(say('wait', { returnImmediately: true }))
      return client.cancelTask({ tenant, id, metadata: undefined })
    },
  ],
  ['unknown task', () => client.getTask({ tenant, id: '00000000-0000-4000-8000-000000000000' })],
])
process.exit()

function isWorking({ payload }) {
  return payload?.value.status?.state === TaskState.TASK_STATE_WORKING
}

function subscribe({ payload }) {
  return client.resubscribeTask({ tenant, id: payload.value.id })
}
