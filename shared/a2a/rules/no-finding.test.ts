// Documents that look faulty but are not.

import { expect, test } from 'vitest'
import { sampleNamed } from '#testing/rules/cases/case.ts'
import { checkCard, checkReply } from '../check.ts'
import type { Finding } from '../finding.ts'

const json = { status: 200, contentType: 'application/json', body: 'json' } as const
const error = { code: -32603, message: 'm' }
const other = { headers: [['A2A-Version', '1.0']], versionSent: '0.3' } as const

const none: readonly (readonly [string, () => readonly Finding[]])[] = [
  [
    'an error whose message is empty',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'JSONRPC',
        operation: 'get',
        raw: { jsonrpc: '2.0', id: 1, error: { ...error, message: '' } },
        requestId: 1,
      }),
  ],
  [
    'an error over REST whose message is empty',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'HTTP+JSON',
        operation: 'get',
        raw: { error: { code: 500, status: 'INTERNAL', message: '' } },
        http: { ...json, status: 500 },
      }),
  ],
  [
    'an error as JSON where a stream was requested',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'JSONRPC',
        operation: 'stream',
        raw: { jsonrpc: '2.0', id: 1, error },
        requestId: 1,
        http: json,
      }),
  ],
  [
    'JSON with a status of failure where a stream was requested',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'HTTP+JSON',
        operation: 'stream',
        raw: { error: { code: 500, status: 'INTERNAL', message: 'm' } },
        http: { ...json, status: 500 },
      }),
  ],
  [
    'A2A-Version on a response of 0.3, which has no such header',
    () =>
      checkReply({
        dialect: '0.3',
        binding: 'JSONRPC',
        operation: 'get',
        raw: sampleNamed('0.3 JSONRPC get').document,
        requestId: 'request-1',
        http: { ...json, ...other },
      }),
  ],
  [
    'A2A-Version on a card, which is of the version that it says',
    () =>
      checkCard(sampleNamed('1.0 card').document, {
        http: {
          ...json,
          versionSent: '1.0',
          headers: [
            ['A2A-Version', '0.3'],
            ['ETag', '"1"'],
            ['Cache-Control', 'max-age=1'],
          ],
        },
      }),
  ],
]

test.each(none)('%s', (_what, findings) => {
  expect(findings()).toEqual([])
})
