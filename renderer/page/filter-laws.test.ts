// Any filter lists the same exchanges in the same order in the engine's SQL and in a shared page.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageLines } from '#engine/sessions/html/page-lines.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { type FilterKey, filterKeyNames, keyFacts } from '#shared/filter/filter-keys.ts'
import type { NewEntry } from '#shared/record/entry.ts'
import { orderings } from '#shared/record/exchange-order.ts'
import { marks } from '#shared/record/exchange-row.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { isFullRun } from '../../e2e/full-run.ts'
import { createPageClient } from './page-access.ts'
import { pageDataOf } from './page-data.ts'

let window: TestWindow
beforeAll(async () => {
  window = await openWindow()
})
afterAll(() => window.close())

const words = ['alpha', 'Alphabet', 'ALP', 'Über', 'uber', 'naïve', '日本', '42', 'x_y', '50%', 'two words']
const word = fc.constantFrom(...words)
const text = fc.array(word, { maxLength: 3 }).map((some) => some.join(' '))
const id = fc.constantFrom('task-a', 'task-b', 'Task-C', 'ctx', 'x_y')
const traceId = fc.constantFrom('4bf92f3577b34da6a3ce929d0e0e4736', '4bf00000000000000000000000000001')
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined })
const severity = fc.constantFrom('error', 'warning', 'info' as const)
const findings = fc.array(
  fc.record({ rule: fc.constantFrom('parley-seq-001', 'PARLEY-SEQ-002', 'card-x'), severity }),
  { maxLength: 2 },
)

const program = fc.constantFrom('planner/1.0', 'Über client', 'parley-like')

const exchange = fc.record({
  /** False: the exchange began in another session. */
  begins: fc.integer({ min: 0, max: 5 }).map((position) => position > 0),
  purpose: fc.constantFrom('card', 'operation', 'probe', 'raw', 'file' as const),
  operation: maybe(fc.constantFrom('send', 'stream', 'subscribe' as const)),
  dialect: maybe(fc.constantFrom('1.0', '0.3' as const)),
  binding: maybe(fc.constantFrom('JSONRPC', 'HTTP+JSON', 'GRPC' as const)),
  label: text,
  method: fc.constantFrom('GET', 'POST'),
  url: text.map((path) => `http://agent/${path}`),
  agentId: maybe(fc.constantFrom('agent-one', 'agent-two')),
  trace: maybe(traceId),
  /** The tap it went through. */
  via: maybe(fc.record({ port: fc.constantFrom('50001', '50002'), program: maybe(program) })),
  sent: fc.integer({ min: 0, max: 30_000 }),
  bodyText: text,
  status: maybe(fc.constantFrom(200, 204, 302, 404, 500)),
  frames: fc.array(fc.record({ text, task: maybe(id), findings }), { maxLength: 3 }),
  end: maybe(
    fc.oneof(
      fc.record({ failed: fc.constant(true), text }),
      fc.record({ failed: fc.constant(false), text, code: maybe(fc.constantFrom(5, -32001)) }),
    ),
  ),
  webhook: maybe(fc.record({ answered: fc.constantFrom(0, 200, 400), text, task: maybe(id) })),
  context: maybe(id),
  errorCode: maybe(fc.constantFrom(-32001, 7)),
  tookMs: fc.double({ min: 0, max: 3_000, noNaN: true }),
  pinned: fc.boolean(),
  mark: maybe(fc.constantFrom(...marks)),
  note: maybe(text),
})
type Exchange = typeof exchange extends fc.Arbitrary<infer T> ? T : never

const pieceOf = (whole: fc.Arbitrary<string>) =>
  fc
    .tuple(whole, fc.nat(3), fc.integer({ min: 1, max: 12 }))
    .map(([each, from, length]) => each.slice(from, from + length) || each)
const pieces: Partial<Record<FilterKey, fc.Arbitrary<string>>> = {
  task: pieceOf(id),
  context: pieceOf(id),
  trace: pieceOf(traceId),
  version: pieceOf(fc.constantFrom('1.0', '0.3')),
  agent: pieceOf(fc.constantFrom('agent-two', 'An agent')),
  caller: pieceOf(fc.oneof(program, fc.constantFrom('agent-one', 'agent-two', '127.0.0.1:50001', 'Parley'))),
  session: pieceOf(fc.constant('Über the sea')),
}
const others: Partial<Record<FilterKey, readonly string[]>> = {
  status: ['404', '4xx', '2xx'],
  finding: ['parley-seq-0', 'parley-seq-002', 'q-002'],
}
const value = pieceOf(fc.oneof(word, fc.constantFrom('POST', 'post')))
const amount = fc.constantFrom('0', '1', '200', '404', '1.5k', '-32001', '5', '1s', '10')
const quoted = (each: string) => (/[\s,]/.test(each) ? `"${each}"` : each)
const term = fc
  .oneof(
    value.map(quoted),
    fc.constantFrom('status>=400', 'status<300'),
    fc.constantFrom(...filterKeyNames).chain((key) => {
      const facts = keyFacts(key)
      const values =
        facts.type === 'text'
          ? (pieces[key] ?? value)
          : facts.type === 'amount'
            ? amount
            : fc.constantFrom(...Object.keys(facts.choices), ...(others[key] ?? []))
      const written = fc.array(values.map(quoted), { minLength: 1, maxLength: 2 })
      const sign =
        facts.type === 'amount' ? fc.constantFrom(':', '>', '<', '>=', '<=', '=') : fc.constant(':')
      return fc.tuple(sign, written).map(([sign, some]) => `${key}${sign}${some.join(',')}`)
    }),
  )
  .chain((one) => fc.boolean().map((negated) => (negated ? `-${one}` : one)))
const filter = fc.record({
  filter: fc.array(term, { maxLength: 2 }).map((terms) => terms.join(' ')),
  after: fc.constantFrom(0, 0, 4),
  agentId: maybe(fc.constantFrom('agent-one', 'agent-two')),
  nested: maybe(fc.array(fc.nat(7), { maxLength: 3 })),
  order: maybe(fc.record({ by: fc.constantFrom(...orderings), descending: fc.boolean() })),
})

test('any filter lists the same exchanges in a page as in the engine', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(exchange, { minLength: 1, maxLength: 8 }),
      fc.array(filter, { minLength: 100, maxLength: 100 }),
      async (exchanges, filters) => {
        const { sessionId, first } = record(exchanges)
        const page = await pageOf(sessionId)
        for (const { filter, after, order, agentId, ...lying } of filters) {
          const nested = lying.nested?.map((index) => `${sessionId}-${index}`)
          const range = { sessionId, offset: 0, limit: 50 }
          const request = {
            filter,
            after: after === 0 ? 0 : first + after,
            ...defined({ order, agentId, nested, counting: agentId && ('session' as const) }),
            ...range,
          }
          const ids = async ({ console }: EngineClient) => {
            const { rows, outside } = await console.exchanges(request)
            return [outside, ...rows.map(({ id, isWithin, webhookCalls }) => [id, isWithin, webhookCalls])]
          }
          expect([request, await ids(page)]).toEqual([request, await ids(window.client)])
        }
      },
    ),
    { numRuns: isFullRun ? 40 : 8 },
  )
})

/** Records the exchanges in a new session. */
function record(exchanges: readonly Exchange[]): { readonly sessionId: string; readonly first: number } {
  const { record } = window.engine
  const { sessionId } = record.createSession('Über the sea')
  const first = record.latest()
  exchanges.forEach((each, index) => {
    const exchangeId = `${sessionId}-${index}`
    for (const [at, { taskId, exchangeFacts, entry }] of entriesOf(each).entries()) {
      const base = { sessionId, exchangeId, at: 1_000 * index + at, monoMs: index + (at * each.tookMs) / 7 }
      record.append({ ...entry, ...base }, { taskId, exchangeFacts })
    }
    record.exchanges.annotate(exchangeId, { pinned: each.pinned, mark: each.mark, note: each.note })
  })
  record.flush()
  return { sessionId, first }
}

type WithoutPlace<T> = T extends NewEntry ? Omit<T, 'sessionId' | 'exchangeId' | 'at' | 'monoMs'> : never
interface EntryFacts {
  readonly entry: WithoutPlace<NewEntry>
  readonly taskId?: string | undefined
  readonly exchangeFacts?: {
    readonly contextId?: string
    readonly error?: { readonly code: number; readonly message: string }
  }
}

function entriesOf(exchange: Exchange): readonly EntryFacts[] {
  const { webhook, status, end, context, errorCode } = exchange
  const reported = {
    ...defined({ contextId: context }),
    ...(errorCode !== undefined && { error: { code: errorCode, message: 'No such task.' } }),
  }
  if (webhook !== undefined)
    return [{ entry: called(webhook), taskId: webhook.task, exchangeFacts: reported }]
  return [
    ...(exchange.begins ? [{ entry: requestOf(exchange), exchangeFacts: reported }] : []),
    ...(status === undefined
      ? []
      : [
          {
            entry: {
              kind: 'response' as const,
              status,
              statusText: 'So',
              headers: [['X-Y', 'Alpha']] as const,
            },
          },
        ]),
    ...exchange.frames.map(({ text, task, findings }, index) => ({
      entry: {
        kind: 'frame' as const,
        index,
        framing: 'sse' as const,
        raw: bodyOf(`data: ${text}\n\n`),
        data: bodyOf(text),
        ...(findings.length > 0 && { findings: findings.map(findingOf) }),
      },
      taskId: task,
    })),
    ...(end === undefined ? [] : [{ entry: endOf(end) }]),
  ]
}

function requestOf({
  purpose,
  operation,
  dialect,
  binding,
  label,
  method,
  url,
  agentId,
  sent,
  bodyText,
  trace,
  via,
}: Exchange) {
  const headers: [string, string][] =
    trace === undefined ? [] : [['Traceparent', `00-${trace}-00f067aa0ba902b7-01`]]
  return {
    kind: 'request' as const,
    call: {
      purpose,
      label,
      ...defined({ agentId, operation, dialect, binding }),
      ...(via && { via: viaOf(via) }),
    },
    method,
    url,
    headers,
    body: { text: bodyText, sizeBytes: sent },
  }
}

function viaOf({ port, program }: NonNullable<Exchange['via']>) {
  const tap = 'http://127.0.0.1:41300'
  return { tap, caller: `127.0.0.1:${port}`, ...defined({ program }) }
}

function called({ answered, text }: NonNullable<Exchange['webhook']>) {
  return {
    kind: 'webhook' as const,
    method: 'POST',
    path: `/hook/${text}`,
    headers: [],
    body: bodyOf(text),
    remoteAddress: '127.0.0.1',
    answeredStatus: answered,
  }
}

function endOf(end: NonNullable<Exchange['end']>) {
  if (end.failed) {
    return { kind: 'failure' as const, failure: 'reset' as const, message: end.text, receivedBytes: 12 }
  }
  const grpc =
    'code' in end && end.code !== undefined ? { grpcStatus: { code: end.code, message: end.text } } : {}
  return {
    kind: 'end' as const,
    reason: 'complete' as const,
    receivedBytes: 1_500,
    body: bodyOf(end.text),
    ...grpc,
  }
}

function bodyOf(text: string) {
  return { text, sizeBytes: Buffer.byteLength(text) }
}

function findingOf({
  rule,
  severity,
}: {
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'info'
}) {
  return {
    rule,
    severity,
    pointer: '',
    message: 'It is wrong.',
    hint: '',
    spec: { version: '1.0', section: '1' },
  }
}

async function pageOf(sessionId: string): Promise<EngineClient> {
  const { sessions } = window.engine
  const lines = pageLines({
    record: sessions.recordOf(sessionId),
    opened: await sessions.open(sessionId),
    selection: { of: 'session' },
    mask: { text: (text) => text, bytes: (bytes) => bytes },
    onProgress: () => undefined,
  })
  return createPageClient(await pageDataOf(lines))
}
