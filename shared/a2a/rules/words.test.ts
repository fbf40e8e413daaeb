// The hint of a finding fits its message.

import { expect, test } from 'vitest'
import { one, three } from '#testing/rules/cases/changed-card.ts'
import { messageSeen, opened, task } from '#testing/rules/cases/sequence-cases.ts'
import { defined } from '../../defined.ts'
import { jsonFaultIn } from '../../json/json-fault.ts'
import { checkCard, checkReply, checkStream } from '../check.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import type { OperationKind } from '../operation.ts'
import { SequenceChecker } from './sequence/checker.ts'
import type { Observation } from './sequence/observation.ts'
import { bodyFormOf, type StreamFacts } from './wire/http-facts.ts'
import type { RequestFacts } from './wire/request-facts.ts'

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

const inRpcResponse = (more: JsonObject, request: RequestFacts) => () =>
  checkReply({
    dialect: '1.0',
    binding: 'JSONRPC',
    operation: 'get',
    requestId: 1,
    asked: request,
    raw: { jsonrpc: '2.0', id: 1, ...more },
  })

const withBody = (body: string) => () =>
  checkReply({
    dialect: '1.0',
    binding: 'JSONRPC',
    operation: 'get',
    http: { status: 200, contentType: 'application/json', ...bodyFacts(body) },
  })
const bodyFacts = (body: string) => ({ body: bodyFormOf(body), ...defined({ fault: jsonFaultIn(body) }) })
const cardWith = (body: string) => () =>
  checkCard(undefined, { http: { status: 200, contentType: 'application/json', ...bodyFacts(body) } })
const streamWith = (facts: Pick<StreamFacts, 'events' | 'unparsable' | 'firstUnparsable'>) => () =>
  checkStream({
    dialect: '1.0',
    binding: 'JSONRPC',
    stream: {
      status: 200,
      contentType: 'text/event-stream',
      framing: 'event-stream',
      lineEndings: 'lf',
      comments: 0,
      separated: 0,
      eventNames: [],
      leftoverBytes: 0,
      ended: true,
      ...facts,
    },
  })
const seenBy =
  (...observations: Observation[]) =>
  () => {
    const checker = new SequenceChecker('1.0')
    return observations.flatMap((each) => checker.observe(each))
  }
const kinds10 = (result: JsonValue) => () =>
  checkReply({
    dialect: '1.0',
    binding: 'JSONRPC',
    operation: 'send',
    requestId: 1,
    raw: { jsonrpc: '2.0', id: 1, result },
  })
const kinds03 =
  (result: JsonValue, operation: OperationKind = 'get') =>
  () =>
    checkReply({
      dialect: '0.3',
      binding: 'JSONRPC',
      operation,
      requestId: 1,
      raw: { jsonrpc: '2.0', id: 1, result },
    })
const listedTasks = (request: RequestFacts) => () => {
  const at = (id: string, second: number) => ({
    ...{ id, contextId: 'c' },
    status: { state: 'TASK_STATE_WORKING', timestamp: `2026-11-28T04:00:0${second}Z` },
  })
  const page = { tasks: [at('a', 1), at('b', 2)], nextPageToken: '', pageSize: 2, totalSize: 2 }
  return checkReply({ dialect: '1.0', binding: 'HTTP+JSON', operation: 'list', raw: page, asked: request })
}
const cut = (line: number, column: number) =>
  `The body (HTTP 200) can’t be parsed as JSON: it ends at line ${line}, column ${column}, before it is complete. Send the whole document, with a \`Content-Length\` that fits.`

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
    '`type` is missing, so clients can’t tell which kind of scheme this is. Set `type` to one of `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`.',
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
  ['JSON that is cut off', withBody('{"jsonrpc":"2.0","id":1,"result":{"id":"t'), cut(1, 42)],
  ['JSON that is cut off between two members', withBody('{"jsonrpc":"2.0",\n'), cut(2, 1)],
  [
    'JSON that is none',
    withBody("{'jsonrpc':'2.0'}"),
    'The body (HTTP 200) can’t be parsed as JSON: unexpected "\'" at line 1, column 2. Write the document with a JSON library, which quotes and escapes as JSON requires.',
  ],
  [
    'text',
    withBody('Internal Server Error'),
    'The body (HTTP 200) is text, not JSON; its content type is "application/json". Send JSON, for errors too.',
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
    '`tags[0]` is empty. Send a value that isn’t empty.',
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
    '`reason` should be TASK_NOT_FOUND for the code -32001, but is "X". Send `"reason": "TASK_NOT_FOUND"`.',
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
    'a card that is there twice',
    cardWith('{"name":"n"}\n{"name":"n"}'),
    'The body (HTTP 200) has more than the card: after its end, the same is there again at line 2, column 1. Serve one JSON object, with nothing after it.',
  ],
  [
    'a card with something after it',
    cardWith('{"name":"n"}}'),
    'The body (HTTP 200) has more than the card: after its end, there is more at line 1, column 13: "}". Serve one JSON object, with nothing after it.',
  ],
  [
    'an event that is no JSON',
    streamWith({
      events: 5,
      unparsable: 1,
      firstUnparsable: { event: 3, why: 'unexpected "}" at line 1, column 8' },
    }),
    'Event 3 of 5 can’t be parsed as JSON: unexpected "}" at line 1, column 8. Send one whole JSON value in the `data` of each event.',
  ],
  [
    'several events that are no JSON',
    streamWith({ events: 5, unparsable: 2, firstUnparsable: { event: 3, why: 'it is empty' } }),
    '2 of 5 events can’t be parsed as JSON, the first of them event 3: it is empty. Send one whole JSON value in the `data` of each event.',
  ],
  [
    'tasks in another order',
    listedTasks({}),
    '`tasks[1]` has the status of "2026-11-28T04:00:02Z", which is newer than that of `tasks[0]` before it, "2026-11-28T04:00:01Z". Sort the tasks by the timestamp of their status, the newest first.',
  ],
  [
    'tasks that were not requested',
    listedTasks({ contextId: 'other' }),
    '`contextId` is "c", but only tasks with "other" were requested. Apply the filter `contextId` to the list.',
  ],
  [
    'a task that was not requested',
    inRpcResponse({ result: { id: 't', status: { state: 'TASK_STATE_WORKING' } } }, { taskId: 'u' }),
    '`id` is "t", but "u" was requested. Return the task that was requested, or TaskNotFoundError.',
  ],
  [
    'a task that ended twice',
    seenBy(opened(), task('working'), task('completed'), task('failed', [], 'poll')),
    'GetTask returns the task as failed, but the stream reported it as completed before. Store the task before sending its updates.',
  ],
  [
    'a task that is at work after its end',
    seenBy(opened(), task('working'), task('completed'), task('working')),
    'The stream reports the task as working, but reported it as completed before. Start a new task instead of continuing one that has ended.',
  ],
  [
    'a member spelled as another version spells it',
    inRpc({ result: { id: 't', context_id: 'c', status: { state: 'TASK_STATE_WORKING' } } }),
    '`context_id` should be `contextId` in 1.0. Rename `context_id` to `contextId`.',
  ],
  [
    'a state spelled as another version spells it',
    inRpc({ result: { id: 't', contextId: 'c', status: { state: 'working' } } }),
    '`state` is "working", but should be "TASK_STATE_WORKING" in 1.0. Send `"TASK_STATE_WORKING"`.',
  ],
  [
    'a transport spelled otherwise',
    three({ preferredTransport: 'json-rpc', additionalInterfaces: [] }),
    '`preferredTransport` is "json-rpc", but should be "JSONRPC". Write `"JSONRPC"`.',
  ],
  [
    'a part without its kind',
    kinds03({ kind: 'message', messageId: 'm', role: 'agent', parts: [{ text: 'hi' }] }, 'send'),
    '`kind` is missing; TextPart requires it. Send `"kind": "text"`.',
  ],
  [
    'a task of another kind',
    kinds03({ kind: 'Task', id: 't', contextId: 'c', status: { state: 'working' } }),
    '`kind` should be "task", but is "Task". Send `"kind": "task"`.',
  ],
  [
    'an error with the HTTP status of another',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'HTTP+JSON',
        operation: 'get',
        raw: {
          error: {
            code: 400,
            status: 'NOT_FOUND',
            message: 'm',
            details: [
              {
                '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                reason: 'TASK_NOT_FOUND',
                domain: 'a2a-protocol.org',
              },
            ],
          },
        },
        http: { status: 400, contentType: 'application/json', body: 'json' },
      }),
    'TASK_NOT_FOUND belongs to HTTP status 404, not 400. Send TASK_NOT_FOUND with HTTP status 404.',
  ],
  [
    'a list in the place of a task',
    kinds03([]),
    '`result` should be an object (Task), but is an empty list. Send an object such as `{"id": …, "status": …, "kind": …, "contextId": …}`.',
  ],
  [
    'a list in the place of a result',
    kinds03([], 'send'),
    '`result` should be an object (task or message), but is an empty list. Send an object such as `{"kind": "task", …}`.',
  ],
  [
    'a number as text',
    inRpc({ result: { id: 7, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } }),
    '`id` should be a string, but is 7. Send a string, in quotes.',
  ],
  [
    'a bare task',
    () =>
      checkReply({
        dialect: '1.0',
        binding: 'JSONRPC',
        operation: 'send',
        requestId: 1,
        raw: { jsonrpc: '2.0', id: 1, result: { id: 't', status: { state: 'TASK_STATE_WORKING' } } },
      }),
    'The Task is bare; 1.0 wraps it in one member. Send `{"task": {…}}`.',
  ],
  [
    'a wrapped task',
    kinds03({ task: { id: 't' } }, 'send'),
    'The object is wrapped in `task`; 0.3.0 sends it bare, with `kind`. Send the object itself, with `"kind": "task"`.',
  ],
  [
    'a member that is missing',
    inRpc({ result: { id: 't', contextId: 'c', status: {} } }),
    '`state` is missing; TaskStatus requires it. Add `state` to the TaskStatus.',
  ],
  [
    'a member that is null',
    inRpc({ result: { id: 't', contextId: 'c', history: null, status: { state: 'TASK_STATE_WORKING' } } }),
    '`history` is null. Leave `history` out instead of sending null.',
  ],
  [
    'a member of another version',
    kinds03({
      kind: 'task',
      id: 't',
      contextId: 'c',
      status: { state: 'working' },
      artifacts: [{ artifactId: 'a', parts: [{ kind: 'text', text: 'x', type: 'text' }] }],
    }),
    '`type` told parts apart in 0.1; since 0.2 it is `kind`. Leave `type` out, or send what 0.3.0 has instead.',
  ],
  [
    'a result without any of its members',
    kinds10({}),
    'SendMessageResponse has no payload; one of `task`, `message` is required. Send one of `task`, `message`.',
  ],
  [
    'a part with two contents',
    kinds10({
      message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x', url: 'https://a.example' }] },
    }),
    'Part has more than one content: `text` and `url`. Send only one of `text` and `url`.',
  ],
  [
    'a message in the user’s role',
    kinds10({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] } }),
    '`role` is "ROLE_USER", but the message is the agent’s. Send `"role": "ROLE_AGENT"`.',
  ],
  [
    'an A2A error without ErrorInfo',
    inRpc({ error: { code: -32001, message: 'm' } }),
    'The error -32001 has no ErrorInfo in `data`. Add `{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND", "domain": "a2a-protocol.org"}` to the list `data`.',
  ],
  [
    'an id as text',
    inRpc({ id: '1', result: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } }),
    '`id` is "1", but the request’s is 1. Send `"id": 1`, as in the request.',
  ],
  [
    'a page with too many tasks',
    listedTasks({ pageSize: 1 }),
    '2 tasks are listed, but 1 was requested. List `pageSize` tasks at most.',
  ],
  [
    'the end of a task sent again',
    seenBy(opened(), task('working'), task('completed'), task('completed'), task('completed')),
    'The Task is sent again after its end (completed). Send artifacts first, the terminal state once and last.',
  ],
  [
    'a member too many in an error',
    inRpc({ error: { code: -32603, message: 'm', detail: 'd' } }),
    'A JSON-RPC error has no member `detail`. Put extra data into `data`.',
  ],
])('%s', (_what, findings, text) => {
  expect(findings().map(({ message, hint }) => `${message} ${hint}`)).toContain(text)
})

test('what 0.3 does not ask for is told to an agent of 0.3 with its own sections', () => {
  const empty = three({ skills: [{ id: 'a', name: 'A', description: 'd', tags: [] }] })()
  const ofTags = empty.find(({ rule }) => rule === 'PARLEY-OBJ-004')
  expect(ofTags).toMatchObject({ severity: 'info', spec: { version: '0.3.0', section: '5.5.4' } })
  const checker = new SequenceChecker('0.3')
  const observed = [opened(), task('working'), messageSeen('m')].flatMap((each) => checker.observe(each))
  expect(observed).toMatchObject([
    { rule: 'PARLEY-SEQ-011', severity: 'info', spec: { version: '0.3.0', section: '7.2' } },
  ])
})

test('an empty list in a card of 1.0 cites where 1.0 asks for an element in every required list', () => {
  const [ofTags] = one({ skills: [{ id: 'a', name: 'A', description: 'd', tags: [] }] })()
  expect(ofTags).toMatchObject({ severity: 'warning', spec: { version: '1.0', section: '5.7' } })
})
