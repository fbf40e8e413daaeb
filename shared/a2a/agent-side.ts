// The other end of a dialect: what an agent reads and writes. For fake agents, for playing a recording back as an
// agent, and to hold every dialect to decode(encode(x)) = x.

import { decodeOperation } from './agent/operation.ts'
import type { EncodedError } from './agent/reply.ts'
import { encodeError, encodeResult, encodeWebhookBody, writerOf } from './agent/reply.ts'
import type { DialectId, Result, WireCall } from './dialect.ts'
import type { AgentCard, AgentError, Binding, JsonObject, JsonValue, Update } from './model.ts'
import type { Operation } from './operation.ts'
import { encodeCard } from './write/card.ts'

export interface AgentSide {
  readonly id: DialectId
  /** Undefined when the call is not an operation of the dialect. */
  decodeOperation(call: WireCall): Operation | undefined
  /** The content of a JSON-RPC `result`, a REST body or a gRPC message; null for an empty one. */
  encodeResult(result: Result): JsonValue
  /** One item of a stream, without its JSON-RPC envelope. */
  encodeUpdate(update: Update): JsonObject
  encodeWebhook(update: Update): JsonObject
  encodeCard(card: AgentCard): JsonObject
  encodeError(error: AgentError, binding: Binding): EncodedError
}

export function agentSideOf(id: DialectId): AgentSide {
  const writer = writerOf(id)
  return {
    id,
    decodeOperation: (call) => decodeOperation(id, call),
    encodeResult: (result) => encodeResult(id, writer, result),
    encodeUpdate: (update) => writer.update(update),
    encodeWebhook: (update) => encodeWebhookBody(id, update),
    encodeCard: (card) => encodeCard(id, card),
    encodeError: (error, binding) => encodeError(id, binding, error),
  }
}
