// Records one call through a tap: parsed, judged and masked like a call of Parley's own, and marked as another
// program's. Its secrets are stored separately, so that no call of Parley's own can be sent with them.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import { isStreaming } from '#shared/a2a/operation.ts'
import { defined } from '#shared/defined.ts'
import type { CallFacts, RawHeaders } from '#shared/record/entry.ts'
import { sentJson } from '../echoes.ts'
import type { TimeSource } from '../platform/clock.ts'
import type { SessionRecord } from '../store/record.ts'
import { idIn } from '../wire/build-request.ts'
import { credentialsKey, referencesOf, requestFactsOf, taskOfOperation } from '../wire/call-facts.ts'
import { Exchange } from '../wire/exchange.ts'
import type { WireFailure } from '../wire/failure.ts'
import type { Grpc } from '../wire/grpc/grpc.ts'
import type { ResponseHead } from '../wire/http.ts'
import type { ConnectionProfile } from '../wire/profile.ts'
import { ItemReader, type Judge } from '../wire/reading.ts'
import { openResponse, type ResponseOptions, type ResponseSink } from '../wire/response.ts'
import type { Secrets } from '../wire/secrets.ts'
import type { Flow } from '../wire/stream-pieces.ts'
import type { Answered, TapRequest } from './forward/messages.ts'
import type { SpokenAt } from './forward/routes.ts'
import { isGrpc, readGrpcCall } from './grpc/grpc-call.ts'
import { openGrpcResponse } from './grpc/grpc-response.ts'
import { parseCall, readableBody, unknownCall } from './parse-call.ts'
import { noteWebhook, type WebhooksOfTap } from './webhooks/kept-webhooks.ts'

export interface WholeTapRequest extends TapRequest {
  readonly body: Buffer
}

export interface AgentCalled {
  /** Undefined for an unknown server: the call is recorded without being read as A2A. */
  readonly agentId?: string
  readonly cardUrl: string
  readonly spoken: readonly SpokenAt[]
}

export interface TapExchangeDeps {
  readonly record: SessionRecord
  readonly judge: Judge
  readonly clock: TimeSource
  readonly profile: ConnectionProfile
  readonly called: AgentCalled
  readonly tapAddress: string
  readonly isProxy: boolean
  readonly sessionId: string
  readonly secrets: Secrets
  readonly grpc: Pick<Grpc, 'messages' | 'details'>
  readonly flow: () => Flow
  readonly webhooks: WebhooksOfTap
  /** Push notifications to this masked address bypass the tap. */
  readonly onBypass: (url: string) => void
}

export interface TapExchange {
  head(head: Answered): void
  chunk(bytes: Buffer): void
  end(reason: 'complete' | 'closed-by-agent', trailers: RawHeaders): void
  note(text: string): void
  fail(failure: WireFailure): void
}

/** `request` has its body, or as much of it as arrived. */
export function openTapExchange(deps: TapExchangeDeps, request: WholeTapRequest): TapExchange {
  const { record, judge, clock, profile, secrets, sessionId } = deps
  const grpc = isGrpc(request.headers)
    ? readGrpcCall(request, deps.grpc.messages(), profile.maxFrameBytes)
    : undefined
  const text = grpc ? '' : request.body.toString('utf8')
  const { agentId } = deps.called
  const received = { ...request, body: text }
  const match =
    grpc?.call ?? (agentId === undefined ? unknownCall(received) : parseCall(deps.called, received))
  const program = headerOf(request.headers, 'user-agent')
  const call: CallFacts = {
    ...match.facts,
    ...defined({ agentId }),
    via: {
      ...{ tap: deps.tapAddress, caller: request.caller },
      ...defined({ program }),
      ...(deps.isProxy && { proxy: true }),
    },
  }
  const exchange = new Exchange({
    ...{ record, secrets, clock, sessionId, call },
    credentialNames: new Set(),
    credentialQuery: new Set(),
  })
  const { operation, dialect, binding } = call
  const sent = match.operation
  const version = headerOf(request.headers, 'a2a-version')
  const reader = new ItemReader({
    facts: {
      ...{ exchangeId: exchange.exchangeId, sessionId, call, url: request.url },
      ...{ headerNames: request.headers.map(([name]) => name), sent: sentJson(grpc ? grpc.decoded : text) },
      ...(binding === 'JSONRPC' && idIn(text)),
      ...(sent && { ...requestFactsOf(sent), ...taskOfOperation(sent), ...referencesOf(sent) }),
      ...defined({ versionSent: version, credentialsKey: credentialsKey(request.headers) }),
    },
    judge,
    ...(dialect && { dialect: dialectOf(dialect) }),
    ...defined({ operation, binding }),
    onUpdate: () => undefined,
    onReply: () => undefined,
  })
  const { method, url, headers, seenBytes } = request
  // A proxy replaces no webhooks.
  const noted =
    deps.isProxy || agentId === undefined ? undefined : noteWebhook({ ...deps, agentId }, match, request)
  const { monoMs } = exchange.request(
    {
      method,
      url,
      headers,
      ...(seenBytes > 0 && { body: grpc?.body ?? readableBody(headers, request.body) }),
    },
    headers,
    {
      ...(match.operation && taskOfOperation(match.operation)),
      ...defined({ decoded: grpc?.decoded }),
      ...(!grpc?.isKept && { seenBytes }),
    },
  )
  if (noted !== undefined) exchange.note(noted)
  let sink: ResponseSink | undefined
  const flow = deps.flow()
  return {
    head(answered) {
      const head = { ...answered, timings: { firstByteMs: clock.monoMs() - monoMs } }
      const ours = { exchange, profile, reader }
      sink =
        grpc && isGrpc(answered.headers)
          ? openGrpcResponse(head, { ...ours, method: grpc.method, details: deps.grpc.details() })
          : openHttpResponse(head, { ...ours, url, call, done: flow.resume })
    },
    chunk: (bytes) => sink?.chunk(bytes, flow),
    end: (reason, trailers) => sink?.end({ reason, ...(trailers.length > 0 && { trailers }) }),
    note: (text) => exchange.note(text),
    fail: (failure) => (sink ? sink.fail(failure) : exchange.fail(failure)),
  }
}

type HttpResponseOptions = Pick<ResponseOptions, 'exchange' | 'profile' | 'reader' | 'url' | 'done'> & {
  readonly call: CallFacts
}

function openHttpResponse(
  head: ResponseHead,
  { call: { operation }, ...ours }: HttpResponseOptions,
): ResponseSink {
  return openResponse(head, {
    ...ours,
    streaming: isStreaming(operation),
    // The caller receives the rest, though the record is full.
    stop: () => undefined,
  })
}
