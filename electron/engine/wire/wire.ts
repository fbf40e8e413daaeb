// The wire sends operations and raw requests, and records everything that crosses before it is interpreted. It owns
// connections and secrets. It does not choose dialects, credentials or retries.

import type { Decoded, Result, WireCall } from '#shared/a2a/dialect.ts'
import { grpcAddress } from '#shared/a2a/grpc-address.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { readGrpcStatus } from '#shared/a2a/read/error.ts'
import { defined } from '#shared/defined.ts'
import { sentJson } from '../echoes.ts'
import { systemClock } from '../platform/clock.ts'
import { awaitedOf, callFactsOf, credentialsKey, taskOfOperation } from './call-facts.ts'
import { callOverHttp, requestRaw } from './call-http.ts'
import { brokenInside, type WireFailure } from './failure.ts'
import { type GrpcOutcome, transmitGrpc } from './grpc/call.ts'
import { grpcTarget } from './grpc/target.ts'
import { type CallUpdate, ItemReader } from './reading.ts'
import { createUpdates } from './updates.ts'
import { createOutgoing, type Outgoing, traceHeaders } from './wire-context.ts'
import type { Call, CallRequest, Outcome, Wire, WireOptions } from './wire-types.ts'

/** A call without credentials, or with wrong ones. */
const unauthenticated = 16

export type { WireFailure } from './failure.ts'
export type { ConnectionProfile } from './profile.ts'
export type { CallUpdate, JudgedItem } from './reading.ts'
export { callInEitherSpelling } from './spelling-retry.ts'
export type {
  Call,
  CallRequest,
  Outcome,
  RawOutcome,
  RawRequest,
  Wire,
  WireOptions,
} from './wire-types.ts'

export function createWire(options: WireOptions): Wire {
  const outgoing = createOutgoing(options, options.clock ?? systemClock)
  const { secrets } = outgoing
  return {
    call: (request) =>
      request.call.binding === 'GRPC'
        ? callOverGrpc(outgoing, request, request.call)
        : callOverHttp(outgoing, request, request.call),
    request: (request) => requestRaw(outgoing, request),
    reveal: (id) => secrets.reveal(id),
    revealFor: (id, origin) => secrets.revealFor(id, origin),
    addresses: secrets,
    leaving: {
      text: (text) => secrets.addresses(secrets.text(text, 'theirs'), 'theirs'),
      bytes(bytes) {
        const masked = secrets.bytes(bytes, 'theirs')
        const text = masked.toString('latin1')
        const safe = secrets.addresses(text, 'theirs')
        return safe === text ? masked : Buffer.from(safe, 'latin1')
      },
    },
    mask: {
      headers: (headers) => secrets.headers(headers, 'theirs'),
      text: (text) => secrets.text(text, 'theirs'),
      url: (url) => secrets.url(url, 'theirs'),
      bytes: (bytes) => secrets.bytes(bytes, 'theirs'),
      learn: (value) => secrets.learn(value),
    },
    forgetSecrets: () => secrets.forgetAll(),
    close: outgoing.close,
  }
}

// Operations over gRPC: another transport, the same exchange and decoding.

function callOverGrpc(
  outgoing: Outgoing,
  request: CallRequest,
  wireCall: Extract<WireCall, { binding: 'GRPC' }>,
): Call {
  const { clock, judge, grpc } = outgoing
  const message = JSON.stringify(wireCall.message)
  const facts = callFactsOf(request)
  const { exchange, credentialNames } = outgoing.open(request, facts)
  const updates = createUpdates<CallUpdate>()
  const { exchangeId } = exchange
  let reply: { readonly decoded: Decoded<Result>; readonly raw?: JsonValue } | undefined

  const refuse = (failure: WireFailure): Call => {
    exchange.request({ method: 'POST', url: request.url, headers: [] }, [], {
      decoded: message,
    })
    exchange.fail(failure)
    updates.close()
    return { exchangeId, updates, done: Promise.resolve({ kind: 'failure', failure, items: 0 }) }
  }
  const target = grpcTarget(request.url)
  if (target === undefined) return refuse(notATarget(request.url))
  const method = grpc.messages().method(wireCall.service, wireCall.method)
  if (method === undefined) return refuse(noSuchMethod(wireCall))

  const profile = outgoing.profileOf(request)
  const headers = [...(request.headers ?? []), ...(request.credentials ?? [])]
  const done = transmitGrpc({
    call: wireCall,
    method,
    target,
    headers: [...headers, ...traceHeaders(profile, exchangeId, headers)],
    channels: grpc.channels,
    exchange,
    profile,
    clock,
    details: grpc.details(),
    reader: new ItemReader({
      facts: {
        ...{ exchangeId, sessionId: request.sessionId, call: facts, url: request.url },
        ...(!request.isAccessTest && { headerNames: headers.map(([name]) => name) }),
        ...{ interfaceUrl: request.url, sent: sentJson(message), ...awaitedOf(request) },
        ...defined({ credentialsKey: credentialsKey(headers, credentialNames) }),
      },
      judge,
      dialect: request.dialect,
      operation: request.operation.kind,
      binding: 'GRPC',
      onUpdate: (update) => updates.push(update),
      onReply: (observed) => {
        reply = observed
      },
    }),
    ...{ ...taskOfOperation(request.operation), ...defined({ signal: request.signal }) },
  })
    .catch((error: unknown): GrpcOutcome => ({ kind: 'failure', failure: brokenInside(error), items: 0 }))
    .finally(updates.close)
    .then((answer): Outcome => {
      if (answer.kind === 'failure') return { kind: 'failure', failure: answer.failure, items: answer.items }
      const { status, items } = answer
      if (status.code !== 0) {
        const error = readGrpcStatus(status.code, status.message, status.details)
        const refused = status.code === unauthenticated && items === 0 && { unauthenticated: true as const }
        return { kind: 'reply', httpStatus: 200, decoded: { kind: 'error', error }, ...refused }
      }
      if (wireCall.streaming) return { kind: 'stream', httpStatus: 200, items, unfinished: false }
      return {
        kind: 'reply',
        httpStatus: 200,
        decoded: { kind: 'unreadable', reason: 'no message before the status' },
        ...reply,
      }
    })
  return { exchangeId, updates, done }
}

function notATarget(url: string): WireFailure {
  const address = grpcAddress(url)
  const why = address.kind === 'refused' ? address.why : 'has no host and port that could be called'
  return { failure: 'address', message: `${JSON.stringify(url)} ${why}.` }
}

function noSuchMethod(call: Extract<WireCall, { binding: 'GRPC' }>): WireFailure {
  return {
    failure: 'other',
    message: `Parley has no definition of ${call.service}/${call.method} and sent nothing.`,
  }
}
