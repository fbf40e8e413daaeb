// The client of @a2a-js/sdk 0.3.x: each operation once, at the address and over the binding that it is given.

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
const say = (text, configuration) => ({
  message: { kind: 'message', messageId: `message-${++made}`, role: 'user', parts: [{ kind: 'text', text }] },
  ...(configuration && { configuration }),
})
const hook = { id: 'hook-1', url: 'http://127.0.0.1:9/hook', token: 'interop-token' }
const configured = () => ({ id: asked.id, pushNotificationConfigId: hook.id })
let sent
let asked

await runOperations([
  ['card', () => AgentCardResolver.default.resolve(base)],
  ['extended card', () => client.getAgentCard()],
  ['send', async () => (sent = await client.sendMessage(say('echo hello wörld 🌍')))],
  ['stream', () => all(client.sendMessageStream(say('count')))],
  ['get', () => client.getTask({ id: sent.id, historyLength: 10 })],
  ['question', async () => (asked = await client.sendMessage(say('ask')))],
  [
    'push set',
    () => client.setTaskPushNotificationConfig({ taskId: asked.id, pushNotificationConfig: hook }),
  ],
  ['push get', () => client.getTaskPushNotificationConfig(configured())],
  ['push list', () => client.listTaskPushNotificationConfig({ id: asked.id })],
  ['push delete', () => client.deleteTaskPushNotificationConfig(configured())],
  ['subscribe', () => subscribed(client.sendMessageStream(say('slow')), isWorking, subscribe)],
  [
    'cancel',
    async () => client.cancelTask({ id: (await client.sendMessage(say('wait', { blocking: false }))).id }),
  ],
  ['unknown task', () => client.getTask({ id: '00000000-0000-4000-8000-000000000000' })],
])
process.exit()

function isWorking({ status }) {
  return status?.state === 'working'
}

function subscribe({ id }) {
  return client.resubscribeTask({ id })
}
