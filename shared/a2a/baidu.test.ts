// The examples of Baidu's document as PROTOCOL 9.2 describes them: 0.2.6, with its misspellings.

import { describe, expect, test } from 'vitest'
import { decodeCard } from './card.ts'
import { chooseInterface } from './choose-interface.ts'
import { dialectOf } from './dialects.ts'
import type { JsonValue, Update } from './model.ts'

const dialect = dialectOf('0.2')

test('the card', () => {
  const decoded = decodeCard({
    name: 'Weather',
    description: 'd',
    url: 'http://qianfan.example/a2a/app',
    version: '1.0.0',
    protocolVersion: '0.2.6',
    provider: { origanization: 'Baidu', url: 'http://cloud.example' },
    capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
    securitySchemes: { auth: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    security: [{ auth: [] }],
    defaultInputModes: ['text'],
    defaultOutputModes: ['text'],
    skills: [{ id: 's', name: 'S', description: 'd', tags: [] }],
  })
  expect(decoded).toEqual({
    kind: 'result',
    result: {
      name: 'Weather',
      description: 'd',
      version: '1.0.0',
      interfaces: [{ url: 'http://qianfan.example/a2a/app', binding: 'JSONRPC', protocolVersion: '0.2.6' }],
      provider: { organization: 'Baidu', url: 'http://cloud.example' },
      capabilities: {
        streaming: true,
        pushNotifications: false,
        stateTransitionHistory: false,
        extensions: [],
      },
      securitySchemes: { auth: { kind: 'apiKey', location: 'header', name: 'Authorization' } },
      security: [{ auth: [] }],
      defaultInputModes: ['text'],
      defaultOutputModes: ['text'],
      skills: [{ id: 's', name: 'S', description: 'd', tags: [], examples: [] }],
      signatures: [],
    },
  })
  const chosen = decoded.kind === 'result' ? chooseInterface(decoded.result).chosen : undefined
  expect([chosen?.dialect, chosen?.binding]).toEqual(['0.2', 'JSONRPC'])
})

const timestamp = '2025-07-18T16:07:51.123456789+08:00'
const event = (id: string, result: JsonValue): JsonValue => ({ jsonrpc: '2.0', id, result })

describe('the stream', () => {
  test.each<[string, JsonValue, Update]>([
    [
      'begins with an artifact that appends nothing to nothing',
      event('id-1', {
        kind: 'artifact-update',
        taskId: 't',
        contextId: 'c',
        artifact: { artifactId: 'a', parts: [], metadata: { status: 'preparing' } },
        append: true,
        lastChunk: false,
      }),
      {
        kind: 'artifact',
        artifact: {
          taskId: 't',
          contextId: 'c',
          artifact: { artifactId: 'a', parts: [], metadata: { status: 'preparing' } },
          append: true,
          lastChunk: false,
        },
      },
    ],
    [
      'carries files that call themselves text',
      event('id-2', {
        kind: 'aritfact-update',
        taskId: 't',
        aritfact: {
          artifactId: 'a',
          parts: [{ kind: 'text', file: { uri: 'http://f.x', mime: 'image/png' } }],
        },
        append: true,
      }),
      {
        kind: 'artifact',
        artifact: {
          taskId: 't',
          artifact: {
            artifactId: 'a',
            parts: [{ kind: 'file-url', url: 'http://f.x', mediaType: 'image/png' }],
          },
          append: true,
          lastChunk: false,
          extra: { kind: 'aritfact-update' },
        },
      },
    ],
    [
      'ends in their own time zone',
      event('id-9', {
        kind: 'status-update',
        taskId: 't',
        contextId: 'c',
        status: { state: 'completed', timestamp },
        final: true,
      }),
      {
        kind: 'status',
        status: { taskId: 't', contextId: 'c', status: { state: 'completed', timestamp }, final: true },
      },
    ],
  ])('%s', (_, raw, update) => {
    expect(dialect.decodeEvent('JSONRPC', raw)).toEqual({ kind: 'result', result: update })
  })
})

test('a message without a messageId', () => {
  const raw = event('1', { kind: 'message', role: 'agent', parts: [{ kind: 'text', text: 'hi' }] })
  expect(dialect.decodeReply('send', 'JSONRPC', raw, 200)).toEqual({
    kind: 'result',
    result: {
      kind: 'update',
      update: {
        kind: 'message',
        message: { messageId: '', role: 'agent', parts: [{ kind: 'text', text: 'hi' }] },
      },
    },
  })
})

test('a task with aritfacts', () => {
  const raw = event('1', {
    kind: 'task',
    id: 't',
    contextId: 'c',
    status: { state: 'completed' },
    aritfacts: [{ artifactId: 'a', parts: [] }],
  })
  expect(dialect.decodeReply('get', 'JSONRPC', raw, 200)).toEqual({
    kind: 'result',
    result: {
      kind: 'task',
      task: {
        id: 't',
        contextId: 'c',
        status: { state: 'completed' },
        artifacts: [{ artifactId: 'a', parts: [] }],
      },
    },
  })
})

test('an error that is no JSON-RPC', () => {
  const body = { code: 'AppNotPublished', message: 'app not published', request_id: 'r-1' }
  expect(dialect.decodeReply('send', 'JSONRPC', body, 400)).toEqual({
    kind: 'error',
    error: { message: 'app not published', data: body, httpStatus: 400 },
  })
})
