import { describe, expect, test } from 'vitest'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { type Capture, readCaptures } from '../../e2e/fixtures/capture.ts'
import type { DialectId } from '../a2a/dialect.ts'
import { dialectOf } from '../a2a/dialects.ts'
import type { Binding, Message, Part } from '../a2a/model.ts'
import type { OperationKind } from '../a2a/operation.ts'
import { slice, values } from '../collections/list.ts'
import { defined } from '../defined.ts'
import type { Entry } from '../record/entry.ts'
import { wholeParts } from './artifact-content.ts'
import { Projection } from './projection.ts'
import { createReading } from './reading.ts'
import type { TaskFact } from './task-view.ts'

const captures = new Map(readCaptures().map((capture) => [capture.name, capture]))

function captured(name: string): Capture {
  const capture = captures.get(name)
  if (!capture) throw new Error(`There is no capture ${name}.`)
  return capture
}

/** A captured response as the entries that would have recorded it. */
function recorded(name: string, dialect: DialectId, operation: OperationKind): readonly Entry[] {
  const { requests, response, events } = captured(name)
  const binding: Binding = name.includes('/rest_') ? 'HTTP+JSON' : 'JSONRPC'
  const record = createScriptedRecord()
  record.call({ id: 'x', operation, dialect, binding, body: JSON.parse(requests[0]?.body ?? 'null') })
  for (const { data } of events) record.frame('x', JSON.parse(data))
  record.end('x', events.length > 0 ? undefined : JSON.parse(response?.body ?? 'null'))
  return record.entries
}

function projected(entries: readonly Entry[], bodies?: (hash: string) => string | undefined): Projection {
  const projection = new Projection(createReading({ dialectOf, ...defined({ bodies }) }))
  projection.apply(entries)
  return projection
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join('|')
}

function messageOf(fact: TaskFact): Message | undefined {
  return fact.kind === 'message' ? fact.message : undefined
}

/** Each task in a line or two: its states, its artifacts; then the messages, and those of states. */
function linesOf(projection: Projection): readonly string[] {
  const { tasks, conversations } = projection.snapshot()
  const lines: string[] = []
  const sent = new Set<string>()
  for (const { phase, statuses, events, artifacts } of values(tasks)) {
    const states = slice(statuses).map((index) => {
      const fact = events.at(index)?.fact
      return fact?.kind === 'status' ? fact.status.state : '-'
    })
    lines.push(`${phase}: ${states.join(' ')}`)
    for (const { artifactId, content, stored } of values(artifacts)) {
      lines.push(`${artifactId}: ${textOf(wholeParts(content))}${stored ? ` (${stored})` : ''}`)
    }
  }
  for (const { items } of values(conversations)) {
    for (const item of values(items)) {
      if (item.kind === 'message')
        lines.push(`${item.message.message.role}: ${textOf(item.message.message.parts)}`)
    }
  }
  for (const { events, reports } of values(tasks)) {
    const stored = new Set(values(reports))
    for (const { fact } of events) {
      const message = fact.kind === 'status' ? fact.status.message : stored.has(fact.index) && messageOf(fact)
      if (message) sent.add(`${message.role}: ${textOf(message.parts)}`)
    }
  }
  return [...lines, ...sent]
}

const hello = ['settled: submitted working completed', 'a1: chunk0chunk1', 'user: hi', 'agent: working']

describe('what real servers sent', () => {
  test.each<[name: string, dialect: DialectId, operation: OperationKind, lines: string[]]>([
    ['js-1.3.0-legacy-off/rpc_stream', '1.0', 'stream', hello],
    ['js-1.3.0-legacy-off/rest_stream', '1.0', 'stream', hello],
    [
      'js-1.3.0-legacy-off/rpc_stream_ask',
      '1.0',
      'stream',
      ['waiting: submitted working input-required', 'user: ask', 'agent: working', 'agent: need more'],
    ],
    ['js-1.3.0-legacy-off/rpc_stream_direct', '1.0', 'stream', ['user: direct', 'agent: direct reply']],
    [
      'js-1.3.0-legacy-off/rpc_send_block',
      '1.0',
      'send',
      ['settled: completed', 'a1: chunk0chunk1 (equal)', 'user: hi', 'agent: working'],
    ],
    ['py-1.1.0p7-compat-off/rpc_stream', '1.0', 'stream', hello],
    ['js-0.3.14/rpc_stream', '0.3', 'stream', hello],
    ['js-0.3.14/rest_stream', '0.3-proto', 'stream', hello],
    [
      'js-0.3.14/rpc_stream_throw',
      '0.3',
      'stream',
      [
        'interrupted: submitted working',
        'settled: failed',
        'user: throw',
        'agent: working',
        'agent: Agent execution error: boom',
      ],
    ],
    [
      'js-0.3.14/rpc_resub_live',
      '0.3',
      'subscribe',
      ['interrupted: working', 'a1: chunk0chunk1chunk2chunk3chunk4', 'user: long', 'agent: working'],
    ],
    ['py-0.3.26/rpc_stream', '0.3', 'stream', hello],
    ['py-0.3.26/rest_stream', '0.3-proto', 'stream', hello],
    ['fasta2a-0.5.0/rpc_send', '0.2', 'send', ['unwatched: submitted', 'user: hi']],
    [
      'fasta2a-0.5.0/rpc_get_after',
      '0.2',
      'get',
      ['settled: completed', 'a1: hello (equal)', 'agent: hello'],
    ],
  ])('%s', (name, dialect, operation, lines) => {
    expect(linesOf(projected(recorded(name, dialect, operation)))).toEqual(lines)
  })

  test('pushes of whole 0.3 tasks, from a sender that names no version, tell the same story', () => {
    const record = createScriptedRecord()
    for (const [index, { body }] of captured('js-0.3.14/push_v03_webhook').requests.entries()) {
      record.webhook(`w${index}`, JSON.parse(body))
    }
    expect(linesOf(projected(record.entries))).toEqual([
      'settled: submitted working completed',
      'a1: chunk0chunk1 (equal)',
      'user: hi',
      'agent: working',
    ])
  })

  test('an error of the agent is told apart from an error of HTTP', () => {
    const [x] = slice(
      projected(recorded('js-1.3.0-legacy-off/rpc_get_404', '1.0', 'get')).snapshot().exchanges,
    )
    expect(x).toMatchObject({ status: 200, agentError: { code: -32001 }, unreadable: 0 })
  })
})

describe('an answer that cannot be read', () => {
  const { chunk, result, send, user } = wire10
  const opened = () => {
    const record = createScriptedRecord()
    record.call({ id: 'x', operation: 'stream', body: send(user('m', 'hi')) })
    return record
  }
  const frame = { kind: 'frame', index: 0, framing: 'sse' } as const
  const raw = { sizeBytes: 9 }
  const text = JSON.stringify(result(chunk('t', 'r', 'apart')))

  test('is counted when its body lies apart and is not at hand, and read when it is', () => {
    const record = opened()
    record.add('x', (base) => ({ ...base, ...frame, raw, data: { sizeBytes: 9000, hash: 'h1' } }))
    const without = projected(record.entries)
    expect(without.exchange('x')).toMatchObject({ notLoaded: 1, unreadable: 0, stream: { events: 0 } })
    const projection = projected(record.entries, (hash) => (hash === 'h1' ? text : undefined))
    expect(projection.exchange('x')).toMatchObject({ notLoaded: 0, stream: { events: 1 } })
    expect(projection.task('a t')?.artifacts.length).toBe(1)
  })

  test.each([
    ['broken JSON', { text: '{"a":' }, 'Its JSON is broken or stops in the middle.'],
    ['words', { text: 'Internal Server Error' }, 'It is text, “Internal Server Error”, not JSON.'],
    ['a web page', { text: '\n<!doctype html>' }, 'a web page'],
    ['bytes', { base64: '/w==' }, 'UTF-8'],
    ['a body cut short', { text: '{"a":', truncated: true as const }, 'longer than what is kept'],
    ['something else', { text: '{"a":1}' }, ''],
    ['deep nesting', { text: '['.repeat(100_000) + ']'.repeat(100_000) }, ''],
  ])('says why: %s', (_, data, reason) => {
    const record = opened()
    record.add('x', (base) => ({ ...base, ...frame, raw, data: { sizeBytes: 9, ...data } }))
    const view = projected(record.entries).exchange('x')
    expect(view).toMatchObject({ unreadable: 1, stream: { events: 0 } })
    expect(view?.unreadableReason).toContain(reason)
  })

  test('keep-alives and calls without a dialect are no answers', () => {
    const record = opened()
    record.add('x', (base) => ({ ...base, ...frame, framing: 'sse-comment', raw }))
    record.add('y', (base) => ({ ...base, ...frame, raw, data: { sizeBytes: 9, text } }))
    const projection = projected(record.entries)
    expect(projection.exchange('x')).toMatchObject({ unreadable: 0 })
    expect(projection.exchange('y')).toMatchObject({ unreadable: 0 })
    expect(projection.snapshot().tasks.length).toBe(0)
  })

  test('a unary gRPC message is a reply, a stream’s is an event', () => {
    const record = createScriptedRecord()
    const message = {
      sizeBytes: 9,
      text: JSON.stringify({ id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } }),
    }
    record.call({ id: 'x', operation: 'get', binding: 'GRPC' })
    record.add('x', (base) => ({ ...base, ...frame, framing: 'grpc', raw, data: message }))
    const projection = projected(record.entries)
    expect(projection.task('a t')?.events.at(0)).toMatchObject({
      first: { source: 'poll' },
    })
    expect(projection.exchange('x')).not.toHaveProperty('stream')
  })
})

test('a request nested deeper than anybody reads, as a file may hold one, asks for nothing', () => {
  const record = createScriptedRecord()
  const text = `{"params":${'{"config":'.repeat(90_000)}1${'}'.repeat(90_000)}}`
  const call = { agentId: 'a', purpose: 'operation', operation: 'send', dialect: '1.0', label: '' } as const
  const body = { sizeBytes: text.length, text }
  record.add('x', (base) => ({ ...base, kind: 'request', call, method: 'POST', url: '', headers: [], body }))
  record.end('x', { result: { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } } })
  expect(linesOf(projected(record.entries))).toEqual(['unwatched: working'])
})
