// One exchange as spans, by OpenTelemetry's conventions for A2A: the called method, and its request. A test compares them with
// a table, and names the conventions.

import type { DialectId } from '../a2a/dialect.ts'
import { methods10 } from '../a2a/dialects/calls-10.ts'
import { grpcCodes } from '../a2a/error-codes.ts'
import { spelling10 } from '../a2a/write/spelling.ts'
import { defined } from '../defined.ts'
import type { RequestEntry } from '../record/entry.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { webhookRequest } from '../record/webhook-request.ts'
import {
  type Attributes,
  type Digest,
  exchangeSpanIds,
  maxSpanEvents,
  type Span,
  type SpanContent,
  type SpanEvent,
  traceContextIn,
} from './span.ts'
import { type TracedExchange, tracedText } from './traced-exchange.ts'
import { failureOf, serverOf, transportSpan } from './transport-span.ts'

/** The agent by its card. */
export interface TracedAgent {
  readonly name: string
  readonly description?: string | undefined
  readonly version?: string | undefined
}

export interface ExchangeSpansOptions {
  readonly digest: Digest
  readonly agent?: TracedAgent | undefined
  /** Includes the text of messages. */
  readonly withText: boolean
}

/** A2A has no method for an agent's call of a webhook. */
const pushMethod = 'SendPushNotification'

export function exchangeSpans(
  row: ExchangeRow,
  exchange: TracedExchange,
  options: ExchangeSpansOptions,
): readonly Span[] {
  const request = exchange.request ?? (exchange.webhook && webhookRequest(exchange.webhook))
  if (request === undefined) return []
  const ids = exchangeSpanIds(options.digest, row.id)
  const operation = operationSpan(row, exchange, request, options)
  const transport = { id: ids.transport, ...transportSpan(row, exchange, request) }
  const chain = operation
    ? chainOf(row, exchange, { id: ids.operation, ...operation }, transport, ids)
    : [transport]
  const received = traceContextIn(request.headers)
  const isOurs = received?.spanId === ids.transport
  const { traceState } = received ?? {}
  const eventful = operation ? ids.operation : ids.transport
  return chain.map(({ id, ...content }, place) => {
    const parentSpanId = chain[place - 1]?.id ?? (isOurs ? undefined : received?.spanId)
    return {
      traceId: received?.traceId ?? ids.traceId,
      spanId: id,
      ...defined({ parentSpanId, traceState }),
      startMs: row.startedAt,
      endMs:
        row.endedMs === undefined ? Math.max(row.startedAt, exchange.lastAtMs) : row.startedAt + row.endedMs,
      ...content,
      ...(id === eventful ? eventsOf(exchange, options) : { events: [], droppedEvents: 0 }),
      links: [],
      droppedLinks: 0,
    }
  })
}

type Placed = SpanContent & { readonly id: string }

function chainOf(
  { kind }: ExchangeRow,
  { request, webhook }: TracedExchange,
  operation: Placed,
  transport: Placed,
  { incoming }: { readonly incoming: string },
): readonly Placed[] {
  if (kind === 'webhook') return [transport, operation]
  const { via } = request?.call ?? {}
  if (via === undefined || webhook) return [operation, transport]
  const [, address, port] = /^(.*):(\d+)$/.exec(via.caller) ?? [via.caller, via.caller]
  const client = { 'client.address': address, 'client.port': port === undefined ? undefined : Number(port) }
  const attributes = { ...operation.attributes, ...serverOf(via.tap), ...client }
  return [{ ...operation, id: incoming, kind: 'server', attributes }, operation, transport]
}

function operationSpan(
  row: ExchangeRow,
  exchange: TracedExchange,
  request: RequestEntry,
  { agent, withText }: ExchangeSpansOptions,
): SpanContent | undefined {
  const isPush = row.kind === 'webhook'
  if (!isPush && row.operation === undefined) return undefined
  const name = row.operation === undefined ? pushMethod : methods10[row.operation]
  const { message, webhook } = exchange
  const state = exchange.states.findLast(({ taskId }) => taskId === row.taskId)?.state
  const errorType = errorOf(row)
  const references = message?.referenceTaskIds ?? []
  return {
    name,
    kind: isPush ? 'server' : 'client',
    attributes: {
      'a2a.method.name': name,
      'a2a.message.id': message?.messageId || undefined,
      'a2a.task.id': row.taskId,
      'a2a.task.state': state && spelling10.state[state],
      'a2a.tenant': exchange.tenant,
      'a2a.protocol.version': row.dialect && versionOf(row.dialect),
      'a2a.message.reference_task_ids': references.length > 0 ? references : undefined,
      'gen_ai.conversation.id': row.contextId,
      'gen_ai.agent.name': agent?.name,
      'gen_ai.agent.description': agent?.description,
      'gen_ai.agent.version': agent?.version,
      ...serverOf(request.url),
      'client.address': webhook?.remoteAddress,
      'error.type': errorType,
      ...(withText && textOfBoth(exchange)),
      'parley.exchange.id': row.id,
      'parley.session.id': row.sessionId,
    },
    ...(errorType !== undefined && { error: row.problem ?? '' }),
  }
}

/** Drafts and encodings have the version they belong to. */
function versionOf(dialect: DialectId): string {
  return dialect.split('-')[0] ?? dialect
}

function errorOf(row: ExchangeRow): string | undefined {
  const { kind, state, binding, code, status = 0 } = row
  if (state === 'failed') return failureOf(row)
  if (code !== undefined) return (binding === 'GRPC' ? grpcCodes[code] : undefined) ?? String(code)
  return status >= (kind === 'webhook' ? 500 : 400) ? String(status) : undefined
}

function textOfBoth({ message, answered }: TracedExchange): Attributes {
  const messageWith = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
  const text = tracedText(message?.parts)
  return {
    'gen_ai.input.messages': text === '' ? undefined : JSON.stringify([messageWith('user', text)]),
    'gen_ai.output.messages':
      answered === ''
        ? undefined
        : JSON.stringify([{ ...messageWith('assistant', answered), finish_reason: 'stop' }]),
  }
}

/** Findings take precedence where there is no room for all. */
function eventsOf(
  { frames, frameCount, findings, findingCount }: TracedExchange,
  { withText }: ExchangeSpansOptions,
): Pick<Span, 'events' | 'droppedEvents'> {
  const spanEvents = findings.map(({ atMs, finding }): SpanEvent => {
    const { rule, severity, pointer, hint, message } = finding
    return {
      name: 'parley.finding',
      atMs,
      attributes: {
        'parley.finding.rule': rule,
        'parley.finding.severity': severity,
        'parley.finding.pointer': pointer,
        'parley.finding.hint': hint,
        // It quotes the agent.
        'parley.finding.message': withText ? message : undefined,
      },
    }
  })
  const streamed = frames.map(({ atMs, index, framing, kind, state }): SpanEvent => {
    return {
      name: 'parley.frame',
      atMs,
      attributes: {
        'parley.frame.index': index,
        'parley.frame.framing': framing,
        'parley.frame.kind': kind,
        'a2a.task.state': state && spelling10.state[state],
      },
    }
  })
  const events = [...spanEvents, ...streamed].slice(0, maxSpanEvents)
  return {
    events: events.toSorted((a, b) => a.atMs - b.atMs),
    droppedEvents: frameCount + findingCount - events.length,
  }
}
