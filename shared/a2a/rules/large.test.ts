// The engine judges while an agent streams: no document may block it, however large, wide or deep.

import { expect, test } from 'vitest'
import { card2 } from '#testing/rules/cases/changed-card.ts'
import { isFullRun } from '../../../e2e/full-run.ts'
import { checkCard, checkEvent, checkReply } from '../check.ts'
import { dialectOf } from '../dialects.ts'
import type { JsonObject, JsonValue } from '../model.ts'
import { SequenceChecker } from './sequence/checker.ts'
import { observationOf } from './sequence/observation.ts'

/** Both counts are far more than any bound of the rules. */
const count = isFullRun ? 100_000 : 20_000
const many = (make: (index: number) => JsonValue, position = count): JsonValue[] =>
  Array.from({ length: position }, (_, index) => make(index))
const map = (make: (index: number) => JsonValue, position = count): JsonObject =>
  Object.fromEntries(many(make, position).map((value, index) => [`name${index}`, value]))
const deep = (levels: number): JsonValue => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
const megabytes = 'x'.repeat(100 * count)
const parts: JsonValue = [{ text: 'x' }]
const artifact = (more: JsonObject): JsonObject => ({ artifacts: [{ artifactId: 'a', ...more }] })

const tasks: Readonly<Record<string, JsonObject>> = {
  messages: { history: many((each) => ({ messageId: `${each}`, role: 'ROLE_AGENT', parts })) },
  'broken messages': { history: many(() => ({ messageID: 1, partz: parts, other: [] })) },
  artifacts: { artifacts: many((each) => ({ artifactId: `${each}`, parts })) },
  parts: artifact({ parts: many(() => ({ text: 'x' })) }),
  'metadata of many members': { metadata: map((each) => each) },
  'metadata of ten times as many': { metadata: map((each) => each, 10 * count) },
  'unknown members': map(() => ({ a: [1, { b: 2 }] })),
  'data of many values': artifact({ parts: [{ data: many(() => ({ a: [1, { b: 2 }] })) }] }),
  'many objects of many members': { history: many(() => map(() => 1, 0.15 * count), 20) },
  'megabytes of bytes': artifact({ parts: [{ raw: 'eHh4'.repeat(25 * count) }] }),
  'megabytes of text': artifact({ parts: [{ text: megabytes }] }),
  'megabytes of a URL and a media type': artifact({ parts: [{ url: megabytes, mediaType: megabytes }] }),
  'messages with a text': {
    history: many((each) => ({
      messageId: `${each}`,
      role: 'ROLE_AGENT',
      parts: [{ text: 'x'.repeat(60) }],
    })),
  },
  'many levels': { metadata: deep(count) },
}

const security = map((each) => ({ httpAuthSecurityScheme: { scheme: `${each}` } }), 0.15 * count)
const cards: Readonly<Record<string, JsonObject>> = {
  skills: { skills: many((each) => ({ id: `${each}`, name: 'n', description: 'd', tags: ['t'] })) },
  'skills alike': { skills: many(() => ({ id: 'x' })) },
  interfaces: {
    supportedInterfaces: many((each) => ({
      url: `https://a.example/${each}`,
      protocolBinding: 'JSONRPC',
      protocolVersion: '1.0',
    })),
  },
  'interfaces of 0.3': {
    supportedInterfaces: null,
    protocolVersion: '0.3.0',
    url: 'https://a.example/',
    additionalInterfaces: many(() => ({ url: 'https://a.example/', transport: 'GRPC' })),
  },
  'security schemes': { securitySchemes: map(() => ({ httpAuthSecurityScheme: { scheme: 'Bearer' } })) },
  'security requirements': {
    securitySchemes: security,
    securityRequirements: many((each) => ({ schemes: { [`name${each % (0.15 * count)}`]: { list: [] } } })),
  },
  signatures: { signatures: many(() => ({ protected: 'eyJhbGciOiJFUzI1NiJ9', signature: 'aaaa' })) },
  modes: { defaultInputModes: many(() => 'text/plain') },
  'megabytes in every text': { name: megabytes, iconUrl: `https://${megabytes}`, description: megabytes },
  'megabytes of a gRPC address': {
    supportedInterfaces: [{ url: megabytes, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
  },
  'many levels': { other: deep(count) },
}

/** Some documents are nested too deep for a writer, but can be parsed. */
function textOf(raw: JsonValue): string {
  try {
    return JSON.stringify(raw)
  } catch {
    return ''
  }
}

/** Milliseconds of this thread, the best of five, without the rest of the machine and garbage collection. */
function costOf(judge: () => unknown): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const begun = process.threadCpuUsage()
    judge()
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

const task = (more: JsonObject) => ({
  id: 't',
  contextId: 'c',
  status: { state: 'TASK_STATE_WORKING' },
  ...more,
})
const http = { status: 200, contentType: 'application/json', body: 'json', headers: [] } as const
const spoken = { dialect: '1.0', binding: 'JSONRPC', requestId: '1' } as const

const read = JSON.stringify(tasks['messages with a text'])

/** Relative to parsing as many messages as JSON, now and on this machine: the worst takes twice that, without the bounds 14 times. */
const roomMs = () => 5 * costOf(() => JSON.parse(read))

test.each(Object.entries(tasks))('a task of %s is judged at once', (_what, more) => {
  const raw = { jsonrpc: '2.0', id: '1', result: { task: task(more) } }
  const text = textOf(raw)
  const event = costOf(() => checkEvent({ ...spoken, raw, text }))
  const request = { historyLength: 1 }
  const reply = costOf(() => checkReply({ ...spoken, operation: 'send', raw, text, http, asked: request }))
  const page = { tasks: [task(more)], nextPageToken: '', pageSize: 1, totalSize: 1 }
  const listed = { jsonrpc: '2.0', id: '1', result: page }
  const list = costOf(() => checkReply({ ...spoken, operation: 'list', raw: listed, text, http, asked: {} }))
  expect(Math.max(event, reply, list)).toBeLessThan(roomMs())
})

test.each(Object.entries(cards))('a card of %s is judged at once', (_what, more) => {
  const raw = { ...card2, ...more }
  const text = textOf(raw)
  const fetched = costOf(() => checkCard(raw, { url: 'https://a.example/agent-card.json', http, text }))
  const extended = costOf(() =>
    checkReply({ ...spoken, binding: 'GRPC', operation: 'extended-card', raw, text }),
  )
  expect(Math.max(fetched, extended)).toBeLessThan(roomMs())
})

test('an update of megabytes of text is followed at once', () => {
  const ms = costOf(() => {
    const raw = { jsonrpc: '2.0', id: '1', result: { task: task(tasks['megabytes of text'] ?? {}) } }
    const decoded = dialectOf('1.0').decodeEvent('JSONRPC', raw)
    expect(decoded.kind).toBe('result')
    if (decoded.kind !== 'result') return []
    return new SequenceChecker('1.0').observe(observationOf(decoded.result, { source: 'reply' }))
  })
  expect(ms).toBeLessThan(roomMs())
})

test('what was not judged is said, at the place where it begins, and nothing is held against it', () => {
  const message = { messageId: 'm', role: 'ROLE_AGENT', parts }
  const raw = task({ history: [...many(() => message), { nonsense: 1 }], nonsense: 1 })
  const matches = checkReply({ ...spoken, binding: 'GRPC', operation: 'get', raw })
  expect(matches.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['PARLEY-BOUND-004', expect.stringMatching(/^\/history/)],
  ])
  const wide = task({ metadata: map(() => 1, 25_000), nonsense: 1 })
  expect(
    checkReply({ ...spoken, binding: 'GRPC', operation: 'get', raw: wide, text: JSON.stringify(wide) }),
  ).toMatchObject([{ rule: 'PARLEY-BOUND-004', pointer: '' }])
})

test('what is within the bound is judged whole', () => {
  const message = (each: number) => ({ messageId: `${each}`, role: 'ROLE_AGENT', parts })
  const raw = task({ history: [...many(message, 4_000), { ...message(4_000), nonsense: 1 }] })
  const matches = checkReply({ ...spoken, binding: 'GRPC', operation: 'get', raw })
  expect(matches.map(({ pointer }) => pointer)).toEqual(['/history/4000/nonsense'])
})
