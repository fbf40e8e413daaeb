import { describe, expect, test } from 'vitest'
import { agentSideOf } from './agent-side.ts'
import type { DialectId, WireCall } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import { errorCodes } from './error-codes.ts'
import type { Binding, JsonValue } from './model.ts'
import type { Operation } from './operation.ts'

describe('an error comes back with its code', () => {
  const served: readonly (readonly [DialectId, Binding])[] = [
    ['1.0', 'JSONRPC'],
    ['1.0', 'HTTP+JSON'],
    ['0.3', 'JSONRPC'],
    ['0.3-proto', 'HTTP+JSON'],
  ]

  test.each(served)('%s over %s', (id, binding) => {
    const codes = errorCodes.map(({ code }) => {
      const { body, httpStatus } = agentSideOf(id).encodeError({ code, message: 'no' }, binding)
      const raw: JsonValue = binding === 'JSONRPC' ? { jsonrpc: '2.0', id: 1, error: body } : body
      const decoded = dialectOf(id).decodeReply('get', binding, raw, httpStatus)
      return decoded.kind === 'error' ? decoded.error.code : decoded.kind
    })
    // REST of 1.0 has no form for these except the gRPC status they share with invalid params.
    const worded = new Map<number, number | undefined>(
      binding === 'HTTP+JSON' && id === '1.0'
        ? [
            [-32700, -32602],
            [-32601, undefined],
          ]
        : [],
    )
    expect(codes).toEqual(errorCodes.map(({ code }) => (worded.has(code) ? worded.get(code) : code)))
  })

  test('with the status and body of 1.0.1', () => {
    expect(agentSideOf('1.0').encodeError({ code: -32001, message: 'Task not found' }, 'HTTP+JSON')).toEqual({
      httpStatus: 404,
      body: {
        error: {
          code: 404,
          status: 'NOT_FOUND',
          message: 'Task not found',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'TASK_NOT_FOUND',
              domain: 'a2a-protocol.org',
            },
          ],
        },
      },
    })
  })
})

describe('a call another client made', () => {
  const restCall = (verb: 'GET' | 'POST' | 'DELETE', path: string): WireCall => ({
    binding: 'HTTP+JSON',
    verb,
    path,
    query: [['historyLength', '2']],
    headers: [],
    streaming: false,
  })

  test.each<[DialectId, WireCall, Operation | undefined]>([
    ['1.0', restCall('GET', '/tenant/tasks/a%3Ab'), { kind: 'get', taskId: 'a:b', historyLength: 2 }],
    ['1.0', restCall('GET', '/tasks/a:subscribe'), { kind: 'subscribe', taskId: 'a' }],
    ['1.0', restCall('GET', '/tasks/%'), { kind: 'get', taskId: '%', historyLength: 2 }],
    ['1.0', restCall('DELETE', '/tasks/a/pushNotificationConfigs'), undefined],
    ['1.0', restCall('POST', '/tasks/a'), undefined],
    ['1.0', restCall('GET', '/nowhere'), undefined],
    ['1.0', { binding: 'JSONRPC', method: 'message/send', headers: [], streaming: false }, undefined],
    [
      '0.3-proto',
      {
        ...restCall('POST', '/v1/message:send'),
        body: { request: { messageId: 'm', role: 'ROLE_USER', content: [{ text: 'hi' }] } },
      } as WireCall,
      { kind: 'send', message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] } },
    ],
  ])('%s %j', (id, call, operation) => {
    expect(agentSideOf(id).decodeOperation(call)).toEqual(operation)
  })
})

describe('a push configuration', () => {
  const config = { id: 'p', taskId: 't', url: 'u', authentication: { scheme: 'Bearer', credentials: 'c' } }
  const inner = { url: 'u', authentication: { schemes: ['Bearer'], credentials: 'c' } }

  test.each<[DialectId, JsonValue]>([
    ['1.0', { id: 'p', taskId: 't', url: 'u', authentication: { scheme: 'Bearer', credentials: 'c' } }],
    [
      '1.0-rc',
      {
        id: 'p',
        taskId: 't',
        pushNotificationConfig: { id: 'p', url: 'u', authentication: { scheme: 'Bearer', credentials: 'c' } },
      },
    ],
    ['0.3', { taskId: 't', pushNotificationConfig: { id: 'p', ...inner } }],
    [
      '0.3-proto',
      { name: 'tasks/t/pushNotificationConfigs/p', pushNotificationConfig: { id: 'p', ...inner } },
    ],
    ['0.1', { id: 't', pushNotificationConfig: inner }],
  ])('of %s', (id, written) => {
    expect(agentSideOf(id).encodeResult({ kind: 'push-config', config })).toEqual(written)
  })
})
