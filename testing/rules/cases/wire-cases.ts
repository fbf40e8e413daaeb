import { checkCard, checkEvent, checkForm, checkReply, checkStream, checkWebhook } from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding, JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { HttpFacts, StreamFacts } from '#shared/a2a/rules/wire/http-facts.ts'
import type { WebhookCredentials } from '#shared/a2a/rules/wire/webhook.ts'
import { type Case, sampleNamed } from './case.ts'

const task = { id: 't', status: { state: 'TASK_STATE_WORKING' } }
const envelope = { jsonrpc: '2.0', id: 1, result: task }
const json = { status: 200, contentType: 'application/json', body: 'json' } as const

const rpc = (raw: JsonValue) => () =>
  checkReply({ dialect: '1.0', binding: 'JSONRPC', operation: 'get', raw, requestId: 1 })
const rpcError = (error: JsonValue) => rpc({ jsonrpc: '2.0', id: 1, error })
const info = (reason: string, domain = 'a2a-protocol.org') => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain,
})
const notFound = { code: -32001, message: 'm' }

const rest = (raw: JsonValue, status: number) => () =>
  checkReply({
    dialect: '1.0',
    binding: 'HTTP+JSON',
    operation: 'get',
    raw,
    http: { status, contentType: 'application/json', body: 'json' },
  })
const restError = (error: JsonObject, status = 404) => rest({ error }, status)
const missing = { code: 404, status: 'NOT_FOUND', message: 'm' }

const http =
  (
    facts: Partial<HttpFacts>,
    raw?: JsonValue,
    binding: Binding = 'JSONRPC',
    operation: OperationKind = 'get',
  ) =>
  () =>
    checkReply({ dialect: '1.0', binding, operation, raw, requestId: 1, http: { ...json, ...facts } })

const quiet: StreamFacts = {
  status: 200,
  contentType: 'text/event-stream',
  framing: 'event-stream',
  lineEndings: 'lf',
  comments: 3,
  events: 5,
  unparsable: 0,
  separated: 0,
  eventNames: [],
  leftoverBytes: 0,
  ended: true,
}
const stream =
  (facts: Partial<StreamFacts>, binding: Binding = 'JSONRPC') =>
  () =>
    checkStream({ dialect: '1.0', binding, stream: { ...quiet, ...facts } })

const hook =
  (dialect: DialectId, raw: JsonValue, credentials: WebhookCredentials = {}) =>
  () =>
    checkWebhook({ dialect, raw, credentials })

const task3 = sampleNamed('0.3 JSONRPC webhook').document

export const wireCases: readonly Case[] = [
  ['JSONRPC-FMT-001', 'error', '/jsonrpc', 'another version', rpc({ ...envelope, jsonrpc: '1.0' })],
  ['JSONRPC-ERR-001', 'error', '/error/code', 'a code as text', rpcError({ code: 'TASK', message: 'm' })],
  ['JSONRPC-ERR-001', 'error', '/error', 'an error as text', rpcError('failed')],
  ['JSONRPC-ERR-002', 'info', '/error/code', 'an unknown code', rpcError({ code: -32050, message: 'm' })],
  [
    'JSONRPC-ERR-003',
    'warning',
    '/error/data',
    'Python: text',
    rpcError({ code: -32602, message: 'm', data: 'no' }),
  ],
  ['JSONRPC-ERR-003', 'warning', '/error/data', 'none', rpcError(notFound)],
  [
    'JSONRPC-SSE-002',
    'warning',
    '/error/data/0/reason',
    'another reason',
    rpcError({ ...notFound, data: [info('UNSUPPORTED_OPERATION')] }),
  ],
  ['PARLEY-RPC-001', 'error', '', 'no response', rpc({ ok: true })],
  ['PARLEY-RPC-001', 'warning', '', 'a gateway’s answer', http({ status: 403 }, { detail: 'Forbidden' })],
  ['PARLEY-RPC-002', 'warning', '/id', 'another id', rpc({ ...envelope, id: 2 })],
  [
    'PARLEY-RPC-002',
    'warning',
    '/id',
    'Baidu: an id an event',
    () =>
      checkEvent({
        dialect: '0.2',
        binding: 'JSONRPC',
        raw: { jsonrpc: '2.0', id: 'id-1', result: { kind: 'task' } },
        requestId: 'r1',
      }),
  ],
  ['PARLEY-RPC-003', 'info', '/id', 'a number as text', rpc({ ...envelope, id: '1' })],
  ['PARLEY-RPC-004', 'error', '/result', 'both', rpc({ ...envelope, error: notFound })],
  ['PARLEY-RPC-004', 'info', '/error', 'error: null', rpc({ ...envelope, error: null })],
  ['PARLEY-RPC-005', 'error', '/result', 'neither', rpc({ jsonrpc: '2.0', id: 1 })],
  ['PARLEY-RPC-006', 'error', '', 'a batch', rpc([envelope])],
  [
    'HTTP_JSON-ERR-001',
    'error',
    '/error',
    'problem+json',
    rest({ type: 'about:blank', title: 'Bad', status: 400 }, 400),
  ],
  ['HTTP_JSON-ERR-001', 'warning', '/error', 'a framework’s 404', rest({ detail: 'Not Found' }, 404)],
  ['HTTP_JSON-ERR-002', 'warning', '/error/details', 'no ErrorInfo', restError(missing)],
  [
    'HTTP_JSON-STATUS-001',
    'error',
    '/error/details/0/reason',
    'another status',
    restError({ ...missing, code: 400, details: [info('TASK_NOT_FOUND')] }, 400),
  ],

  ['JSONRPC-FMT-002', 'warning', '', 'text/plain', http({ contentType: 'text/plain' }, envelope)],
  ['HTTP_JSON-SVC-001', 'warning', '', 'text/plain', http({ contentType: 'text/plain' }, task, 'HTTP+JSON')],
  ['PARLEY-HTTP-001', 'error', '', 'a web page', http({ body: 'html' })],
  ['PARLEY-HTTP-001', 'warning', '', 'a 404 page', http({ status: 404, body: 'html' })],
  ['PARLEY-HTTP-002', 'error', '', 'text', http({ body: 'text' })],
  ['PARLEY-HTTP-002', 'warning', '', 'FastA2A: 500', http({ status: 500, body: 'text' })],
  [
    'PARLEY-HTTP-003',
    'warning',
    '',
    'a card as text',
    () => checkCard(sampleNamed('1.0 card').document, { http: { ...json, contentType: 'text/plain' } }),
  ],
  ['PARLEY-HTTP-004', 'warning', '', 'a mark', http({ byteOrderMark: true }, envelope)],
  [
    'PARLEY-HTTP-005',
    'warning',
    '',
    'one result',
    http({}, { jsonrpc: '2.0', id: 1, result: { task } }, 'JSONRPC', 'stream'),
  ],
  [
    'PARLEY-HTTP-006',
    'warning',
    '',
    'a stream',
    http({ body: 'event-stream', contentType: 'text/event-stream' }),
  ],
  [
    'PARLEY-HTTP-007',
    'warning',
    '',
    'LiteLLM: NDJSON',
    stream({ framing: 'json-lines', contentType: 'application/x-ndjson' }),
  ],
  [
    'PARLEY-HTTP-008',
    'info',
    '',
    'JS: 400',
    http({ status: 400 }, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'm' } }),
  ],
  ['PARLEY-HTTP-009', 'warning', '', '401', http({ status: 401, body: 'text', headers: [] })],
  [
    'PARLEY-HTTP-010',
    'warning',
    '',
    'another version',
    http({ headers: [['A2A-Version', '0.3']], versionSent: '1.0' }, envelope),
  ],
  ['PARLEY-HTTP-011', 'error', '', 'nothing', http({ body: 'empty' })],
  ['PARLEY-HTTP-011', 'warning', '', 'a bare 502', http({ status: 502, body: 'empty' })],
  ['PARLEY-HTTP-012', 'warning', '', 'an error with 200', rest({ error: missing }, 200)],
  [
    'PARLEY-HTTP-015',
    'error',
    '',
    'a second spelling',
    () =>
      checkForm({
        ...{ dialect: '1.0', binding: 'HTTP+JSON', operation: 'push-create' },
        fault: 'The agent accepted only the release candidate’s form.',
      }),
  ],
  [
    'CARD-CACHE-001',
    'info',
    '',
    'no Cache-Control',
    () => checkCard(sampleNamed('1.0 card').document, { http: { ...json, headers: [['ETag', '"1"']] } }),
  ],
  [
    'CARD-CACHE-002',
    'info',
    '',
    'no ETag',
    () =>
      checkCard(sampleNamed('1.0 card').document, {
        http: { ...json, headers: [['cache-control', 'max-age=1']] },
      }),
  ],

  ['JSONRPC-SSE-001', 'warning', '', 'as JSON', stream({ contentType: 'application/json' })],
  ['HTTP_JSON-SSE-001', 'warning', '', 'without a type', stream({ contentType: undefined }, 'HTTP+JSON')],
  ['PARLEY-SSE-001', 'info', '', 'CR', stream({ lineEndings: 'cr' })],
  ['PARLEY-SSE-002', 'warning', '', 'half an event', stream({ leftoverBytes: 12 })],
  ['PARLEY-SSE-003', 'info', '', 'event: error', stream({ eventNames: ['error'] })],
  ['PARLEY-SSE-004', 'error', '', 'no JSON', stream({ unparsable: 1 })],
  ['PARLEY-SSE-005', 'error', '', 'no event', stream({ events: 0 })],
  ['PARLEY-SSE-005', 'error', '', 'bare JSON', stream({ events: 0, leftoverBytes: 9, bareJson: true })],
  ['PARLEY-SSE-006', 'error', '', 'separators', stream({ separated: 5 })],
  [
    'PARLEY-SSE-007',
    'warning',
    '',
    'one burst at the end',
    stream({ timing: { waitedMs: 8_100, arrivalMs: 12, timestampsMs: 8_000 } }),
  ],

  [
    'PUSH-DELIVER-001',
    'warning',
    '',
    'Python: only the token',
    hook('1.0', { task }, { token: 'right', authorization: 'absent' }),
  ],
  ['PUSH-DELIVER-001', 'error', '', 'wrong', hook('1.0', { task }, { authorization: 'wrong' })],
  ['PUSH-DELIVER-003', 'error', '', 'bare in 1.0', hook('1.0', task)],
  ['PUSH-DELIVER-003', 'error', '/task', 'Python: wrapped in 0.3', hook('0.3', { task })],
  [
    'PARLEY-PUSH-001',
    'warning',
    '',
    'as text',
    () => checkWebhook({ dialect: '1.0', raw: { task }, headers: [['Content-Type', 'text/plain']] }),
  ],
  ['PARLEY-PUSH-002', 'error', '', 'no token', hook('0.3', task3, { token: 'absent' })],
  ['PARLEY-PUSH-002', 'error', '', 'another token', hook('0.3', task3, { token: 'wrong' })],
]
