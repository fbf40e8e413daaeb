// What our own dialects send has no finding: two independent accounts of each version, one that writes and one that
// judges, have to agree.

import { describe, expect, it } from 'vitest'
import { checkRequest } from '../check.ts'
import type { DialectId } from '../dialect.ts'
import { dialects } from '../dialects.ts'
import type { Binding, Message } from '../model.ts'
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

/** REST puts ids into the path, so that only the bodies of sends are whole. */
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
