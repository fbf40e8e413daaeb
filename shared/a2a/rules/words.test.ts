// What a finding says to do is about what it found.

import { expect, test } from 'vitest'
import { one, three } from '#testing/rules/cases/changed-card.ts'
import { messageSeen, opened, task } from '#testing/rules/cases/sequence-cases.ts'
import { checkReply } from '../check.ts'
import type { JsonObject } from '../model.ts'
import { createSequenceChecker } from './sequence/checker.ts'
import { bodyFormOf } from './wire/http-facts.ts'

const scheme = (value: JsonObject) => ({
  securitySchemes: { s: value },
  securityRequirements: [],
})

const inRpc = (more: JsonObject) => () =>
  checkReply({
    dialect: '1.0',
    binding: 'JSONRPC',
    operation: 'get',
    requestId: 1,
    raw: { jsonrpc: '2.0', id: 1, ...more },
  })

const withBody = (body: string) => () =>
  checkReply({
    dialect: '1.0',
    binding: 'JSONRPC',
    operation: 'get',
    http: { status: 200, contentType: 'application/json', body: bodyFormOf(body) },
  })
const cut =
  'HTTP 200 came with JSON that ends before it is complete. Send the whole document, with a `Content-Length` that fits.'

test.each([
  [
    'a key in a place there is not',
    one(scheme({ apiKeySecurityScheme: { location: 'body', name: 'X-Key' } })),
    '`location` is "body"; it should be one of query, header, cookie. Use `query`, `header` or `cookie`.',
  ],
  [
    'a scheme of no kind in 1.0, which has no `type`',
    one(scheme({ description: 'd' })),
    'No member says which kind of scheme this is. Wrap the scheme in one of `apiKeySecurityScheme`, `httpAuthSecurityScheme`, `oauth2SecurityScheme`, `openIdConnectSecurityScheme`, `mtlsSecurityScheme`.',
  ],
  [
    'a scheme with a `type` in 1.0',
    one(scheme({ type: 'magic' })),
    '`type` is "magic", but 1.0 has no `type`: a wrapper says which kind of scheme this is. Wrap the scheme in one of `apiKeySecurityScheme`, `httpAuthSecurityScheme`, `oauth2SecurityScheme`, `openIdConnectSecurityScheme`, `mtlsSecurityScheme`.',
  ],
  [
    'a scheme of no kind in 0.3',
    three({ securitySchemes: { s: { description: 'd' } }, security: [], skills: [] }),
    '`type` is missing, so clients can’t tell which kind of scheme this is. Set `type` to `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`.',
  ],
  [
    'an error that lacks its status',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'HTTP+JSON',
        operation: 'get',
        raw: { error: { code: 500, message: 'm' } },
        http: { status: 500, contentType: 'application/json', body: 'json' },
      }),
    '`status` should be a string, but is missing. Answer errors with `{"error": {"code": 404, "status": "NOT_FOUND", "message": …, "details": […]}}`.',
  ],
  ['JSON that is cut off', withBody('{"jsonrpc":"2.0","id":1,"result":{"id":"t'), cut],
  ['JSON that is cut off between two members', withBody('{"jsonrpc":"2.0",\n'), cut],
  [
    'JSON that is none',
    withBody("{'jsonrpc':'2.0'}"),
    'HTTP 200 came with JSON that cannot be parsed. Write the document with a JSON library, which quotes and escapes as JSON requires.',
  ],
  [
    'text',
    withBody('Internal Server Error'),
    'HTTP 200 came with text that isn’t JSON; its content type is "application/json". Send JSON, for errors too.',
  ],
  [
    'a body without a content type',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'HTTP+JSON',
        operation: 'get',
        raw: { id: 't', status: { state: 'TASK_STATE_WORKING' } },
        http: { status: 200, body: 'json' },
      }),
    'The body is JSON, but it has no content type. Send `Content-Type: application/a2a+json` or `application/json`.',
  ],
  [
    'a batch',
    () => checkReply({ dialect: '1.0', binding: 'JSONRPC', operation: 'get', requestId: 1, raw: [{}, {}] }),
    'The response is a list of 2 elements, as for a batch. Answer each request with one object.',
  ],
  [
    'an empty tag, which is an element of a list',
    one({ skills: [{ id: 'a', name: 'A', description: 'd', tags: [''] }] }),
    'Element 0 is empty. Send a value that isn’t empty.',
  ],
  [
    'an error of JSON-RPC with the reason of another',
    inRpc({
      error: {
        code: -32001,
        message: 'm',
        data: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'X', domain: 'a2a-protocol.org' },
        ],
      },
    }),
    '`reason` should be TASK_NOT_FOUND for the code -32001, but is "X". Send the code and the reason that belong together in the table of errors.',
  ],
  [
    'a member too many on a card, which has no metadata',
    one({ tagline: 'x' }),
    'AgentCard has no member `tagline` in 1.0. Leave the member out: AgentCard has no place for extra data.',
  ],
  [
    'a member too many in an extension',
    one({ capabilities: { extensions: [{ uri: 'https://example.com/ext/v1', level: 3 }] } }),
    'AgentExtension has no member `level` in 1.0. Put extra data into `params`.',
  ],
  [
    'a member too many in a task',
    inRpc({ result: { id: 't', status: { state: 'TASK_STATE_WORKING' }, generation: '2' } }),
    'Task has no member `generation` in 1.0. Put extra data into `metadata`, under the URI of an extension.',
  ],
  [
    'a member too many in an error',
    inRpc({ error: { code: -32603, message: 'm', detail: 'd' } }),
    'A JSON-RPC error has no member `detail`. Put extra data into `data`.',
  ],
])('%s', (_what, findings, said) => {
  expect(findings().map(({ message, hint }) => `${message} ${hint}`)).toContain(said)
})

test('what 0.3 does not ask for is told to an agent of 0.3 with its own sections', () => {
  const empty = three({ skills: [{ id: 'a', name: 'A', description: 'd', tags: [] }] })()
  const ofTags = empty.find(({ rule }) => rule === 'PARLEY-OBJ-004')
  expect(ofTags).toMatchObject({ severity: 'info', spec: { version: '0.3.0', section: '5.5.4' } })
  const checker = createSequenceChecker('0.3')
  const seen = [opened(), task('working'), messageSeen('m')].flatMap((each) => checker.observe(each))
  expect(seen).toMatchObject([
    { rule: 'PARLEY-SEQ-011', severity: 'info', spec: { version: '0.3.0', section: '7.2' } },
  ])
})

test('an empty list in a card of 1.0 cites where 1.0 asks for an element in every required list', () => {
  const [ofTags] = one({ skills: [{ id: 'a', name: 'A', description: 'd', tags: [] }] })()
  expect(ofTags).toMatchObject({ severity: 'warning', spec: { version: '1.0', section: '5.7' } })
})
