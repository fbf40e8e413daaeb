// Calls of our own dialects have no finding: two independent implementations of each version, one that writes and one that
// judges, must agree.

import { describe, expect, it } from 'vitest'
import { agentSideOf } from '../agent-side.ts'
import { checkEvent, checkRequest } from '../check.ts'
import type { DialectId } from '../dialect.ts'
import { dialects } from '../dialects.ts'
import type { Binding, Message, Update } from '../model.ts'
import type { Operation } from '../operation.ts'

const message: Message = {
  messageId: 'm',
  role: 'user',
  parts: [
    { kind: 'text', text: 'hello' },
    { kind: 'file-bytes', base64: 'aGVsbG8=', mediaType: 'text/plain', filename: 'a.txt' },
    { kind: 'file-url', url: 'https://files.example.com/a.png', mediaType: 'image/png' },
    { kind: 'data', data: { answer: 42 } },
  ],
  contextId: 'c',
  metadata: { note: 'x' },
}
const config = {
  id: 'p',
  taskId: 't',
  url: 'https://client.example.com/hook',
  token: 'k',
  authentication: { scheme: 'Bearer', credentials: 's' },
} as const
const options = {
  acceptedOutputModes: ['text/plain'],
  historyLength: 3,
  returnImmediately: true,
  push: config,
} as const

const operations: readonly Operation[] = [
  { kind: 'send', message, options, metadata: { note: 'x' } },
  { kind: 'send', message },
  { kind: 'stream', message, options },
  { kind: 'get', taskId: 't', historyLength: 0 },
  {
    kind: 'list',
    contextId: 'c',
    state: 'canceled',
    pageSize: 5,
    includeArtifacts: true,
    statusTimestampAfter: '2026-11-21T04:33:32.584Z',
  },
  { kind: 'cancel', taskId: 't' },
  { kind: 'subscribe', taskId: 't' },
  { kind: 'push-create', taskId: 't', config },
  { kind: 'push-get', taskId: 't', configId: 'p' },
  { kind: 'push-list', taskId: 't' },
  { kind: 'push-delete', taskId: 't', configId: 'p' },
  { kind: 'extended-card' },
]

const calls = dialects.flatMap((dialect) =>
  dialect.bindings.flatMap((binding) =>
    operations.map((operation, i) => ({
      name: `${dialect.id} ${binding} ${i} ${operation.kind}`,
      dialect: dialect.id,
      binding,
      operation,
      call: dialect.encode(operation, binding),
    })),
  ),
)

describe('our own calls', () => {
  it.each(calls)('$name', ({ dialect, binding, operation, call }) => {
    const params = call === undefined ? undefined : paramsIn(call)
    if (params === undefined) return
    expect(
      checkRequest({
        dialect: dialect satisfies DialectId,
        binding: binding satisfies Binding,
        operation: operation.kind,
        params,
      }),
    ).toEqual([])
  })
})

/** REST puts ids into the path, so only the bodies of sends are complete. */
function paramsIn(call: NonNullable<(typeof calls)[number]['call']>) {
  switch (call.binding) {
    case 'JSONRPC':
      return call.params
    case 'HTTP+JSON':
      return /message:(?:send|stream)$/.test(call.path) ? call.body : undefined
    case 'GRPC':
      return call.message
  }
}

describe('our own agent side', () => {
  const status = {
    state: 'working',
    timestamp: '2026-11-21T04:33:32.584Z',
    message: { ...message, taskId: 't', role: 'agent' },
  } as const
  const artifact = { artifactId: 'index:0', name: 'Result', parts: message.parts }
  const updates: readonly Update[] = [
    { kind: 'task', task: { id: 't', contextId: 'c', status, artifacts: [artifact], history: [message] } },
    { kind: 'message', message: { ...message, role: 'agent' } },
    { kind: 'status', status: { taskId: 't', contextId: 'c', status, final: false } },
    { kind: 'artifact', artifact: { taskId: 't', contextId: 'c', artifact, append: false, lastChunk: true } },
  ]
  const texts = dialects.flatMap(({ id }) =>
    // 0.1 streams no messages.
    updates
      .filter(({ kind }) => id !== '0.1' || kind !== 'message')
      .map((update) => ({ name: `${id} ${update.kind}`, id, update })),
  )

  it.each(texts)('$name', ({ id, update }) => {
    const item = agentSideOf(id).encodeUpdate(update)
    const isRest = id === '0.3-proto' || id === '0.3-schema'
    const raw = isRest ? item : { jsonrpc: '2.0', id: 1, result: item }
    expect(checkEvent({ dialect: id, binding: isRest ? 'HTTP+JSON' : 'JSONRPC', raw, requestId: 1 })).toEqual(
      [],
    )
  })
})
