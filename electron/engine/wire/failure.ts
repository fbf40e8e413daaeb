// Names the failure of an exchange from the errors of sockets, TLS, undici or our timers, in a sentence with advice.
// The raw code is stored beside it.

import { defined } from '#shared/defined.ts'
import { messageOf, toError } from '#shared/errors.ts'
import { formatCount } from '#shared/format-count.ts'
import type { FailureKind } from '#shared/record/entry.ts'
import { codeOf } from '../platform/errors.ts'

export interface WireFailure {
  readonly failure: FailureKind
  readonly message: string
  readonly code?: string
  /** Bytes that undici could not parse. */
  readonly notUnderstood?: string
}

export interface FailureContext {
  readonly url: string
  /** What runs there, in a word; by default an agent. */
  readonly what?: string
  readonly headSeen: boolean
  readonly receivedBytes: number
}

export function failureOf(error: unknown, context: FailureContext): WireFailure {
  const cause = innermost(error)
  const code = codeOf(cause)
  const wireFailure = classify(code, cause, context)
  return { ...wireFailure, ...defined({ code }) }
}

export const aborted: WireFailure = {
  failure: 'aborted',
  message: 'You ended this request. What had arrived is kept.',
}

/** A bug of ours: an exception while a response was received. */
export function brokenInside(error: unknown): WireFailure {
  const reason = toError(error).message
  return {
    failure: 'other',
    message: `Internal error in Parley while receiving the response (${reason}). The agent isn’t to blame. What arrived before it is kept.`,
    code: 'PARLEY_BROKE',
  }
}

function classify(code: string | undefined, error: unknown, context: FailureContext): WireFailure {
  const { host, hostname } = urlParts(context.url)
  const { what = 'agent' } = context
  const text = messageOf(error)
  switch (code) {
    case 'ECONNREFUSED':
      return {
        failure: 'refused',
        message: `${host} refused the connection. Is the ${what} running on this port?`,
      }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return {
        failure: 'dns',
        message: `The name ${hostname} could not be resolved. Check its spelling and your network.`,
      }
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return {
        failure: 'address',
        message: `${host} cannot be reached from here. Check the address, the network or the VPN.`,
      }
    case 'EACCES':
    case 'EPERM':
      return { failure: 'address', message: `This machine does not allow a connection to ${host}.` }
    case 'PARLEY_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return {
        failure: 'connect-timeout',
        message: `${host} did not accept a connection in time. Check address and firewall, or raise the connect timeout.`,
      }
    case 'PARLEY_PROXY':
      return { failure: 'address', message: `The proxy did not let the request through: ${text}.` }
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return reset(host, context)
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return {
        failure: 'bad-http',
        message: `The agent sent ${context.receivedBytes} bytes, but its Content-Length says otherwise. Partial response kept.`,
      }
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return {
        failure: 'bad-http',
        message: `The response head of ${host} is larger than the allowed size; an agent's head is rarely over a few KB.`,
      }
    case 'UND_ERR_INVALID_ARG':
      return { failure: 'bad-http', message: `The request could not be written as HTTP: ${text}.` }
  }
  if (code?.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')) {
    return {
      failure: 'bad-http',
      message: `The response from ${host} isn’t HTTP: ${text}. Is this the agent’s port?`,
      ...notUnderstood(error),
    }
  }
  if (isTls(code, text)) return { failure: 'tls', message: tlsSentence(host, code, text) }
  return { failure: 'other', message: `The request to ${host} failed: ${text}.` }
}

/** Of a response that is not HTTP, in the exchange's detail. */
const maxStrangeChars = 4_096

function notUnderstood(error: unknown): { readonly notUnderstood?: string } {
  if (typeof error !== 'object' || error === null || !('data' in error)) return {}
  return typeof error.data === 'string' && error.data !== ''
    ? { notUnderstood: error.data.slice(0, maxStrangeChars) }
    : {}
}

function reset(host: string, context: FailureContext): WireFailure {
  if (!context.headSeen) {
    const perhaps = context.url.startsWith('https:') ? ' It may require a client certificate.' : ''
    return {
      failure: 'reset',
      message: `${host} closed the connection without answering. Its log may say why.${perhaps}`,
    }
  }
  return {
    failure: 'reset',
    message: `Connection reset by ${host} after ${formatCount(context.receivedBytes)} bytes. The partial response is kept.`,
  }
}

/** A reused connection was closed, and whether the request had reached the server is unknown. */
export function idleClosed(url: string, failure: WireFailure): WireFailure {
  const { host } = urlParts(url)
  return {
    ...failure,
    failure: 'idle-closed',
    message: `An idle connection had been closed by ${host}, or was closed while the request was being handled. Retry if the request may be sent twice.`,
  }
}

const tlsCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'EPROTO',
])

function isTls(code: string | undefined, text: string): boolean {
  if (code === undefined) return /secure TLS connection was established/.test(text)
  return (
    tlsCodes.has(code) ||
    code.startsWith('ERR_TLS') ||
    code.startsWith('ERR_SSL') ||
    code.startsWith('ERR_OSSL')
  )
}

function tlsSentence(host: string, code: string | undefined, text: string): string {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of ${host} is not signed by an authority this machine trusts. Add its CA to the connection, or accept it in spite of that.`
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired. Its operator must renew it; you may accept it in spite of that.`
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${host} is not valid yet. Check the clocks of both machines.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${host} is for another name. Check the address: ${text}`
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE':
    case 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE':
      return `${host} refused the TLS handshake. It may require a client certificate: add one under Connection settings.`
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'EPROTO':
      return `${host} does not speak TLS on this port. Try http:// instead of https://.`
    default:
      return `No secure connection to ${host} came about: ${text}.`
  }
}

/** Of several failed addresses, the first one's error. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  if (error instanceof Error && codeOf(error) === undefined && error.cause !== undefined)
    return innermost(error.cause)
  return error
}

function urlParts(url: string): { host: string; hostname: string } {
  return URL.canParse(url) ? new URL(url) : { host: url, hostname: url }
}

export function tooLarge(maxBytes: number): WireFailure {
  return {
    failure: 'too-large',
    message: `The body is larger than ${megabytes(maxBytes)} MB, the most that Parley keeps of one. What arrived up to there is kept. Copy the request as cURL to get all of it.`,
  }
}

export function frameTooLarge(maxBytes: number): WireFailure {
  return {
    failure: 'too-large',
    message: `One event of the stream is larger than ${megabytes(maxBytes)} MB, the most that Parley keeps of one. Its beginning is kept. Copy the request as cURL to get all of it.`,
  }
}

export function undecodable(encoding: string | undefined, error: Error): WireFailure {
  return {
    failure: 'bad-encoding',
    message: `The body does not unpack as the ${encoding ?? 'content'} it claims to be (${error.message}). Check the agent's Content-Encoding.`,
  }
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10
}
