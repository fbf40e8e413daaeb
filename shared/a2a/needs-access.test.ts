import { expect, test } from 'vitest'
import { needsAccess } from './needs-access.ts'

test.each([
  ['a 401', { status: 401 }, true],
  ['a 403 with an error of JSON-RPC', { status: 403, code: -32603, binding: 'JSONRPC' }, true],
  ['UNAUTHENTICATED', { status: 200, code: 16, binding: 'GRPC' }, true],
  ['PERMISSION_DENIED', { status: 200, code: 7, binding: 'GRPC' }, true],
  ['another status of gRPC', { status: 200, code: 5, binding: 'GRPC' }, false],
  ['the same number of JSON-RPC', { status: 200, code: 16, binding: 'JSONRPC' }, false],
  ['the same number over HTTP', { status: 400, code: 7, binding: 'HTTP+JSON' }, false],
  ['a 404', { status: 404 }, false],
  ['nothing', {}, false],
] as const)('%s', (_, refusal, isRequested) => {
  expect(needsAccess(refusal)).toBe(isRequested)
})
