// JSON-RPC 2.0 over one POST endpoint (PROTOCOL.md §3). Several dialects may share it: the version header chooses among those
// that have the method, as in servers with a compatibility layer (§8.1).

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type Fault, fault } from '../faults.ts'
import { type Exchange, headerOf, type Reply, reply } from '../http-server.ts'
import { isObject, isText, parseJson } from '../json.ts'
import type { Slot } from '../quirk.ts'
import {
  type Answering,
  answer,
  cutBody,
  cutStream,
  type Envelope,
  errorEvent,
  streamReply,
} from './answering.ts'

export async function answerJsonRpc(
  answering: Answering,
  dialects: readonly Dialect[],
  exchange: Exchange,
): Promise<Reply> {
  const { quirks } = answering
  const [first] = dialects
  if (first === undefined) return reply(404, 'text/plain', 'Not Found')
  const request = parseJson(exchange.request.body.toString('utf8'))
  const { id = null, jsonrpc, method, params = {} } = isObject(request) ? request : {}
  const requested = isObject(params) ? params : {}
  const enclose = (content: JsonObject, slot: Omit<Slot, 'params'>): JsonObject =>
    quirks.envelope({ jsonrpc: '2.0', id, ...content }, { ...slot, params: requested })
  const refuse = (error: Fault, dialect: Dialect, operation: OperationKind = 'send'): Reply =>
    jsonReply(enclose({ error: dialect.rpcError(error) }, { operation, index: 0, place: 'reply' }))
  const refuseEarly = (error: Fault): Reply => refuse(quirks.fault(error, undefined), first)

  if (request === undefined) return refuseEarly(fault('parse'))
  if (jsonrpc !== '2.0' || !isText(method)) return refuseEarly(fault('invalid-request'))
  const chosen = choose(dialects, method, quirks.version(headerOf(exchange.request, 'a2a-version')))
  if ('fault' in chosen) return refuseEarly(chosen)
  const { dialect, operation } = chosen

  const answered = await answer(answering, dialect, operation, requested, exchange)
  switch (answered.kind) {
    case 'json':
      return jsonReply(enclose({ result: answered.json }, { operation, index: 0, place: 'reply' }))
    case 'cut':
      return { status: 200, headers: [['Content-Type', 'application/json']], body: cutBody() }
    case 'error': {
      const form = isStreaming(operation) ? quirks.sse.errorsBefore(answered.error) : 'json'
      if (form === 'json') return refuse(answered.error, dialect, operation)
      if (form === 'cut') return cutStream(quirks)
      const error = dialect.rpcError(answered.error)
      return errorEvent(quirks, enclose({ error }, { operation, index: 0, place: 'event' }))
    }
    case 'stream': {
      const envelope: Envelope = {
        wrap: (result, index) => enclose({ result }, { operation, index, place: 'event' }),
        wrapError: (error, index) =>
          enclose({ error: dialect.rpcError(error) }, { operation, index, place: 'event' }),
      }
      return streamReply(
        answering,
        dialect,
        { operation, params: requested },
        answered.live,
        envelope,
        exchange.gone,
      )
    }
  }
}

function choose(
  dialects: readonly Dialect[],
  method: string,
  version: string | undefined,
): { readonly dialect: Dialect; readonly operation: OperationKind } | Fault {
  const accepted = dialects.filter(({ needsVersionHeader }) => !needsVersionHeader || version === '1.0')
  for (const dialect of accepted) {
    const operation = dialect.methods[method]
    if (operation) return { dialect, operation }
  }
  if (accepted.length > 0) return fault('method-not-found')
  return fault(
    'version',
    `The requested A2A protocol version '${version ?? '0.3'}' is not supported. Supported versions: 1.0`,
  )
}

export function isStreaming(operation: OperationKind): boolean {
  return operation === 'stream' || operation === 'subscribe'
}

function jsonReply(json: JsonValue): Reply {
  return reply(200, 'application/json', JSON.stringify(json))
}
