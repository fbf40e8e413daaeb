// The same requests in every dialect, written by hand, for tests that run one story with all of them.

import { Client, credentials, Metadata } from '@grpc/grpc-js'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { Agent } from './agent.ts'
import { sseData } from './capture-file.ts'
import type { DialectName } from './dialects/dialect.ts'
import { parseJson } from './json.ts'
import { decode, encode } from './protobuf/codec.ts'
import { services } from './protobuf/services.ts'

export interface Voice {
  /** The result or the error, without envelope. */
  ask(operation: Operation, params: JsonObject): Promise<JsonValue>
  /** Each event without envelope, as it arrives. */
  listen(operation: 'stream' | 'subscribe', params: JsonObject): AsyncIterable<JsonValue>
  send(text: string, taskId?: string): JsonObject
  task(id: string): JsonObject
  close(): void
}

type Operation = 'send' | 'get' | 'cancel' | 'card'
type Operations = Readonly<Record<Operation | 'stream' | 'subscribe', string>>

const kindSend = (text: string, taskId?: string): JsonObject => ({
  message: defined({
    kind: 'message',
    messageId: 'm1',
    role: 'user',
    parts: [{ kind: 'text', text }],
    taskId,
  }),
  configuration: { acceptedOutputModes: ['text/plain'], blocking: true },
})
const protoSend = (text: string, taskId?: string): JsonObject => ({
  message: defined({ messageId: 'm1', role: 'ROLE_USER', content: [{ text }], taskId }),
  configuration: { blocking: true },
})
const send10 = (text: string, taskId?: string): JsonObject => ({
  message: defined({ messageId: 'm1', role: 'ROLE_USER', parts: [{ text }], taskId }),
})
const sendRc = (text: string, taskId?: string): JsonObject => ({
  ...send10(text, taskId),
  configuration: { blocking: true },
})
const send01 = (text: string, taskId?: string): JsonObject => ({
  id: taskId ?? `client-${text}`,
  message: { role: 'user', parts: [{ type: 'text', text }] },
})

const byId = (id: string): JsonObject => ({ id })
const byName = (id: string): JsonObject => ({ name: `tasks/${id}` })

const operations01: Operations = {
  send: 'tasks/send',
  stream: 'tasks/sendSubscribe',
  get: 'tasks/get',
  cancel: 'tasks/cancel',
  subscribe: 'tasks/resubscribe',
  card: 'agent/getAuthenticatedExtendedCard',
}
const operations0x: Operations = { ...operations01, send: 'message/send', stream: 'message/stream' }
const operations10: Operations = {
  send: 'SendMessage',
  stream: 'SendStreamingMessage',
  get: 'GetTask',
  cancel: 'CancelTask',
  subscribe: 'SubscribeToTask',
  card: 'GetExtendedAgentCard',
}

export const voices: Readonly<Record<DialectName, (agent: Agent) => Voice>> = {
  '0.1': (agent) => rpcVoice(agent, operations01, send01),
  '0.2.5': (agent) => rpcVoice(agent, operations0x, kindSend),
  '0.2.6': (agent) => rpcVoice(agent, operations0x, kindSend),
  '0.3': (agent) => rpcVoice(agent, operations0x, kindSend),
  '0.3-rest': (agent) => restVoice(agent, '/v1', protoSend),
  '0.3-rest-schema': (agent) => restVoice(agent, '/v1', kindSend),
  '0.3-grpc': (agent) =>
    grpcVoice(
      agent,
      'a2a.v1.A2AService',
      { ...operations10, subscribe: 'TaskSubscription', card: 'GetAgentCard' },
      protoSend,
      byName,
    ),
  '1.0-rc': (agent) => rpcVoice(agent, operations10, sendRc),
  '1.0': (agent) => rpcVoice(agent, operations10, send10),
  '1.0-rest': (agent) => restVoice(agent, '', send10),
  '1.0-grpc': (agent) => grpcVoice(agent, 'lf.a2a.v1.A2AService', operations10, send10, byId),
}

const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0' }

function rpcVoice({ url }: Agent, operations: Operations, send: Voice['send']): Voice {
  const post = (method: string, params: JsonObject): Promise<Response> =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  const unwrapped = (json: JsonValue): JsonValue => {
    const { result, error } = json as JsonObject
    return result ?? { error: error ?? null }
  }
  return {
    ask: async (operation, params) =>
      unwrapped((await (await post(operations[operation], params)).json()) as JsonValue),
    async *listen(operation, params) {
      for await (const json of events(await post(operations[operation], params))) yield unwrapped(json)
    },
    send,
    task: byId,
    close: () => undefined,
  }
}

function restVoice({ url }: Agent, prefix: string, send: Voice['send']): Voice {
  const paths = {
    send: () => '/message:send',
    stream: () => '/message:stream',
    get: (id: unknown) => `/tasks/${id}`,
    cancel: (id: unknown) => `/tasks/${id}:cancel`,
    subscribe: (id: unknown) => `/tasks/${id}:subscribe`,
    card: () => (prefix === '' ? '/extendedAgentCard' : '/card'),
  }
  const request = (operation: keyof typeof paths, params: JsonObject): Promise<Response> =>
    fetch(`${url}${prefix}${paths[operation](params['id'])}`, {
      method: reads(operation) ? 'GET' : 'POST',
      headers,
      ...(reads(operation) ? {} : { body: JSON.stringify('message' in params ? params : {}) }),
    })
  return {
    async ask(operation, params) {
      const response = await request(operation, params)
      const json = (await response.json()) as JsonValue
      return response.ok ? json : { error: json }
    },
    async *listen(operation, params) {
      yield* events(await request(operation, params))
    },
    send,
    task: byId,
    close: () => undefined,
  }
}

const reads = (operation: string): boolean => operation === 'get' || operation === 'card'

async function* events({ body }: Response): AsyncGenerator<JsonValue> {
  let text = ''
  for await (const piece of body ?? []) {
    text += Buffer.from(piece).toString('utf8')
    const whole = text.lastIndexOf('\n\n')
    for (const data of sseData(text.slice(0, whole + 2))) yield parseJson(data) ?? null
    text = text.slice(whole + 2)
  }
}

function grpcVoice(
  { grpcAddress = '' }: Agent,
  service: string,
  operations: Operations,
  send: Voice['send'],
  task: Voice['task'],
): Voice {
  const { ask, listen, close } = grpcClient(grpcAddress, service)
  return {
    ask: (operation, params) => ask(operations[operation], params),
    listen: (operation, params) => listen(operations[operation], params),
    ...{ send, task, close },
  }
}

/** Calls any method of a service by name. */
export function grpcClient(address: string, service: string) {
  const client = new Client(address, credentials.createInsecure())
  const metadata = new Metadata()
  metadata.set('a2a-version', '1.0')
  const same = (bytes: Buffer): Buffer => bytes
  const prepared = (method: string, params: JsonObject) => {
    const { schema, methods } = services[service] ?? {}
    const [request, response] = methods?.[method] ?? []
    if (schema === undefined || request === undefined || response === undefined) throw new Error(method)
    return {
      path: `/${service}/${method}`,
      bytes: encode(schema, request, params),
      read: (bytes: Buffer): JsonObject => decode(schema, response, bytes),
    }
  }
  return {
    ask(method: string, params: JsonObject): Promise<JsonObject> {
      const { path, bytes, read } = prepared(method, params)
      return new Promise((resolve) => {
        client.makeUnaryRequest(path, same, same, bytes, metadata, (error, reply) =>
          resolve(error ? { error: { code: error.code } } : read(reply ?? Buffer.alloc(0))),
        )
      })
    },
    async *listen(method: string, params: JsonObject): AsyncGenerator<JsonObject> {
      const { path, bytes, read } = prepared(method, params)
      const call = client.makeServerStreamRequest(path, same, same, bytes, metadata)
      for await (const message of call) yield read(message as Buffer)
    },
    close: () => client.close(),
  }
}
