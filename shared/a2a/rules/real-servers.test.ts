// Documents of real implementations apart from the captures (PROTOCOL §2.3, §8.3, §9), written after their documentation and
// issue reports. None is an error where readers must be lenient.

import { describe, expect, it } from 'vitest'
import { sampleNamed } from '#testing/rules/cases/case.ts'
import { checkCard, checkEvent, checkReply } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { JsonObject, JsonValue } from '../model.ts'

const base = {
  name: 'Agent',
  description: 'd',
  version: '1.0.0',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
}
const skill = { id: 's', name: 'S', description: 'd', tags: ['t'] }

const baiduEvent = (id: string, result: JsonObject): readonly Finding[] =>
  checkEvent({ dialect: '0.2', binding: 'JSONRPC', raw: { jsonrpc: '2.0', id, result }, requestId: 'r1' })
const javaTask = (task: JsonValue): readonly Finding[] =>
  checkReply({ dialect: '1.0', binding: 'HTTP+JSON', operation: 'get', raw: task })

const historyOf = (historyLength: number): readonly Finding[] =>
  checkReply({
    dialect: '1.0',
    binding: 'JSONRPC',
    operation: 'get',
    asked: { historyLength },
    requestId: 'r1',
    raw: {
      jsonrpc: '2.0',
      id: 'r1',
      result: {
        id: 't',
        contextId: 'c',
        status: { state: 'TASK_STATE_WORKING' },
        history: [{ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] }],
      },
    },
  })

const observed: readonly (readonly [string, readonly Finding[], readonly string[]])[] = [
  ['Go: all of the history for a negative length, which is no length', historyOf(-1), []],
  [
    'Java 0.3: an error in a stream, with the name of its class',
    checkEvent({
      dialect: '0.3-proto',
      binding: 'HTTP+JSON',
      raw: { error: 'io.a2a.spec.TaskNotFoundError', message: 'Task not found' },
    }),
    [],
  ],
  [
    'Baidu: first event appends nothing, under an id of its own',
    baiduEvent('id-1', {
      kind: 'artifact-update',
      taskId: 't',
      contextId: 'c',
      append: true,
      lastChunk: false,
      artifact: { artifactId: 'a', parts: [], metadata: { status: 'preparing' } },
    }),
    ['warning PARLEY-RPC-002 /id'],
  ],
  [
    'Baidu: last event with an offset and nanoseconds, message without id',
    baiduEvent('r1', {
      kind: 'status-update',
      taskId: 't',
      contextId: 'c',
      final: true,
      status: {
        state: 'completed',
        timestamp: '2025-09-01T12:00:00.123456789+08:00',
        message: { kind: 'message', role: 'agent', parts: [{ kind: 'text', text: 'x' }] },
      },
    }),
    ['warning DM-MSG-001 /result/status/message/messageId'],
  ],
  [
    'Baidu: card with a demo URL, without tags',
    checkCard({
      ...base,
      url: 'http://demo.example.com/a2a',
      protocolVersion: '0.2.6',
      skills: [{ ...skill, tags: [] }],
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      security: [{ key: [] }],
    }),
    ['info PARLEY-OBJ-004 /skills/0/tags', 'warning PARLEY-CARD-002 /url'],
  ],
  [
    'FastA2A: in_ for in',
    checkCard({
      ...base,
      url: 'https://agent.example.com/',
      protocolVersion: '0.2.5',
      skills: [skill],
      securitySchemes: { key: { type: 'apiKey', in_: 'header', name: 'X-Key' } },
    }),
    ['warning DM-SERIAL-001 /securitySchemes/key/in_'],
  ],
  [
    'Java: null for every absent member',
    javaTask({
      id: 't',
      contextId: 'c',
      status: { state: 'TASK_STATE_WORKING', message: null, timestamp: null },
      artifacts: null,
      metadata: null,
    }),
    [
      'info PARLEY-OBJ-002 /status/message',
      'info PARLEY-OBJ-002 /status/timestamp',
      'info PARLEY-OBJ-002 /artifacts',
      'info PARLEY-OBJ-002 /metadata',
    ],
  ],
  [
    'Agno: additionalInterfaces null, URL of the stream',
    checkCard({
      ...base,
      url: 'https://agent.example.com/v1/message:stream',
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      additionalInterfaces: null,
      skills: [skill],
    }),
    ['info PARLEY-OBJ-002 /additionalInterfaces', 'warning PARLEY-CARD-005 /url'],
  ],
  [
    'JS 1.x with legacy on: the 0.3 card with interfaces of 1.0 in it',
    checkCard({
      ...sampleNamed('0.3.0 card').document,
      supportedInterfaces: [
        { url: 'https://agent.example.com/rpc', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
    }),
    ['info PARLEY-CARD-023 '],
  ],
  [
    'Python 1.x with 0.3 compatibility: one merged card',
    checkCard({
      ...sampleNamed('1.0 card').document,
      url: 'https://agent.example.com/rpc',
      preferredTransport: 'JSONRPC',
      protocolVersion: '0.3.0',
      additionalInterfaces: [{ url: 'https://agent.example.com/rest', transport: 'HTTP+JSON' }],
      supportsAuthenticatedExtendedCard: true,
      securitySchemes: {
        bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' }, scheme: 'Bearer', type: 'http' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://a.example.com/t', scopes: { read: '' } } },
        },
      },
      security: [{ bearer: [] }],
    }),
    ['info PARLEY-CARD-023 '],
  ],
  [
    'ProtoJSON printers: empty defaults beside the one content',
    javaTask({
      id: 't',
      contextId: '',
      status: { state: 'TASK_STATE_WORKING' },
      history: [
        {
          messageId: 'm',
          role: 'ROLE_USER',
          parts: [{ text: '', filename: '', mediaType: '' }],
          taskId: '',
          extensions: [],
          referenceTaskIds: [],
        },
      ],
    }),
    [],
  ],
  [
    'the draft of 1.1: generations as text',
    javaTask({ id: 't', generation: '2', status: { state: 'TASK_STATE_WORKING' } }),
    ['info DM-SERIAL-005 /generation'],
  ],
  [
    'an extension’s data, null included',
    javaTask({
      id: 't',
      status: { state: 'TASK_STATE_WORKING' },
      metadata: { 'https://example.com/ext/v1': { any: null, kind: 'x' } },
      artifacts: [{ artifactId: 'a', parts: [{ data: null }] }],
    }),
    [],
  ],
]

describe('known servers', () => {
  it.each(observed)('%s', (_what, findings, expected) => {
    expect(findings.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`)).toEqual(expected)
  })
})
