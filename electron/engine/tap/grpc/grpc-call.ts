// Parses a gRPC call of another program: the operation, by its path and single message.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { wireCallOf } from '#shared/record/wire-call-of.ts'
import type { FoundCall } from '../../sessions/har/a2a-call.ts'
import type { GrpcMessages, GrpcMethod } from '../../wire/grpc/messages.ts'
import { createMessageFramer } from './message-framer.ts'

export interface GrpcTapRequest {
  readonly call: FoundCall
  /** Undefined without a definition. */
  readonly method: GrpcMethod | undefined
  /** The message without its five-byte prefix; otherwise the body unchanged. */
  readonly body: Buffer
  readonly decoded?: string
  readonly isKept: boolean
}

/** Services of A2A, by version. */
export const grpcServices: Readonly<Record<string, DialectId>> = {
  'lf.a2a.v1.A2AService': '1.0',
  'a2a.v1.A2AService': '0.3-proto',
}

export function isGrpc(headers: RawHeaders): boolean {
  return /^application\/grpc(?!-web)/i.test(headerOf(headers, 'content-type') ?? '')
}

interface ReceivedMessage {
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Buffer
  readonly seenBytes: number
}

export function readGrpcCall(
  receivedMessage: ReceivedMessage,
  messages: GrpcMessages,
  maxFrameBytes: number,
): GrpcTapRequest {
  const path = URL.parse(receivedMessage.url)?.pathname ?? ''
  const [, service = '', name = ''] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  const method = messages.method(service, name)
  const dialect = Object.hasOwn(grpcServices, service) ? grpcServices[service] : undefined
  const { body, isKept } = messageIn(receivedMessage, maxFrameBytes)
  const decoded = isKept ? method?.decodeInput(body) : undefined
  const text = decoded && 'json' in decoded ? JSON.stringify(decoded.json) : undefined
  const request = { method, body, isKept, ...defined({ decoded: text }) }
  const call = { purpose: 'operation', binding: 'GRPC', label: name } as const
  const written =
    text === undefined ? undefined : wireCallOf({ call, method: 'POST', url: receivedMessage.url }, text)
  const operation = written && dialect && agentSideOf(dialect).decodeOperation(written)
  if (!operation || !dialect)
    return { ...request, call: { facts: { purpose: 'raw', label: `POST ${path}` } } }
  return { ...request, call: { facts: { ...call, operation: operation.kind, dialect }, operation } }
}

/** The bytes of a single message. A message that can't be decompressed is not stored, as it may contain secrets. */
function messageIn(
  receivedMessage: ReceivedMessage,
  maxFrameBytes: number,
): { readonly body: Buffer; readonly isKept: boolean } {
  const framer = createMessageFramer(headerOf(receivedMessage.headers, 'grpc-encoding'), maxFrameBytes)
  const [message, second] = framer.push(receivedMessage.body)
  const isWhole =
    receivedMessage.seenBytes === receivedMessage.body.byteLength && framer.leftover().byteLength === 0
  if (message && !second && isWhole && message.problem === undefined)
    return { body: message.bytes, isKept: true }
  const isPacked =
    !/^(identity)?$/i.test(headerOf(receivedMessage.headers, 'grpc-encoding') ?? '') ||
    (receivedMessage.body[0] ?? 0) !== 0
  return { body: isPacked ? Buffer.alloc(0) : receivedMessage.body, isKept: false }
}
