// Shared by JSON-RPC and REST: a call passes the quirks and the task server, and its result or updates become the dialect's
// JSON. Each binding wraps that JSON itself.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type Fault, fault, isFault } from '../faults.ts'
import { cut, type Exchange, type Piece, type Reply } from '../http-server.ts'
import { isRefusal, type Quirks, type Slot } from '../quirk.ts'
import type { Desk, Live } from '../task-server.ts'
import { sseEvent } from './sse.ts'

export interface Answering {
  readonly desk: Desk
  readonly quirks: Quirks
  readonly extendedCard: () => JsonObject | undefined
}

export interface Envelope {
  readonly wrap: (json: JsonValue, index: number) => JsonValue
  readonly wrapError: (error: Fault, index: number) => JsonValue
}

export type Answered =
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'stream'; readonly live: Live }
  | { readonly kind: 'error'; readonly error: Fault }
  | { readonly kind: 'cut' }

export async function answer(
  { desk, quirks, extendedCard }: Answering,
  dialect: Dialect,
  op: OperationKind,
  params: JsonObject,
  exchange: Pick<Exchange, 'gone'>,
): Promise<Answered> {
  const refused = (error: Fault): Answered => ({ kind: 'error', error: quirks.fault(error, op) })
  const request = quirks.params(params, op)
  if (isRefusal(request)) return refused(request)
  const read = dialect.read(op, request)
  const call = isFault(read) ? read : quirks.call(read, params)
  if (isFault(call)) return refused(call)
  if (call.op === 'stream' || call.op === 'subscribe') {
    const live = call.op === 'stream' ? desk.stream(call) : desk.subscribe(call)
    return isFault(live) ? refused(live) : { kind: 'stream', live }
  }
  const slot = { operation: op, index: 0, place: 'reply', params } as const
  if (call.op === 'extended-card') {
    const card = extendedCard()
    if (card === undefined)
      return refused(fault(dialect.protocolVersion.startsWith('1.') ? 'unsupported' : 'no-extended-card'))
    return { kind: 'json', json: quirks.json(dialect.write({ kind: 'card', card }), slot) }
  }
  const result = await desk.answer(call, exchange.gone)
  if (isFault(result)) return refused(result)
  if (result.kind === 'cut') return result
  const json = result.kind === 'json' ? result.json : dialect.write(result)
  return { kind: 'json', json: quirks.json(json, slot) }
}

export function streamReply(
  { quirks }: Answering,
  dialect: Dialect,
  { operation, params }: Pick<Slot, 'operation' | 'params'>,
  live: Live,
  envelope: Envelope,
  gone: AbortSignal,
): Reply {
  const { sse } = quirks
  gone.addEventListener('abort', () => live.leave(), { once: true })
  if (gone.aborted) live.leave()

  async function* body(): AsyncGenerator<Piece> {
    let index = 0
    for await (const emission of live.channel) {
      switch (emission.kind) {
        case 'cut':
          yield cut
          return
        case 'raw':
          yield emission.text
          break
        case 'fault':
          yield sseEvent(
            sse,
            envelope.wrapError(quirks.fault(emission.error, operation), index),
            index,
            sse.errorEvent,
          )
          index += 1
          break
        case 'json':
        case 'update': {
          const json = emission.kind === 'json' ? emission.json : dialect.event(emission.update)
          const changed = quirks.json(json, { operation, index, place: 'event', params })
          yield sseEvent(sse, envelope.wrap(changed, index), index)
          index += 1
        }
      }
    }
  }
  return { status: 200, headers: [['Content-Type', sse.contentType], ...sse.headers], body: body() }
}

/** A connection that breaks instead of a response: a head that announces a body, and no body. */
export async function* cutBody(): AsyncGenerator<Piece> {
  yield cut
}

export function cutStream({ sse }: Quirks): Reply {
  return { status: 200, headers: [['Content-Type', sse.contentType], ...sse.headers], body: cutBody() }
}

export function errorEvent(quirks: Quirks, json: JsonValue): Reply {
  const { sse } = quirks
  const text = sseEvent(sse, json, 0, sse.errorEvent)
  return { status: 200, headers: [['Content-Type', sse.contentType], ...sse.headers], body: text }
}
