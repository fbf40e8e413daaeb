// An agent with OpenTelemetry: it continues the trace of each call and sends spans for its work: model calls, a tool with a
// request and a query inside, a failure. The message's first word chooses: `many 10000` sends so many, `odd` sends what no SDK
// would.

import { type Agent, type AgentOptions, agent } from './agent.ts'
import { headerOf } from './http-server.ts'
import { isObject, parseJson } from './json.ts'
import { kinds, newSpanId, newTraceId, type SentSpan, sendSpans } from './otlp-spans.ts'
import type { Quirk } from './quirk.ts'
import { announce, become, produce, wait } from './steps.ts'

interface TracedOptions extends Partial<AgentOptions> {
  /** The endpoint for spans, as in OTEL_EXPORTER_OTLP_ENDPOINT; undefined while there is none. */
  endpoint(): string | undefined
  readonly service?: string
}

interface Caller {
  readonly traceId: string
  readonly spanId: string
}

export async function tracedAgent({
  endpoint,
  service = 'concierge',
  ...options
}: TracedOptions): Promise<Agent> {
  const callers = new Map<string, Caller>()
  return agent({
    dialect: '1.0',
    name: 'Traced agent',
    quirks: [keepCallers(callers)],
    async *script({ text, message }) {
      const caller = callers.get(message.messageId) ?? { traceId: newTraceId(), spanId: '' }
      const began = Date.now()
      yield announce()
      yield become('working', 'looking for hotels')
      yield wait(120)
      yield become('working', 'writing the answer')
      yield wait(120)
      yield produce('a1', 'The Lumiares, three nights.', { name: 'Hotels', lastChunk: true })
      const spans = spansOf(text, caller.spanId, began, Date.now())
      const to = endpoint()
      if (to !== undefined) await sendSpans(to, { service, traceId: caller.traceId, spans })
      yield become('completed')
    },
    ...options,
  })
}

/** Stores the trace context of each request by its message. */
function keepCallers(callers: Map<string, Caller>): Quirk {
  return {
    intercept({ request }) {
      const [, traceId, spanId] = headerOf(request, 'traceparent')?.split('-') ?? []
      const json = parseJson(request.body.toString('utf8'))
      const params = isObject(json) ? json['params'] : undefined
      const message = isObject(params) ? params['message'] : undefined
      const messageId = isObject(message) ? message['messageId'] : undefined
      if (typeof messageId === 'string' && traceId !== undefined && spanId !== undefined)
        callers.set(messageId, { traceId, spanId })
      return undefined
    },
  }
}

function spansOf(text: string, callerId: string, began: number, ended: number): readonly SentSpan[] {
  const [word, count] = text.split(' ')
  const server = newSpanId()
  const top: SentSpan = {
    ...{
      name: 'POST /',
      spanId: server,
      parentSpanId: callerId,
      start: began,
      end: ended,
      kind: kinds.server,
    },
    attributes: { 'http.request.method': 'POST', 'url.path': '/' },
  }
  if (word === 'many') return [top, ...manySpans(server, began, ended, Number(count))]
  if (word === 'odd') return [top, ...oddSpans(server, began)]
  return [top, ...usualSpans(server, began, ended)]
}

function usualSpans(parentSpanId: string, began: number, ended: number): readonly SentSpan[] {
  const at = (share: number) => began + (ended - began) * share
  const [root, tool] = [newSpanId(), newSpanId()]
  const model = (start: number, end: number, input: number, output: number): SentSpan => ({
    ...{
      name: 'chat gpt-5',
      spanId: newSpanId(),
      parentSpanId: root,
      start: at(start),
      end: at(end),
      kind: kinds.client,
    },
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': output,
    },
    events: [{ name: 'gen_ai.first_token', at: at(start + (end - start) / 3), attributes: { index: 0 } }],
  })
  return [
    {
      ...{ name: 'invoke_agent concierge', spanId: root, parentSpanId, start: at(0.01), end: at(0.99) },
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'concierge' },
    },
    model(0.02, 0.36, 812, 96),
    {
      ...{
        name: 'execute_tool search_hotels',
        spanId: tool,
        parentSpanId: root,
        start: at(0.37),
        end: at(0.58),
      },
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search_hotels' },
    },
    {
      ...{
        name: 'GET',
        spanId: newSpanId(),
        parentSpanId: tool,
        start: at(0.38),
        end: at(0.51),
        kind: kinds.client,
      },
      attributes: { 'http.request.method': 'GET', 'url.full': 'https://hotels.example/lisbon' },
    },
    {
      ...{
        name: 'SELECT rooms',
        spanId: newSpanId(),
        parentSpanId: tool,
        start: at(0.52),
        end: at(0.57),
        kind: kinds.client,
      },
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'SELECT * FROM rooms WHERE city = $1' },
    },
    {
      ...{
        name: 'execute_tool book',
        spanId: newSpanId(),
        parentSpanId: root,
        start: at(0.59),
        end: at(0.63),
      },
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'book' },
      error: 'No room is free on these days.',
    },
    model(0.64, 0.97, 1_204, 310),
  ]
}

/** In groups of ten: a step with a model, tools and queries inside. */
function manySpans(parentSpanId: string, began: number, ended: number, count: number): readonly SentSpan[] {
  const perMs = (ended - began) / count
  let step = parentSpanId
  return Array.from({ length: count }, (_, index): SentSpan => {
    const place = index % 10
    const spanId = newSpanId()
    const times = { start: began + index * perMs, end: began + (index + 1) * perMs }
    if (place === 0) {
      step = spanId
      return { name: `step ${index / 10}`, spanId, parentSpanId, ...times, end: times.start + 10 * perMs }
    }
    const attributes =
      place < 4
        ? { 'gen_ai.request.model': 'gpt-5' }
        : place < 7
          ? { 'gen_ai.tool.name': 'look_up' }
          : { 'db.system.name': 'sqlite' }
    return { name: `work ${index}`, spanId, parentSpanId: step, ...times, attributes }
  })
}

function oddSpans(parentSpanId: string, began: number): readonly SentSpan[] {
  const usual = { parentSpanId, start: began + 10, end: began + 40 }
  const [one, other] = [newSpanId(), newSpanId()]
  return [
    { ...usual, name: `long ${'name '.repeat(200_000)}`, spanId: newSpanId() },
    {
      ...usual,
      name: '\u202eevil\u202c <b>bold</b>',
      spanId: newSpanId(),
      attributes: { '\u202ekey': '<img src=x onerror=alert(1)>' },
    },
    { ...usual, name: 'in the future', spanId: newSpanId(), start: began + 9e12, end: began + 9e12 },
    { ...usual, name: 'ends before it starts', spanId: newSpanId(), end: began },
    { ...usual, name: 'without its parent', spanId: newSpanId(), parentSpanId: newSpanId() },
    { ...usual, name: 'in its own child', spanId: one, parentSpanId: other },
    { ...usual, name: 'the child', spanId: other, parentSpanId: one },
    { ...usual, name: '', spanId: newSpanId() },
  ]
}
