// JSON-RPC 2.0 over one POST endpoint (PROTOCOL.md §3). Several dialects may share it: the version header chooses among
// those that know the method, as servers with a compatibility layer do (§8.1).

import type { JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type Fault, fault } from '../faults.ts'
import { type Exchange, headerOf, type Reply, reply } from '../http-server.ts'
import { isObject, isText, parseJson } from '../json.ts'
import { type Answering, answer, cutBody, errorEvent, streamReply } from './answering.ts'

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
  const slot = { index: 0, place: 'reply' } as const

  const refuse = (error: Fault, dialect: Dialect, operation: OperationKind = 'send'): Reply => {
    const envelope = { jsonrpc: '2.0', id, error: dialect.rpcError(error) }
    return jsonReply(quirks.envelope(envelope, { ...slot, operation }))
  }
  if (request === undefined) return refuse(fault('parse'), first)
  if (jsonrpc !== '2.0' || !isText(method)) {
    return refuse(fault('invalid-request'), first)
  }
  const chosen = choose(dialects, method, headerOf(exchange.request, 'a2a-version'))
  if ('fault' in chosen) return refuse(chosen, first)
  const { dialect, operation } = chosen

  const answered = await answer(answering, dialect, operation, isObject(params) ? params : {}, exchange)
  const wrap = (result: JsonValue, index: number, place: 'reply' | 'event'): JsonValue =>
    quirks.envelope({ jsonrpc: '2.0', id, result }, { operation, index, place })
  switch (answered.kind) {
    case 'json':
      return jsonReply(wrap(answered.json, 0, 'reply'))
    case 'cut':
      return { status: 200, headers: [['Content-Type', 'application/json']], body: cutBody() }
    case 'error':
      if (isStreaming(operation) && quirks.sse.errorsAsEvents) {
        const envelope = { jsonrpc: '2.0', id, error: dialect.rpcError(answered.error) }
        return errorEvent(quirks, quirks.envelope(envelope, { operation, index: 0, place: 'event' }))
      }
      return refuse(answered.error, dialect, operation)
    case 'stream': {
      const envelope = {
        wrap: (json: JsonValue, index: number) => wrap(json, index, 'event'),
        wrapError: (error: Fault, index: number) =>
          quirks.envelope(
            { jsonrpc: '2.0', id, error: dialect.rpcError(error) },
            { operation, index, place: 'event' },
          ),
      }
      return streamReply(answering, dialect, operation, answered.live, envelope, exchange.gone)
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
