import { describe, expect, test } from 'vitest'
import { fullOperations } from '../../e2e/fixtures/operations.ts'
import type { DialectId, WireCall } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import { fallbackCall } from './fallback-calls.ts'
import type { JsonValue, Part } from './model.ts'

type Rest = Extract<WireCall, { binding: 'HTTP+JSON' }>

function fallback(id: DialectId, name: keyof typeof fullOperations): ReturnType<typeof fallbackCall> {
  const call = dialectOf(id).encode(fullOperations[name], 'HTTP+JSON')
  return call === undefined ? undefined : fallbackCall(id, call)
}

test.each<[DialectId, string]>([
  ['1.0', '/tasks/t%2F1:subscribe'],
  ['0.3-proto', '/v1/tasks/t%2F1:subscribe'],
  ['0.3-schema', '/v1/tasks/t%2F1:subscribe'],
])('subscribe of %s may be a GET', (id, path) => {
  const next = fallback(id, 'subscribe')
  const headers = id === '1.0' ? [['A2A-Version', '1.0'] as const] : []
  const call: Rest = { binding: 'HTTP+JSON', verb: 'GET', path, query: [], headers, streaming: true }
  expect([next?.call, next?.whenStatus]).toEqual([call, [404, 405, 501]])
})

test('a push configuration of a2a.v1 may be the body itself', () => {
  const next = fallback('0.3-proto', 'pushCreate')
  const call: Rest = {
    binding: 'HTTP+JSON',
    verb: 'POST',
    path: '/v1/tasks/t%2F1/pushNotificationConfigs',
    query: [],
    body: {
      name: 'tasks/t/1/pushNotificationConfigs/p1',
      pushNotificationConfig: {
        id: 'p1',
        url: 'https://e.x/hook',
        token: 'secret',
        authentication: { schemes: ['Bearer'], credentials: 'key' },
      },
    },
    headers: [],
    streaming: false,
  }
  expect([next?.call, next?.whenStatus]).toEqual([call, [400, 500]])
})

test('a push configuration of 1.0 may be nested, over JSON-RPC and HTTP+JSON', () => {
  const config = {
    id: 'p1',
    url: 'https://e.x/hook',
    token: 'secret',
    authentication: { scheme: 'Bearer', credentials: 'key' },
  }
  const rest = fallback('1.0', 'pushCreate')
  const encoded = dialectOf('1.0').encode(fullOperations.pushCreate, 'JSONRPC', { tenant: 'acme' })
  const rpc = encoded && fallbackCall('1.0', encoded)
  expect([
    rest?.call.binding === 'HTTP+JSON' && rest.call.body,
    rest?.whenStatus,
    rpc?.call.binding === 'JSONRPC' && rpc.call.params,
    rpc?.whenCode,
  ]).toEqual([{ taskId: 't/1', config }, [400, 500], { tenant: 'acme', taskId: 't/1', config }, [-32602]])
})

test('a send has one spelling: repeating it could do the work twice', () => {
  const sends = (['1.0', '0.3-proto', '0.3-schema'] as const).flatMap((id) =>
    (['JSONRPC', 'HTTP+JSON', 'GRPC'] as const).map((binding) => {
      const call = dialectOf(id).encode(fullOperations.stream, binding)
      return call && fallbackCall(id, call)
    }),
  )
  expect(sends).toEqual(sends.map(() => undefined))
})

describe('a send of a2a.v1 that was refused unread', () => {
  const file = { kind: 'file-bytes', base64: 'iVBORw==', filename: 'a.png', mediaType: 'image/png' } as const
  const url = { kind: 'file-url', url: 'https://e.x/a' } as const
  const send = (parts: readonly Part[]) =>
    ({ kind: 'send', message: { messageId: 'm', role: 'user', parts } }) as const
  const second = (binding: 'HTTP+JSON' | 'GRPC', parts: readonly Part[]) => {
    const call = dialectOf('0.3-proto').encode(send(parts), binding)
    const next = call && fallbackCall('0.3-proto', call)
    if (next === undefined || next.call.binding === 'JSONRPC') return undefined
    const { message } = (next.call.binding === 'GRPC' ? next.call.message : next.call.body) ?? {}
    return [message, next.whenMessage, next.whenStatus, next.whenCode]
  }
  const textOf = (...content: JsonValue[]) => ({ messageId: 'm', role: 'ROLE_USER', content })

  test('leaves out the names of files for a2a-java', () => {
    expect(second('HTTP+JSON', [file, url])).toEqual([
      textOf(
        { file: { fileWithBytes: 'iVBORw==', mimeType: 'image/png' } },
        { file: { fileWithUri: 'https://e.x/a' } },
      ),
      /cannot find field: name/i,
      [],
      [],
    ])
    expect(second('HTTP+JSON', [url])).toBeUndefined()
  })

  test('encodes files twice for a2a-python', () => {
    expect(second('GRPC', [file, url])).toEqual([
      textOf(
        { file: { fileWithBytes: 'aVZCT1J3PT0=', mimeType: 'image/png', name: 'a.png' } },
        { file: { fileWithUri: 'https://e.x/a' } },
      ),
      /codec can't decode/,
      [],
      [],
    ])
    expect(second('GRPC', [url])).toBeUndefined()
  })
})
