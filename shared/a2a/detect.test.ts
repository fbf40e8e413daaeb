import { describe, expect, test } from 'vitest'
import { readCaptures } from '../../e2e/fixtures/capture.ts'
import { defined } from '../defined.ts'
import { decodeCard } from './card.ts'
import type { ReplySeen } from './detect/evidence.ts'
import {
  combine,
  type Detection,
  detectFromCard,
  detectFromEvent,
  detectFromReply,
  detectFromWebhook,
} from './detect.ts'
import type { DialectId } from './dialect.ts'
import type { JsonObject, JsonValue } from './model.ts'
import { probeCalls } from './sample-operation.ts'

type Verdict = { readonly speaks?: DialectId; readonly certain: boolean; readonly at: readonly string[] }

/** A detection without its sentences. */
function verdict({ speaks, certain, evidence }: Detection): Verdict {
  const at = evidence.map((item) => `${item.pointer} ${item.speaks}`)
  return { ...defined({ speaks }), certain, at }
}

function fromCard(raw: JsonObject): Verdict {
  const decoded = decodeCard(raw)
  if (decoded.kind !== 'result') throw new Error('the case is no card')
  return verdict(detectFromCard(decoded.result, raw))
}

const jsonrpc = { url: 'https://e.x', protocolBinding: 'JSONRPC' }
const shown = (members: JsonObject): JsonObject => ({ name: 'A', skills: [], capabilities: {}, ...members })

describe('a card', () => {
  test.each<[string, JsonObject, Verdict]>([
    [
      '1.0',
      shown({ supportedInterfaces: [{ ...jsonrpc, protocolVersion: '1.0' }] }),
      { speaks: '1.0', certain: true, at: ['/supportedInterfaces/0/protocolVersion 1.0'] },
    ],
    [
      'of a patch of 1.0',
      shown({ supportedInterfaces: [{ ...jsonrpc, protocolVersion: '1.0.1' }] }),
      { speaks: '1.0', certain: true, at: ['/supportedInterfaces/0/protocolVersion 1.0'] },
    ],
    [
      'hybrid, 1.0 first',
      shown({
        url: 'https://e.x',
        protocolVersion: '0.3.0',
        supportedInterfaces: [
          { ...jsonrpc, protocolVersion: '1.0' },
          { ...jsonrpc, protocolVersion: '0.3' },
        ],
      }),
      {
        speaks: '1.0',
        certain: true,
        at: ['/supportedInterfaces/0/protocolVersion 1.0', '/supportedInterfaces/1/protocolVersion 0.3'],
      },
    ],
    [
      'of the 1.0 shape whose interface declares nothing',
      shown({ supportedInterfaces: [jsonrpc] }),
      { speaks: '1.0', certain: false, at: ['/supportedInterfaces/0/protocolVersion 1.0'] },
    ],
    [
      '0.3',
      shown({ url: 'https://e.x', protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' }),
      { speaks: '0.3', certain: true, at: ['/protocolVersion 0.3'] },
    ],
    [
      '0.3 over REST',
      shown({ url: 'https://e.x', protocolVersion: '0.3.0', preferredTransport: 'HTTP+JSON' }),
      { speaks: '0.3-proto', certain: true, at: ['/protocolVersion 0.3-proto'] },
    ],
    [
      '0.2.5, never taken for 1.0',
      shown({ url: 'https://e.x', protocolVersion: '0.2.5' }),
      { speaks: '0.2', certain: true, at: ['/protocolVersion 0.2'] },
    ],
    [
      'the 0.3.0 spec prints, with version 0.2.9',
      shown({ url: 'https://e.x', protocolVersion: '0.2.9' }),
      { speaks: '0.2', certain: true, at: ['/protocolVersion 0.2'] },
    ],
    [
      'without a version',
      shown({ url: 'https://e.x', securitySchemes: {} }),
      { speaks: '0.2', certain: true, at: ['/url 0.2'] },
    ],
    [
      '0.1',
      shown({ url: 'https://e.x', authentication: { schemes: ['bearer'] } }),
      { speaks: '0.1', certain: true, at: ['/authentication 0.1'] },
    ],
    [
      'that claims 1.0 in a 0.x shape',
      shown({ url: 'https://e.x', protocolVersion: '1.0' }),
      { certain: false, at: ['/protocolVersion 1.0', '/url 0.3'] },
    ],
    [
      'of an unknown version',
      shown({ supportedInterfaces: [{ ...jsonrpc, protocolVersion: '2.0' }] }),
      { certain: false, at: [] },
    ],
  ])('%s', (_, raw, expected) => {
    expect(fromCard(raw)).toEqual(expected)
  })
})

const request = (method: string, dialect: DialectId, raw: JsonValue, httpStatus = 200): ReplySeen => ({
  method,
  dialect,
  raw,
  httpStatus,
})
const refused = (code: number, message: string): JsonValue => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message },
})

describe('an answer', () => {
  test.each<[string, ReplySeen, DialectId | undefined]>([
    ['1.0 knows GetTask', request('GetTask', '1.0', refused(-32001, 'Task not found')), '1.0'],
    ['0.x does not know GetTask', request('GetTask', '1.0', refused(-32601, 'Method not found')), '0.3'],
    ['0.x knows tasks/get', request('tasks/get', '0.3', refused(-32001, 'Task not found')), '0.3'],
    ['1.0 does not know tasks/get', request('tasks/get', '0.3', refused(-32601, 'Method not found')), '1.0'],
    [
      'JS names the versions it supports',
      request(
        'message/send',
        '0.3',
        refused(-32009, "The requested A2A protocol version '0.3' is not supported. Supported versions: 1.0"),
      ),
      '1.0',
    ],
    [
      'Python names the version it expects',
      request(
        'SendMessage',
        '0.3',
        refused(-32009, "A2A version '0.3' is not supported by this handler. Expected version '1.0'."),
      ),
      '1.0',
    ],
    [
      'Python with 0.3 compatibility flattens the code',
      request(
        'message/send',
        '1.0',
        refused(-32603, "A2A version '1.0' is not supported by this handler. Expected version '0.3'."),
      ),
      '0.3',
    ],
    [
      'a REST refusal with its reason',
      request(
        'POST /v1/message:send',
        '0.3-proto',
        {
          error: {
            code: 400,
            status: 'FAILED_PRECONDITION',
            message: "The requested A2A protocol version '0.3' is not supported. Supported versions: 1.0",
            details: [
              { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'VERSION_NOT_SUPPORTED' },
            ],
          },
        },
        400,
      ),
      '1.0',
    ],
    [
      'a card that lied: results with kind',
      request('SendMessage', '1.0', {
        jsonrpc: '2.0',
        id: 1,
        result: { kind: 'task', id: 't', status: { state: 'working' } },
      }),
      '0.3',
    ],
    ['a version refused without naming another', request('SendMessage', '1.0', refused(-32009, 'no')), '1.0'],
    [
      'kinds over REST are .NET',
      request('POST /v1/message:send', '0.3-proto', { kind: 'task', id: 't', status: { state: 'working' } }),
      '0.3-schema',
    ],
    [
      'a role refused over REST is ProtoJSON',
      request('POST /v1/message:send', '0.3-schema', { code: -32602, message: 'Invalid role: -1' }, 400),
      '0.3-proto',
    ],
    ['an internal error says nothing', request('GetTask', '1.0', refused(-32603, 'boom')), undefined],
    ['a page of FastA2A says nothing', { method: 'GetTask', dialect: '1.0', httpStatus: 500 }, undefined],
  ])('%s', (_, reply, speaks) => {
    expect(detectFromReply(reply).speaks).toBe(speaks)
  })

  test('about a method that may be missing says little', () => {
    const listed = detectFromReply(request('ListTasks', '1.0', refused(-32601, 'Method not found')))
    expect(verdict(listed)).toEqual({ speaks: '0.3', certain: false, at: ['/error/code 0.3'] })
  })

  test('outweighs what the card claims', () => {
    const raw = shown({
      url: 'https://e.x',
      protocolVersion: '1.0',
      supportedInterfaces: [{ ...jsonrpc, protocolVersion: '1.0' }],
    })
    const card = decodeCard(raw)
    const claimed = card.kind === 'result' ? detectFromCard(card.result, raw) : combine()
    const answered = detectFromReply(request('GetTask', '1.0', refused(-32601, 'Method not found')))
    expect(verdict(combine(claimed, answered))).toEqual({
      speaks: '0.3',
      certain: true,
      at: ['/supportedInterfaces/0/protocolVersion 1.0', '/error/code 0.3'],
    })
  })
})

const working = { state: 'TASK_STATE_WORKING' }

describe('an event', () => {
  test.each<[string, JsonValue, DialectId | undefined]>([
    ['1.0 wraps', { statusUpdate: { taskId: 't', contextId: 'c', status: working } }, '1.0'],
    ['1.0 in its envelope', { jsonrpc: '2.0', id: 1, result: { task: { id: 't', status: working } } }, '1.0'],
    [
      'a2a.v1 wraps too, with final',
      { statusUpdate: { taskId: 't', status: working, final: true } },
      '0.3-proto',
    ],
    [
      'a2a.v1 has content',
      { message: { messageId: 'm', role: 'ROLE_AGENT', content: [{ text: 'x' }] } },
      '0.3-proto',
    ],
    [
      'a2a.v1 has content in the history',
      { task: { id: 't', status: working, history: [{ content: [] }] } },
      '0.3-proto',
    ],
    ['a2a.v1 has two L', { task: { id: 't', status: { state: 'TASK_STATE_CANCELLED' } } }, '0.3-proto'],
    [
      '0.x has kind',
      { kind: 'status-update', taskId: 't', status: { state: 'working' }, final: false },
      '0.3',
    ],
    ['0.1 names the task by id', { id: 't', status: { state: 'working' }, final: false }, '0.1'],
    ['0.1 numbers artifacts', { id: 't', artifact: { index: 0, parts: [] } }, '0.1'],
    ['an unknown kind says nothing', { kind: 'weather' }, undefined],
    ['a list says nothing', [1, 2], undefined],
  ])('%s', (_, raw, speaks) => {
    expect(detectFromEvent(raw).speaks).toBe(speaks)
  })
})

test('an event with kind over REST is schema-shaped 0.3', () => {
  const raw = { kind: 'status-update', taskId: 't', status: { state: 'working' }, final: false }
  expect(detectFromEvent(raw, 'HTTP+JSON').speaks).toBe('0.3-schema')
})

describe('a webhook body', () => {
  test.each<[string, JsonValue, DialectId | undefined]>([
    ['1.0', { artifactUpdate: { taskId: 't', artifact: { artifactId: 'a', parts: [] } } }, '1.0'],
    ['0.x', { kind: 'task', id: 't', contextId: 'c', status: { state: 'completed' } }, '0.3'],
    ['0.1', { id: 't', sessionId: 's', status: { state: 'completed' } }, '0.1'],
  ])('%s', (_, raw, speaks) => {
    expect(detectFromWebhook(raw).speaks).toBe(speaks)
  })
})

describe('what real servers sent', () => {
  const bodies = readCaptures().flatMap((capture) => {
    const speaks: DialectId = /^(js-1|py-1)/.test(capture.name)
      ? '1.0'
      : capture.requests[0]?.path.startsWith('/rest')
        ? '0.3-proto'
        : '0.3'
    return capture.events.map(({ data }, index) => ({ name: `${capture.name} ${index}`, data, speaks }))
  })

  test.each(bodies.filter(({ data }) => data.startsWith('{')))(
    '$name speaks for its server or for nobody',
    ({ data, speaks }) => {
      const raw: JsonValue = JSON.parse(data)
      const match = detectFromEvent(raw).speaks
      // ProtoJSON events without `content`, `final` or a cancelled state look alike in 0.3 and 1.0.
      const alike = speaks === '0.3-proto' ? ['1.0', '0.3-proto'] : [speaks]
      expect([...alike, undefined]).toContain(match)
    },
  )
})

test('probes ask for a task nobody has, the newest dialect first', () => {
  expect(probeCalls('nobody', 'JSONRPC')).toEqual([
    {
      dialect: '1.0',
      call: {
        binding: 'JSONRPC',
        method: 'GetTask',
        params: { id: 'nobody' },
        headers: [['A2A-Version', '1.0']],
        streaming: false,
      },
    },
    {
      dialect: '0.3',
      call: {
        binding: 'JSONRPC',
        method: 'tasks/get',
        params: { id: 'nobody' },
        headers: [],
        streaming: false,
      },
    },
  ])
})
