// Operations over JSON-RPC and HTTP+JSON, and raw requests: one request, one exchange, decoded by a dialect if given.

import { randomUUID } from 'node:crypto'
import type { Decoded, Result, WireCall } from '#shared/a2a/dialect.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import { sentJson } from '../echoes.ts'
import { prepareRequest, withQuery } from './build-request.ts'
import { awaitedOf, callFactsOf, credentialsKey } from './call-facts.ts'
import type { HttpRequest } from './http.ts'
import { type CallUpdate, type ExchangeFacts, ItemReader, type ReadingOptions } from './reading.ts'
import type { ResponseOutcome } from './response.ts'
import { transmit } from './transmit.ts'
import { createUpdates } from './updates.ts'
import { type Outgoing, traceHeaders } from './wire-context.ts'
import type { Call, CallRequest, Common, Outcome, RawOutcome, RawRequest, RawResponse } from './wire-types.ts'

export function callOverHttp(
  outgoing: Outgoing,
  request: CallRequest,
  wireCall: Exclude<WireCall, { binding: 'GRPC' }>,
): Call {
  const updates = createUpdates<CallUpdate>()
  const requestId = randomUUID()
  let reply: { readonly decoded: Decoded<Result>; readonly raw?: JsonValue } | undefined
  const { exchangeId, answered } = send(
    outgoing,
    request,
    callFactsOf(request),
    withQuery(
      prepareRequest(
        wireCall,
        request.url,
        [...(request.headers ?? []), ...(request.credentials ?? [])],
        requestId,
      ),
      request.queryCredentials,
    ),
    {
      dialect: request.dialect,
      operation: request.operation.kind,
      binding: wireCall.binding,
      onUpdate: (update) => updates.push(update),
      onPieces: (count, read) =>
        updates.pushAll(count, () => read().map((result) => ({ decoded: { kind: 'result', result } }))),
      onReply: (observed) => {
        reply = observed
      },
    },
    {
      streaming: wireCall.streaming,
      interfaceUrl: request.url,
      ...awaitedOf(request),
      ...(wireCall.binding === 'JSONRPC' ? { requestId } : {}),
    },
  )
  const done = answered.then((answer): Outcome => {
    updates.close()
    if (answer.kind === 'failure') return failed(answer)
    const httpStatus = answer.head.status
    if (reply !== undefined) return { kind: 'reply', httpStatus, ...reply }
    if (answer.kind === 'stream')
      return { kind: 'stream', httpStatus, items: answer.items, unfinished: answer.unfinished }
    return { kind: 'reply', httpStatus, decoded: { kind: 'unreadable', reason: 'there was no body to read' } }
  })
  return { exchangeId, updates, done }
}

export function requestRaw(outgoing: Outgoing, request: RawRequest): RawResponse {
  const { agentId, operation, dialect, binding, requestId, isNotification, taskId, asked: facts } = request
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body
  const call: CallFacts = {
    ...defined({ agentId }),
    purpose: request.purpose,
    ...defined({ operation, dialect: dialect?.id, binding }),
    label: request.label ?? `${request.method} ${URL.parse(request.url)?.pathname ?? request.url}`,
  }
  const { exchangeId, answered } = send(
    outgoing,
    request,
    call,
    withQuery(
      {
        method: request.method,
        url: request.url,
        headers: [...(request.headers ?? []), ...(request.credentials ?? [])],
        ...defined({ body }),
      },
      request.queryCredentials,
    ),
    {
      ...defined({ dialect, operation, binding }),
      onUpdate: () => undefined,
      onReply: () => undefined,
    },
    {
      streaming: request.streaming ?? true,
      ...defined({ requestId, isNotification, taskId, asked: facts }),
    },
  )
  const done = answered.then((answer): RawOutcome => {
    if (answer.kind === 'failure') return failed(answer)
    const { status, headers } = answer.head
    if (answer.kind === 'body')
      return {
        kind: 'body',
        status,
        headers,
        body: answer.body,
        url: outgoing.secrets.url(answer.url, 'called'),
      }
    return { kind: 'stream', httpStatus: status, items: answer.items, unfinished: answer.unfinished }
  })
  return { exchangeId, done }
}

function send(
  outgoing: Outgoing,
  common: Common,
  call: CallFacts,
  request: HttpRequest,
  reading: Omit<ReadingOptions, 'facts' | 'judge'>,
  requested: { readonly streaming: boolean } & Pick<
    ExchangeFacts,
    'interfaceUrl' | 'taskId' | 'requestId' | 'isNotification' | 'asked'
  >,
): { readonly exchangeId: string; readonly answered: Promise<ResponseOutcome> } {
  const { exchange, credentialNames } = outgoing.open(common, call)
  const profile = outgoing.profileOf(common)
  const { judge } = outgoing
  const { exchangeId } = exchange
  const headers = [...request.headers, ...traceHeaders(profile, exchangeId, request.headers)]
  const opened = { ...request, headers, url: outgoing.secrets.opened(request.url) }
  const { streaming, ...named } = requested
  const version = headerOf(request.headers, 'a2a-version')
  const facts = {
    exchangeId,
    sessionId: common.sessionId,
    call,
    url: request.url,
    ...named,
    ...(!common.isAccessTest && { headerNames: headers.map(([name]) => name) }),
    sent: sentJson(request.body),
    ...defined({ versionSent: version, credentialsKey: credentialsKey(headers, credentialNames) }),
  }
  const answered = transmit({
    openClient: () => outgoing.http(profile),
    profile,
    exchange,
    clock: outgoing.clock,
    request: opened,
    credentialNames,
    secretBody: holdsSecret(outgoing, call, request.body),
    call,
    confirm: outgoing.ask,
    streaming,
    ...defined({ taskId: named.taskId }),
    reader: new ItemReader({ facts, judge, ...reading }),
    ...defined({ signal: common.signal }),
  })
  return { exchangeId, answered }
}

function holdsSecret(outgoing: Outgoing, call: CallFacts, body: Buffer | undefined): boolean {
  if (body === undefined) return false
  const about = call.operation?.startsWith('push') ? 'push' : undefined
  return outgoing.secrets.bytes(body, 'ours', about) !== body
}

function failed({ failure, items }: Extract<ResponseOutcome, { kind: 'failure' }>) {
  return { kind: 'failure', failure, items } as const
}
