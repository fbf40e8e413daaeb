import { describe, expect, test } from 'vitest'
import type { AgentError, JsonValue } from '../model.ts'
import { readError, readGrpcStatus } from './error.ts'

const info = (reason: string): JsonValue => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'a2a-protocol.org',
})

describe('an error', () => {
  test.each<[string, JsonValue, number | undefined, AgentError | undefined]>([
    [
      'JSON-RPC',
      { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Task not found', data: null } },
      200,
      { code: -32001, message: 'Task not found', httpStatus: 200 },
    ],
    [
      'JSON-RPC with 1.0 details',
      { error: { code: -32004, message: 'no', data: [info('UNSUPPORTED_OPERATION')] } },
      undefined,
      { code: -32004, message: 'no', reason: 'UNSUPPORTED_OPERATION', data: [info('UNSUPPORTED_OPERATION')] },
    ],
    [
      'JSON-RPC with a plain string for data (Python)',
      { error: { code: -32602, message: 'Invalid params', data: 'no field named "foo"' } },
      undefined,
      { code: -32602, message: 'Invalid params', data: 'no field named "foo"' },
    ],
    [
      'AIP-193, the reason names the code',
      {
        error: {
          code: 400,
          status: 'FAILED_PRECONDITION',
          message: 'finished',
          details: [info('TASK_NOT_CANCELABLE')],
        },
      },
      400,
      {
        code: -32002,
        reason: 'TASK_NOT_CANCELABLE',
        message: 'finished',
        data: [info('TASK_NOT_CANCELABLE')],
        httpStatus: 400,
      },
    ],
    [
      'AIP-193 without details',
      { error: { code: 404, status: 'NOT_FOUND', message: 'gone' } },
      404,
      {
        code: -32001,
        message: 'gone',
        data: { code: 404, status: 'NOT_FOUND', message: 'gone' },
        httpStatus: 404,
      },
    ],
    [
      'JS 0.3 REST',
      { code: -32001, message: 'Task not found: x' },
      404,
      { code: -32001, message: 'Task not found: x', httpStatus: 404 },
    ],
    [
      'Python 0.3 REST',
      { message: 'Task not found' },
      404,
      { code: -32001, message: 'Task not found', httpStatus: 404 },
    ],
    [
      'Python 0.3 REST without a hint',
      { message: 'unknown exception' },
      500,
      { message: 'unknown exception', httpStatus: 500 },
    ],
    [
      'FastAPI',
      { detail: 'Not Found' },
      404,
      { message: 'Not Found', data: { detail: 'Not Found' }, httpStatus: 404 },
    ],
    [
      'FastAPI validation',
      { detail: [{ loc: ['body'], msg: 'Field required' }] },
      422,
      {
        message: 'body: Field required',
        data: { detail: [{ loc: ['body'], msg: 'Field required' }] },
        httpStatus: 422,
      },
    ],
    [
      'a list of errors (GraphQL)',
      { errors: [{ message: 'first' }, { message: 'second' }] },
      400,
      {
        message: 'first; second',
        data: { errors: [{ message: 'first' }, { message: 'second' }] },
        httpStatus: 400,
      },
    ],
    [
      'Baidu',
      { code: 'NotPublished', message: 'not published', request_id: 'r' },
      400,
      {
        message: 'not published',
        data: { code: 'NotPublished', message: 'not published', request_id: 'r' },
        httpStatus: 400,
      },
    ],
    [
      'Java 0.3 REST names a class',
      { error: 'io.a2a.spec.TaskNotFoundError', message: 'no such task' },
      404,
      {
        code: -32001,
        message: 'no such task',
        data: { error: 'io.a2a.spec.TaskNotFoundError', message: 'no such task' },
        httpStatus: 404,
      },
    ],
    [
      'problem+json',
      { type: 'about:blank', title: 'Version not supported', status: 400, detail: 'use 1.0' },
      400,
      {
        message: 'use 1.0',
        data: { type: 'about:blank', title: 'Version not supported', status: 400, detail: 'use 1.0' },
        httpStatus: 400,
      },
    ],
    ['a JSON string (.NET)', 'Task not found', 404, { message: 'Task not found', httpStatus: 404 }],
    ['nothing to say', {}, 503, { message: '', httpStatus: 503 }],
    ['a list', [1], 500, { message: '[1]', httpStatus: 500 }],
    ['a success', { id: 't', status: { state: 'working' } }, 200, undefined],
    ['a message that is not text', { message: { role: 'user' } }, 200, undefined],
    [
      'a number for a message',
      { error: { code: -32603, message: 5 } },
      undefined,
      { code: -32603, message: '{"code":-32603,"message":5}' },
    ],
    [
      'words deep within (LangChain, gateways)',
      { success: false, result: { errors: [{ info: 7 }, { Detail: 'quota exceeded' }] } },
      429,
      {
        message: 'quota exceeded',
        data: { success: false, result: { errors: [{ info: 7 }, { Detail: 'quota exceeded' }] } },
        httpStatus: 429,
      },
    ],
    [
      'an empty message with words in its data',
      { error: { code: -32603, message: '', data: { error: 'boom' } } },
      200,
      { code: -32603, message: 'boom', data: { error: 'boom' }, httpStatus: 200 },
    ],
    [
      'a code and nothing else',
      { error: { code: -32603 } },
      200,
      { code: -32603, message: '', httpStatus: 200 },
    ],
    ['an empty object', {}, 500, { message: '', httpStatus: 500 }],
    [
      'no words at all: its beginning',
      { status: 500, trace: 'x'.repeat(300) },
      500,
      expect.objectContaining({ message: `{"status":500,"trace":"${'x'.repeat(177)}` }),
    ],
  ])('%s', (_, raw, httpStatus, error) => {
    expect(readError(raw, httpStatus)).toEqual(error)
  })

  test.each<[string, Parameters<typeof readGrpcStatus>, AgentError]>([
    [
      'with details',
      [9, 'finished', [info('TASK_NOT_CANCELABLE')]],
      {
        code: -32002,
        reason: 'TASK_NOT_CANCELABLE',
        message: 'finished',
        data: [info('TASK_NOT_CANCELABLE')],
      },
    ],
    ['that can only mean one', [5, 'gone'], { code: -32001, message: 'gone' }],
    ['that may mean several', [9, 'no'], { message: 'no' }],
    ['with a number gRPC does not have', [99, 'odd'], { message: 'odd' }],
  ])('of gRPC, %s', (_, status, error) => {
    expect(readGrpcStatus(...status)).toEqual(error)
  })
})
