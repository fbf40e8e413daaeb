// A quirk changes one aspect of an agent. Its members are places where servers differ; quirks are applied in order, each to the
// result of the previous one.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { Call } from './dialects/dialect.ts'
import { type Fault, faultRows } from './faults.ts'
import type { Exchange, Reply } from './http-server.ts'
import type { Step, Turn } from './steps.ts'

/** The position of a piece of wire JSON. */
export interface Slot {
  readonly operation: OperationKind
  /** Index in its stream; 0 for a reply. */
  readonly index: number
  readonly place: 'reply' | 'event'
  /** The request's parameters. */
  readonly params: JsonObject
}

export interface SseStyle {
  readonly eol: string
  readonly encode: (json: JsonValue) => string
  /** Lines before the data of an event, such as `id: 3`. */
  readonly before: (index: number) => readonly string[]
  /** Lines after it. */
  readonly after: (index: number) => readonly string[]
  /** The `event:` name of an error in mid-stream, if any. */
  readonly errorEvent: string | undefined
  /** How an error before the first event is sent: a JSON body, an event, or a broken connection. */
  readonly errorsBefore: (error: Fault) => 'json' | 'event' | 'cut'
  readonly contentType: string
  readonly headers: RawHeaders
  /** Replaces the framing altogether. */
  readonly frame?: (json: JsonValue, index: number) => string
}

export interface WebhookCall {
  readonly url: string
  readonly headers: RawHeaders
  readonly body: JsonValue
}

export interface AgentPlace {
  /** Origin of the HTTP server. */
  readonly origin: string
  /** The first interface's address in the card. */
  readonly url: string
}

export interface Quirk {
  /** Replaces the dialect's paths. */
  readonly cardPaths?: readonly string[]
  readonly card?: (card: JsonObject, place: AgentPlace) => JsonObject
  /** Answers instead of the agent. */
  readonly intercept?: (
    exchange: Exchange,
    place: AgentPlace,
  ) => Reply | Promise<Reply | undefined> | undefined
  /** Changes the request's parameters before they are read. */
  readonly params?: (params: JsonObject, operation: OperationKind) => JsonObject | Fault
  /** Changes the server's error words or codes. */
  readonly fault?: (error: Fault, operation: OperationKind | undefined) => Fault
  /** Changes the requested version before it is checked. */
  readonly version?: (version: string | undefined) => string | undefined
  /** Refuses a version with a patch number. */
  readonly exactVersion?: true
  readonly call?: (call: Call, params: JsonObject) => Call | Fault
  readonly steps?: (steps: AsyncIterable<Step>, turn: Turn) => AsyncIterable<Step>
  /** Changes the JSON of a result or event, before its envelope. */
  readonly json?: (json: JsonValue, slot: Slot) => JsonValue
  /** Changes the JSON-RPC envelope, also of errors. */
  readonly envelope?: (envelope: JsonObject, slot: Slot) => JsonObject
  /** Changes the whole response, also of the card; applied last. */
  readonly reply?: (reply: Reply, exchange: Exchange) => Reply
  readonly sse?: Partial<SseStyle>
  readonly timestamp?: (date: Date) => string
  /** Changes all calls to one webhook of one task, in order. */
  readonly webhook?: (calls: AsyncIterable<WebhookCall>) => AsyncIterable<WebhookCall>
  /** Delays before each retry of a refused call; official servers do not retry. */
  readonly retriesMs?: readonly number[]
}

const plainSse: SseStyle = {
  eol: '\n',
  encode: (json) => JSON.stringify(json),
  before: () => [],
  after: () => [],
  errorEvent: 'error',
  errorsBefore: () => 'json',
  contentType: 'text/event-stream',
  headers: [['Cache-Control', 'no-cache']],
}

/** Combines quirks. */
export function allOf(quirks: readonly Quirk[]) {
  const chain = <T, A>(pick: (quirk: Quirk) => ((value: T, about: A) => T) | undefined) => {
    const changes = quirks.map(pick).filter((change) => change !== undefined)
    return (value: T, about: A): T => changes.reduce((changed, change) => change(changed, about), value)
  }
  const last = <T>(pick: (quirk: Quirk) => T | undefined): T | undefined => quirks.map(pick).findLast(Boolean)

  return {
    cardPaths: last((quirk) => quirk.cardPaths),
    card: chain<JsonObject, AgentPlace>((quirk) => quirk.card),
    async intercept(exchange: Exchange, place: AgentPlace): Promise<Reply | undefined> {
      for (const quirk of quirks) {
        const answer = await quirk.intercept?.(exchange, place)
        if (answer) return answer
      }
      return undefined
    },
    call(call: Call, params: JsonObject): Call | Fault {
      let changed: Call | Fault = call
      for (const quirk of quirks) {
        if ('fault' in changed) return changed
        changed = quirk.call?.(changed, params) ?? changed
      }
      return changed
    },
    steps: chain<AsyncIterable<Step>, Turn>((quirk) => quirk.steps),
    version: (version: string | undefined): string | undefined =>
      quirks.reduce(
        (requested, quirk) => (quirk.version ? quirk.version(requested) : requested),
        quirks.some(({ exactVersion }) => exactVersion) ? version : version?.replace(/^1\.0\.\d+$/, '1.0'),
      ),
    json: chain<JsonValue, Slot>((quirk) => quirk.json),
    envelope: chain<JsonObject, Slot>((quirk) => quirk.envelope),
    params(params: JsonObject, operation: OperationKind): JsonObject | Fault {
      let changed: JsonObject | Fault = params
      for (const quirk of quirks) {
        changed = quirk.params?.(changed, operation) ?? changed
        if (isRefusal(changed)) return changed
      }
      return changed
    },
    fault: chain<Fault, OperationKind | undefined>((quirk) => quirk.fault),
    reply: chain<Reply, Exchange>((quirk) => quirk.reply),
    sse: Object.assign({}, plainSse, ...quirks.map((quirk) => quirk.sse)) as SseStyle,
    timestamp: last((quirk) => quirk.timestamp) ?? ((date: Date) => date.toISOString()),
    webhook: (calls: AsyncIterable<WebhookCall>): AsyncIterable<WebhookCall> =>
      quirks.reduce((changed, quirk) => quirk.webhook?.(changed) ?? changed, calls),
    retriesMs: last((quirk) => quirk.retriesMs) ?? [],
  }
}

/** Wire JSON may have a member `fault`, so only names of protocol errors count. */
export function isRefusal(value: JsonObject | Fault): value is Fault {
  return 'fault' in value && typeof value.fault === 'string' && value.fault in faultRows
}

export type Quirks = ReturnType<typeof allOf>
