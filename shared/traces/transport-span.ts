// The request of a call, by OpenTelemetry's conventions for HTTP, and over gRPC by those for RPC.

import { grpcCodes } from '../a2a/error-codes.ts'
import { headerOf } from '../a2a/header-of.ts'
import type { RequestEntry } from '../record/entry.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import { urlParts } from '../url.ts'
import type { Attributes, SpanContent } from './span.ts'
import type { TracedExchange } from './traced-exchange.ts'

export function transportSpan(
  row: ExchangeRow,
  exchange: TracedExchange,
  request: RequestEntry,
): SpanContent {
  if (row.binding === 'GRPC') return rpcClientSpan(row, exchange, request)
  return row.kind === 'webhook'
    ? httpServerSpan(row, request, exchange)
    : httpClientSpan(row, exchange, request)
}

const standardMethods = [
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]

function methodOf(method: string) {
  const isStandard = standardMethods.includes(method)
  return {
    name: isStandard ? method : 'HTTP',
    attributes: {
      'http.request.method': isStandard ? method : '_OTHER',
      'http.request.method_original': isStandard ? undefined : method,
    },
  }
}

function httpClientSpan(
  row: ExchangeRow,
  { response }: TracedExchange,
  { method, url }: RequestEntry,
): SpanContent {
  const { name, attributes } = methodOf(method)
  const failure = failureOf(row)
  const errorType =
    failure ?? (row.status !== undefined && row.status >= 400 ? String(row.status) : undefined)
  return {
    name,
    kind: 'client',
    attributes: {
      ...attributes,
      ...serverOf(url),
      'url.full': withoutUser(url),
      'http.response.status_code': row.status,
      ...peerOf(response),
      'error.type': errorType,
    },
    ...(errorType !== undefined && { error: (failure && row.problem) ?? '' }),
  }
}

function httpServerSpan(
  row: ExchangeRow,
  { method, url, headers }: RequestEntry,
  { webhook }: TracedExchange,
): SpanContent {
  const { name, attributes } = methodOf(method)
  const [path = '', query] = (webhook?.path ?? '').split('?', 2)
  const { status } = row
  const errorType = failureOf(row) ?? (status !== undefined && status >= 500 ? String(status) : undefined)
  return {
    name,
    kind: 'server',
    attributes: {
      ...attributes,
      ...serverOf(url),
      'url.scheme': 'http',
      'url.path': path,
      'url.query': query,
      'http.response.status_code': status,
      'client.address': webhook?.remoteAddress,
      'network.peer.address': webhook?.remoteAddress,
      'user_agent.original': headerOf(headers, 'user-agent'),
      'error.type': errorType,
    },
    ...(errorType !== undefined && { error: row.problem ?? '' }),
  }
}

function rpcClientSpan(
  row: ExchangeRow,
  { response, close }: TracedExchange,
  { url, call }: RequestEntry,
): SpanContent {
  const method = `${call.dialect === '1.0' ? 'lf.a2a.v1' : 'a2a.v1'}.A2AService/${call.label}`
  const ended = close?.kind === 'end' ? close.grpcStatus?.code : undefined
  const status = ended === undefined ? undefined : (grpcCodes[ended] ?? String(ended))
  const errorType = failureOf(row) ?? (status === 'OK' ? undefined : status)
  return {
    name: method,
    kind: 'client',
    attributes: {
      'rpc.system.name': 'grpc',
      'rpc.method': method,
      'rpc.response.status_code': status,
      ...serverOf(url),
      ...peerOf(response),
      'error.type': errorType,
    },
    ...(errorType !== undefined && { error: row.problem ?? '' }),
  }
}

/** A call that the caller ended is not an error. */
export function failureOf({ kind, state, failure }: ExchangeRow): string | undefined {
  if (state !== 'failed' || (failure === 'aborted' && kind !== 'webhook')) return undefined
  return failure ?? '_OTHER'
}

function peerOf(response: TracedExchange['response']) {
  const { remoteAddress, remotePort, httpVersion } = response?.connection ?? {}
  return {
    'network.peer.address': remoteAddress,
    'network.peer.port': remoteAddress === undefined ? undefined : remotePort,
    'network.protocol.version': httpVersion,
  }
}

function withoutUser(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^@/?#]*@/i, '$1REDACTED:REDACTED@')
}

/** The server of a request, with the implied port of its scheme. */
export function serverOf(url: string): Attributes {
  const { host, port } = urlParts(url, 'with host')
  return host === '' ? {} : { 'server.address': host, 'server.port': port }
}
